/// Reads lines as JSON-RPC 2.0 messages: scans strictly, then looks at the envelope; the payload stays as it is.
package struct MessageReader: ~Copyable {
  var scanner: JSONScanner

  /// A line with more containers inside one another is refused.
  package init(depthLimit: Int = JSONScanner.defaultDepthLimit) { scanner = JSONScanner(depthLimit: depthLimit) }

  /// The members of `params` of the line just read, as indices of that line.
  package var parameterMembers: [JSONMember] { scanner.parameterMembers.map { $0 } }

  /// A member of `params` of the line just read.
  @inline(__always)
  package func parameter(_ name: JSONName) -> JSONMember? {
    for index in 0..<scanner.parameterMembers.count where scanner.parameterMembers[index].isNamed(name) {
      return scanner.parameterMembers[index]
    }
    return nil
  }

  /// Reads one line; the places are indices of it.
  package mutating func read(_ line: ArraySlice<UInt8>) throws(EnvelopeError) -> Envelope {
    do {
      try scanner.scan(line)
    } catch {
      if error.reason == .empty { return .blank }
      let id = BrokenAnswer.id(of: line)
      throw EnvelopeError(
        code: EnvelopeError.parseError, reason: error.description, id: id, isResponse: id != nil)
    }
    switch scanner.kind {
    case .object:
      return try scanner.envelopeMembers().envelope(scanner.members, in: line)
    case .array: throw Self.invalid("an array: batches are not part of the protocol")
    default: throw Self.invalid("a value that is no object")
    }
  }

  private static func invalid(_ reason: String) -> EnvelopeError {
    EnvelopeError(code: EnvelopeError.invalidRequest, reason: reason)
  }
}
