/// The members of one message that JSON-RPC knows; every other is skipped, so that newer peers may add some.
///
/// Not copied, since each message has one.
struct EnvelopeMembers: ~Copyable {
  private let line: ArraySlice<UInt8>
  private let members: ScratchStack<JSONMember>
  /// Indices of the members; below 0 there is none.
  private var versionIndex = -1, idIndex = -1, methodIndex = -1, paramsIndex = -1, resultIndex = -1, errorIndex = -1

  private static var version: StaticString { #""2.0""# }
  /// Bytes of UTF-8.
  private static let methodLimit = 256

  init(_ members: ScratchStack<JSONMember>, in line: ArraySlice<UInt8>) {
    self.line = line
    self.members = members
    for index in 0..<members.count { note(members[index], index) }
  }

  @inline(__always)
  private mutating func note(_ member: JSONMember, _ index: Int) {
    if member.nameHasEscapes { return noteEscaped(member, index) }
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
  private mutating func noteEscaped(_ member: JSONMember, _ index: Int) {
    if member.isNamed("jsonrpc", in: line) { versionIndex = index }
    if member.isNamed("id", in: line) { idIndex = index }
    if member.isNamed("method", in: line) { methodIndex = index }
    if member.isNamed("params", in: line) { paramsIndex = index }
    if member.isNamed("result", in: line) { resultIndex = index }
    if member.isNamed("error", in: line) { errorIndex = index }
  }

  @inline(__always)
  private func member(_ index: Int) -> JSONMember? { index < 0 ? nil : members[index] }

  /// Whether it can only be meant as an answer.
  private var isResponse: Bool { methodIndex < 0 && (resultIndex >= 0 || errorIndex >= 0) }

  // MARK: Classification

  func envelope() throws(EnvelopeError) -> Envelope {
    let id = try requestID()
    do throws(InvalidName) {
      guard let version = member(versionIndex), version.kind == .string, isVersion(line[version.value]) else {
        throw InvalidName("the member \"jsonrpc\" is missing or not \"2.0\"")
      }
      if let method = member(methodIndex) { return try call(method, id) }
      return try answer(id)
    } catch {
      throw fail(error.reason, id)
    }
  }

  /// The id, or nil if there is none; null counts as none.
  private func requestID() throws(EnvelopeError) -> RequestID? {
    guard let id = member(idIndex), id.kind != .null else { return nil }
    do {
      return try RequestID(json: line[id.value])
    } catch {
      throw fail(error.reason, nil)
    }
  }

  private func call(_ method: JSONMember, _ id: RequestID?) throws(InvalidName) -> Envelope {
    guard resultIndex < 0, errorIndex < 0 else { throw InvalidName("both a request and a response") }
    guard method.kind == .string else { throw InvalidName("the method is no string") }
    let name = MemberText.unescaped(line[method.value])
    guard MemberText.isName(name, limit: Self.methodLimit) else {
      throw InvalidName("the method is empty, longer than \(Self.methodLimit) bytes or holds control characters")
    }
    let params = member(paramsIndex)
    if let params, params.kind != .object, params.kind != .array {
      throw InvalidName("params is neither object nor array")
    }
    let value = params.map { line[$0.value] }
    guard idIndex >= 0 else { return .notification(method: name, params: value) }
    guard let id else { throw InvalidName("a request with id null") }
    return .request(id: id, method: name, params: value)
  }

  private func answer(_ id: RequestID?) throws(InvalidName) -> Envelope {
    if let result = member(resultIndex) {
      guard errorIndex < 0 else { throw InvalidName("result and error together") }
      guard let id else { throw InvalidName("a response without id") }
      return .result(id: id, value: line[result.value])
    }
    guard let error = member(errorIndex) else { throw InvalidName("neither request nor response") }
    guard idIndex >= 0 else { throw InvalidName("a response without id") }
    return try failure(line[error.value], id)
  }

  /// An answer with the member `error`.
  private func failure(_ value: ArraySlice<UInt8>, _ id: RequestID?) throws(InvalidName) -> Envelope {
    let invalid = InvalidName("error is not {code: integer, message: string}")
    guard let document = try? JSONDocument(value), document.isObject(JSONDocument.root),
      let code = document.member("code", of: JSONDocument.root),
      let message = document.member("message", of: JSONDocument.root), document.firstByte(message) == 0x22,
      let number = JSONDecoding.integer(document.bytes(code))
    else { throw invalid }
    let data = document.member("data", of: JSONDocument.root)
    return .error(
      id: id, code: number, message: document.string(message), data: data.map { document.bytes($0) })
  }

  private func isVersion(_ value: ArraySlice<UInt8>) -> Bool {
    value.withUnsafeBufferPointer { value in
      Self.version.withUTF8Buffer { version in
        JSONText.areEqual(value, version)
          || (value.contains(0x5c) && JSONText.unescaped(value).elementsEqual(version))
      }
    }
  }

  private func fail(_ reason: String, _ id: RequestID?) -> EnvelopeError {
    EnvelopeError(code: EnvelopeError.invalidRequest, reason: reason, id: id, isResponse: isResponse)
  }
}
