/// What a line is in JSON-RPC 2.0: places on the line, so that nothing has to be held and let go of for each message.
package enum Envelope {
  /// White space.
  case blank
  /// `params` may be an array here, which the wire allows: the method decides that it wants an object.
  case request(id: EnvelopeID, method: MemberText, params: Range<Int>?)
  case notification(method: MemberText, params: Range<Int>?)
  case result(id: EnvelopeID, value: Range<Int>)
  /// An error answer, whose object is an `EnvelopeFailure`; without id the peer could not read a line of ours.
  case error(id: EnvelopeID?, value: Range<Int>)
}

/// The id of a message: a number, or where its text stands.
package enum EnvelopeID {
  case number(Int)
  case string(MemberText)

  /// The id itself, from the line that it was read from.
  package func requestID(in line: ArraySlice<UInt8>) -> RequestID {
    switch self {
    case .number(let number): .number(number)
    case .string(let text): .string(String(decoding: text.bytes(in: line), as: UTF8.self))
    }
  }
}

/// A text of the envelope on its line: a method, or an id. Some, not too many bytes of UTF-8 without control characters.
package struct MemberText {
  /// Between its quotes, as indices of the line.
  package let place: Range<Int>
  package let hasEscapes: Bool

  /// One that was found to be a name before.
  @inline(__always)
  init(checked place: Range<Int>, hasEscapes: Bool) {
    self.place = place
    self.hasEscapes = hasEscapes
  }

  /// A string with its quotes. nil if it is no name: empty, too long, or with a control character, which could forge a line
  /// of a log.
  init?(_ string: Range<Int>, hasEscapes: Bool, in line: ArraySlice<UInt8>, limit: Int) {
    place = string.lowerBound + 1..<string.upperBound - 1
    self.hasEscapes = hasEscapes
    let isName = withBytes(in: line) { bytes in
      bytes.count > 0 && bytes.count <= limit && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    }
    if !isName { return nil }
  }

  /// The text, unescaped: compare it as bytes. A part of the line if it holds no escape.
  package func bytes(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    hasEscapes ? line[place].withUnsafeBufferPointer { JSONText.unescaped($0)[...] } : line[place]
  }

  /// Hands over the text, unescaped.
  @inline(__always)
  package func withBytes<Result>(
    in line: ArraySlice<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let offset = line.startIndex
    return line.withUnsafeBufferPointer { line in
      let bytes = UnsafeBufferPointer(rebasing: line[place.lowerBound - offset..<place.upperBound - offset])
      return hasEscapes ? JSONText.unescaped(bytes).withUnsafeBufferPointer(body) : body(bytes)
    }
  }
}

/// What an error answer says.
package struct EnvelopeFailure {
  package let code: Int
  package let message: String
  /// Unread, a part of the line.
  package let data: ArraySlice<UInt8>?

  /// Reads `{code: integer, message: string}`; nil from anything else.
  package init?(_ value: ArraySlice<UInt8>) {
    guard let document = try? JSONDocument(value), document.isObject(JSONDocument.root),
      let code = document.member("code", of: JSONDocument.root),
      let message = document.member("message", of: JSONDocument.root), document.firstByte(message) == 0x22,
      let number = try? document.integer(Int.self, code)
    else { return nil }
    self.code = number
    self.message = document.string(message)
    data = document.member("data", of: JSONDocument.root).map { document.slice($0, of: value) }
  }
}
