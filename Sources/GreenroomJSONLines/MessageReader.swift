/// Reads lines as JSON-RPC 2.0 messages: scans strictly, then looks at the envelope; the payload stays as it is.
package struct MessageReader: ~Copyable {
  private var scanner: JSONScanner
  /// Two, since many peers send two kinds of lines by turns: the one that matched last, and the other.
  private var templates = (MessageTemplate(), MessageTemplate())
  /// Whether the line just read is like the first of them, and where it begins.
  private var isKnown = false
  private var base = 0
  /// Lines that were like none of them: of these every fourth is kept, so that a peer whose lines are all different pays
  /// next to nothing.
  private var unmatchedCount = 0

  /// A line with more containers inside one another is refused.
  package init(depthLimit: Int = JSONScanner.defaultDepthLimit) { scanner = JSONScanner(depthLimit: depthLimit) }

  /// The members of `params` of the line just read, as indices of that line.
  package var parameterMembers: [JSONMember] {
    isKnown ? templates.0.parameters(base) : scanner.parameterMembers.map { $0 }
  }

  /// A member of `params` of the line just read.
  ///
  /// `mutating` though nothing changes: else all of this value is copied for the call (6.3.1).
  @inline(__always)
  package mutating func parameter(_ name: JSONName) -> JSONMember? {
    if isKnown { return templates.0.parameter(name, base) }
    for index in 0..<scanner.parameterMembers.count where scanner.parameterMembers[index].isNamed(name) {
      return scanner.parameterMembers[index]
    }
    return nil
  }

  /// The text of a member of `params` that is a string without escapes, between its quotes.
  ///
  /// `mutating` as above.
  @inline(__always)
  package mutating func plainParameter(_ name: JSONName) -> Range<Int>? {
    isKnown ? templates.0.plainParameter(name, base) : parameter(name)?.plainText
  }

  /// Hands over what is probably the text of a member of `params` of the framer's next line: if that is like the line just read.
  /// A guess, by which something may be made ready and nothing decided.
  package mutating func withExpectedParameter(
    _ name: JSONName, ofNextIn framer: inout LineFramer, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard isKnown, let next = framer.peek() else { return }
    let template = templates.0
    framer.withBytes(next) { line in
      if let text = template.expectedParameter(name, on: line) { body(text) }
    }
  }

  /// Reads one line; the places are indices of it.
  package mutating func read(_ line: ArraySlice<UInt8>) throws(EnvelopeError) -> Envelope {
    if line.withUnsafeBufferPointer({ readsKnown($0, at: line.startIndex) }) { return knownEnvelope }
    return try readUnlike(line)
  }

  /// The same for a line that was handed out by a framer, where it stands.
  @inline(__always)
  package mutating func read(_ line: Range<Int>, of framer: inout LineFramer) throws(EnvelopeError) -> Envelope {
    if framer.withBytes(line, { readsKnown($0, at: line.lowerBound) }) { return knownEnvelope }
    return try readUnlike(framer[line])
  }

  /// Reads one line if it differs from one before in its values alone: then it is `knownEnvelope`. `base` is the index of its
  /// first byte. Else it has to be read by `readUnlike`.
  @inline(__always)
  private mutating func readsKnown(_ line: UnsafeBufferPointer<UInt8>, at base: Int) -> Bool {
    self.base = base
    isKnown = isLikeOneBefore(line)
    return isKnown
  }

  /// What the line is that was known just now.
  ///
  /// `mutating` as above.
  private var knownEnvelope: Envelope {
    mutating get {
      let template = templates.0
      return switch template.kind {
      case .notification: .notification(method: template.method(base), params: template.params(base))
      case .request:
        .request(id: .number(template.number), method: template.method(base), params: template.params(base))
      case .result: .result(id: .number(template.number), value: template.result(base))
      }
    }
  }

  /// Whether the line differs from one before in its values alone.
  @inline(__always)
  private mutating func isLikeOneBefore(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    if templates.0.match(line) { return true }
    guard templates.1.match(line) else { return false }
    swap(&templates.0, &templates.1)
    return true
  }

  /// Reads one line that is not known.
  @inline(never)
  private mutating func readUnlike(_ line: ArraySlice<UInt8>) throws(EnvelopeError) -> Envelope {
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
      let envelope = try EnvelopeMembers(scanner.members).envelope(scanner.members, in: line)
      // In place of the one that did not match last.
      if unmatchedCount & 3 == 0, templates.1.take(line, envelope, scanner) { swap(&templates.0, &templates.1) }
      unmatchedCount &+= 1
      return envelope
    case .array: throw Self.invalid("an array: batches are not part of the protocol")
    default: throw Self.invalid("a value that is no object")
    }
  }

  private static func invalid(_ reason: String) -> EnvelopeError {
    EnvelopeError(code: EnvelopeError.invalidRequest, reason: reason)
  }
}
