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
  init(_ members: ScratchStack<JSONMember>, in line: ArraySlice<UInt8>) {
    for index in 0..<members.count { note(members[index], index, line) }
  }

  @inline(__always)
  private mutating func note(_ member: JSONMember, _ index: Int, _ line: ArraySlice<UInt8>) {
    if member.nameHasEscapes { return noteEscaped(member, index, line) }
    if member.isPlainly("jsonrpc") {
      versionIndex = index
    } else if member.isPlainly("id") {
      idIndex = index
    } else if member.isPlainly("method") {
      methodIndex = index
    } else if member.isPlainly("params") {
      paramsIndex = index
    } else if member.isPlainly("result") {
      resultIndex = index
    } else if member.isPlainly("error") {
      errorIndex = index
    }
  }

  @inline(never)
  private mutating func noteEscaped(_ member: JSONMember, _ index: Int, _ line: ArraySlice<UInt8>) {
    if member.isNamed("jsonrpc", in: line) { versionIndex = index }
    if member.isNamed("id", in: line) { idIndex = index }
    if member.isNamed("method", in: line) { methodIndex = index }
    if member.isNamed("params", in: line) { paramsIndex = index }
    if member.isNamed("result", in: line) { resultIndex = index }
    if member.isNamed("error", in: line) { errorIndex = index }
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
      throw fail(error.reason, id)
    }
  }

  /// The id, or nil if there is none; null counts as none.
  private func requestID(_ id: JSONMember, _ line: ArraySlice<UInt8>) throws(EnvelopeError) -> RequestID? {
    if id.kind == .null { return nil }
    if id.kind == .number, let number = id.withValue(of: line, { NumberLiteral.integer($0) }),
      let id = RequestID(number)
    {
      return id
    }
    do {
      return try RequestID(json: line[id.value])
    } catch {
      throw fail(error.reason, nil)
    }
  }

  private func call(
    _ members: ScratchStack<JSONMember>, _ id: RequestID?, _ line: ArraySlice<UInt8>
  ) throws(InvalidName) -> Envelope {
    let method = members[methodIndex]
    guard resultIndex < 0, errorIndex < 0 else { throw InvalidName("both a request and a response") }
    guard method.kind == .string else { throw InvalidName("the method is no string") }
    let name = method.plainText.map { line[$0] } ?? MemberText.unescaped(line[method.value])
    guard MemberText.isName(name, limit: Self.methodLimit) else {
      throw InvalidName("the method is empty, longer than \(Self.methodLimit) bytes or holds control characters")
    }
    var params: ArraySlice<UInt8>?
    if paramsIndex >= 0 {
      let member = members[paramsIndex]
      guard member.kind == .object || member.kind == .array else {
        throw InvalidName("params is neither object nor array")
      }
      params = line[member.value]
    }
    guard idIndex >= 0 else { return .notification(method: name, params: params) }
    guard let id else { throw InvalidName("a request with id null") }
    return .request(id: id, method: name, params: params)
  }

  private func answer(
    _ members: ScratchStack<JSONMember>, _ id: RequestID?, _ line: ArraySlice<UInt8>
  ) throws(InvalidName) -> Envelope {
    if resultIndex >= 0 {
      guard errorIndex < 0 else { throw InvalidName("result and error together") }
      guard let id else { throw InvalidName("a response without id") }
      return .result(id: id, value: line[members[resultIndex].value])
    }
    guard errorIndex >= 0 else { throw InvalidName("neither request nor response") }
    guard idIndex >= 0 else { throw InvalidName("a response without id") }
    return try failure(line[members[errorIndex].value], id)
  }

  /// An answer with the member `error`.
  private func failure(_ value: ArraySlice<UInt8>, _ id: RequestID?) throws(InvalidName) -> Envelope {
    let invalid = InvalidName("error is not {code: integer, message: string}")
    guard let document = try? JSONDocument(value), document.isObject(JSONDocument.root),
      let code = document.member("code", of: JSONDocument.root),
      let message = document.member("message", of: JSONDocument.root), document.firstByte(message) == 0x22,
      let number = try? document.integer(Int.self, code)
    else { throw invalid }
    let data = document.member("data", of: JSONDocument.root)
    return .error(
      id: id, code: number, message: document.string(message), data: data.map { document.slice($0, of: value) })
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
