/// The members of one message that JSON-RPC knows; every other is skipped, so that newer peers may add some.
///
/// Only their places, so that there is nothing to hold and to let go of; the line and its members come with each call.
struct EnvelopeMembers: BitwiseCopyable {
  /// Indices of the members; below 0 there is none.
  private var versionIndex = -1, idIndex = -1, methodIndex = -1, paramsIndex = -1, resultIndex = -1, errorIndex = -1

  private static var version: StaticString { #""2.0""# }
  /// Bytes of UTF-8.
  private static let methodLimit = 256

  /// Finds them among the members of a line.
  init(_ members: ScratchStack<JSONMember>) {
    for index in 0..<members.count { note(members[index], index) }
  }

  @inline(__always)
  private mutating func note(_ member: JSONMember, _ index: Int) {
    if member.isNamed("jsonrpc") {
      versionIndex = index
    } else if member.isNamed("id") {
      idIndex = index
    } else if member.isNamed("method") {
      methodIndex = index
    } else if member.isNamed("params") {
      paramsIndex = index
    } else if member.isNamed("result") {
      resultIndex = index
    } else if member.isNamed("error") {
      errorIndex = index
    }
  }

  /// Whether it can only be meant as an answer.
  private var isResponse: Bool { methodIndex < 0 && (resultIndex >= 0 || errorIndex >= 0) }

  // MARK: Classification

  /// What the line is, of whose members these are some.
  func envelope(_ members: ScratchStack<JSONMember>, in line: ArraySlice<UInt8>) throws(EnvelopeError) -> Envelope {
    let id = idIndex < 0 ? nil : try requestID(members[idIndex], line)
    do throws(InvalidName) {
      guard versionIndex >= 0, Self.isVersion(members[versionIndex], line) else {
        throw InvalidName("the member \"jsonrpc\" is missing or not \"2.0\"")
      }
      if methodIndex >= 0 { return try call(members, id, line) }
      return try answer(members, id, line)
    } catch {
      throw fail(error.reason, id?.requestID(in: line))
    }
  }

  /// The id, or nil if there is none; null counts as none.
  private func requestID(_ id: JSONMember, _ line: ArraySlice<UInt8>) throws(EnvelopeError) -> EnvelopeID? {
    switch id.kind {
    case .null: return nil
    case .number:
      if let number = id.withValue(of: line, { NumberLiteral.integer($0) }), RequestID(number) != nil {
        return .number(number)
      }
      throw fail(RequestID.invalidNumber, nil)
    case .string:
      if let text = MemberText(id.value, hasEscapes: id.valueHasEscapes, in: line, limit: RequestID.stringLimit) {
        return .string(text)
      }
      throw fail(RequestID.invalidString, nil)
    default: throw fail(RequestID.invalidNumber, nil)
    }
  }

  @inline(__always)
  private func call(
    _ members: ScratchStack<JSONMember>, _ id: EnvelopeID?, _ line: ArraySlice<UInt8>
  ) throws(InvalidName) -> Envelope {
    let method = members[methodIndex]
    guard resultIndex < 0, errorIndex < 0 else { throw InvalidName("both a request and a response") }
    guard method.kind == .string else { throw InvalidName("the method is no string") }
    let text = MemberText(method.value, hasEscapes: method.valueHasEscapes, in: line, limit: Self.methodLimit)
    guard let name = text else {
      throw InvalidName("the method is empty, longer than \(Self.methodLimit) bytes or holds control characters")
    }
    var params: Range<Int>?
    if paramsIndex >= 0 {
      let member = members[paramsIndex]
      guard member.kind == .object || member.kind == .array else {
        throw InvalidName("params is neither object nor array")
      }
      params = member.value
    }
    guard idIndex >= 0 else { return .notification(method: name, params: params) }
    guard let id else { throw InvalidName("a request with id null") }
    return .request(id: id, method: name, params: params)
  }

  @inline(__always)
  private func answer(
    _ members: ScratchStack<JSONMember>, _ id: EnvelopeID?, _ line: ArraySlice<UInt8>
  ) throws(InvalidName) -> Envelope {
    if resultIndex >= 0 {
      guard errorIndex < 0 else { throw InvalidName("result and error together") }
      guard let id else { throw InvalidName("a response without id") }
      return .result(id: id, value: members[resultIndex].value)
    }
    guard errorIndex >= 0 else { throw InvalidName("neither request nor response") }
    guard idIndex >= 0 else { throw InvalidName("a response without id") }
    let value = members[errorIndex].value
    guard EnvelopeFailure(line[value]) != nil else {
      throw InvalidName("error is not {code: integer, message: string}")
    }
    return .error(id: id, value: value)
  }

  private static func isVersion(_ member: JSONMember, _ line: ArraySlice<UInt8>) -> Bool {
    member.kind == .string
      && member.withValue(of: line) { value in
        version.withUTF8Buffer { version in
          member.valueHasEscapes
            ? JSONText.unescaped(value).elementsEqual(version) : JSONText.areEqual(value, version)
        }
      }
  }

  private func fail(_ reason: String, _ id: RequestID?) -> EnvelopeError {
    EnvelopeError(code: EnvelopeError.invalidRequest, reason: reason, id: id, isResponse: isResponse)
  }
}
