/// Reads lines as JSON-RPC 2.0 messages: scans strictly, then looks at the envelope; the payload stays as it is.
package struct MessageReader: Sendable {
  private var scanner: JSONScanner
  private static let methodLimit = 256

  package init(depthLimit: Int = JSONScanner.defaultDepthLimit) { scanner = JSONScanner(depthLimit: depthLimit) }

  /// The members of `params` of the line just read, as indices of that line.
  package var parameterMembers: [JSONMember] { scanner.parameterMembers }

  /// - Returns: nil for a blank line.
  package mutating func read(_ line: ArraySlice<UInt8>) throws(EnvelopeError) -> Envelope? {
    do {
      try scanner.scan(line)
    } catch {
      if error.reason == .empty { return nil }
      throw EnvelopeError(code: -32700, reason: error.description)
    }
    guard scanner.kind == .object else {
      throw invalid(scanner.kind == .array ? "an array: batches are not part of the protocol" : "a value that is no object")
    }
    return try envelope(line)
  }

  /// The members of the envelope that this protocol knows; every other is skipped.
  private struct Members {
    var version, id, method, params, result, error: JSONMember?
  }

  private func envelope(_ line: ArraySlice<UInt8>) throws(EnvelopeError) -> Envelope {
    var found = Members()
    for member in scanner.members {
      if member.nameHasEscapes {
        assign(member, JSONDecoding.unescapedName(line[member.name])[...], &found)
      } else {
        assign(member, line[member.name], &found)
      }
    }
    let looksLikeAnswer = found.method == nil && (found.result != nil || found.error != nil)
    let id: RequestID?
    do {
      id = try found.id.flatMap { (member) throws(EnvelopeError) -> RequestID? in
        member.kind == .null && found.error != nil ? nil : try Self.id(member, line)
      }
    } catch {
      throw EnvelopeError(code: error.code, reason: error.reason, isResponse: looksLikeAnswer)
    }
    func fail(_ reason: String) -> EnvelopeError {
      EnvelopeError(code: -32600, reason: reason, id: looksLikeAnswer ? nil : id, isResponse: looksLikeAnswer)
    }
    guard let version = found.version, version.kind == .string, Self.isVersion(line[version.value]) else {
      throw fail("the member \"jsonrpc\" is missing or not \"2.0\"")
    }
    if let method = found.method {
      if found.result != nil || found.error != nil { throw fail("both a request and a response") }
      let name = try Self.method(method, line, fail)
      if let params = found.params, params.kind != .object, params.kind != .array {
        throw fail("params is neither object nor array")
      }
      let params = found.params.map { line[$0.value] }
      guard found.id != nil else { return .notification(method: name, params: params) }
      guard let id else { throw fail("a request with id null") }
      return .request(id: id, method: name, params: params)
    }
    if let result = found.result {
      if found.error != nil { throw fail("result and error together") }
      guard let id else { throw fail("a response without id") }
      return .result(id: id, value: line[result.value])
    }
    guard let error = found.error else { throw fail("neither request nor response") }
    guard found.id != nil else { throw fail("a response without id") }
    return try Self.error(error, id, line, fail)
  }

  private func assign(_ member: JSONMember, _ name: ArraySlice<UInt8>, _ found: inout Members) {
    switch name.count {
    case 2: if name.elementsEqual("id".utf8) { found.id = member }
    case 5: if name.elementsEqual("error".utf8) { found.error = member }
    case 6:
      if name.elementsEqual("method".utf8) {
        found.method = member
      } else if name.elementsEqual("params".utf8) {
        found.params = member
      } else if name.elementsEqual("result".utf8) {
        found.result = member
      }
    case 7: if name.elementsEqual("jsonrpc".utf8) { found.version = member }
    default: break
    }
  }

  private static func isVersion(_ value: ArraySlice<UInt8>) -> Bool {
    if value.count == 5 { return value.elementsEqual(#""2.0""#.utf8) }
    return (try? JSONDecoding.decode(String.self, from: value)) == "2.0"
  }

  private static func id(_ member: JSONMember, _ line: ArraySlice<UInt8>) throws(EnvelopeError) -> RequestID {
    let value = line[member.value]
    switch member.kind {
    case .number:
      // Not abs(): the smallest Int has none.
      if let number = JSONDecoding.integer(value), (-RequestID.safeInteger...RequestID.safeInteger).contains(number) {
        return .number(number)
      }
      throw EnvelopeError(code: -32600, reason: "the id is no integer within ±(2^53 - 1) without fraction or exponent")
    case .string:
      let bytes =
        member.valueHasEscapes
        ? JSONDecoding.unescapedName(value.dropFirst().dropLast())[...] : value.dropFirst().dropLast()
      guard !bytes.isEmpty, bytes.count <= RequestID.stringLimit, !bytes.contains(where: isControl) else {
        throw EnvelopeError(code: -32600, reason: "the id is empty, too long or holds control characters")
      }
      return .string(String(decoding: bytes, as: UTF8.self))
    default: throw EnvelopeError(code: -32600, reason: "the id is neither string nor integer")
    }
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7f }

  private static func method(
    _ member: JSONMember, _ line: ArraySlice<UInt8>, _ fail: (String) -> EnvelopeError
  ) throws(EnvelopeError) -> ArraySlice<UInt8> {
    guard member.kind == .string else { throw fail("the method is no string") }
    var name = line[member.value].dropFirst().dropLast()
    if member.valueHasEscapes { name = JSONDecoding.unescapedName(name)[...] }
    guard !name.isEmpty, name.count <= methodLimit, !name.contains(where: isControl) else {
      throw fail("the method is empty, longer than \(methodLimit) bytes or holds control characters")
    }
    return name
  }

  private static func error(
    _ member: JSONMember, _ id: RequestID?, _ line: ArraySlice<UInt8>, _ fail: (String) -> EnvelopeError
  ) throws(EnvelopeError) -> Envelope {
    struct ErrorMembers: Decodable {
      var code: Int
      var message: String
    }
    let value = line[member.value]
    guard member.kind == .object else { throw fail("error is no object") }
    let members: ErrorMembers
    do {
      members = try JSONDecoding.decode(ErrorMembers.self, from: value)
    } catch {
      throw fail("error is not {code: integer, message: string}")
    }
    return .error(id: id, code: members.code, message: members.message, data: JSONDecoding.member("data", of: value))
  }

  private func invalid(_ reason: String) -> EnvelopeError { EnvelopeError(code: -32600, reason: reason) }
}
