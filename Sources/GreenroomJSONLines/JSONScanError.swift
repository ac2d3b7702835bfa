/// Why bytes are not one strict JSON text (RFC 8259), and where.
package struct JSONScanError: Error, Equatable, CustomStringConvertible {
  /// What is wrong.
  package enum Reason: Equatable, Sendable {
    /// White space or nothing at all.
    case empty
    case byteOrderMark
    case invalidUTF8
    case unexpectedByte(UInt8)
    case unexpectedEnd
    case bytesAfterValue
    case expectedName
    case expectedColon
    case controlInString
    case badEscape
    case loneSurrogate
    case badNumber
    case numberTooLong(limit: Int)
    case numberNotRepresentable
    case tooDeep(limit: Int)
    /// The name unescaped; a long one is cut off.
    case duplicateName(String)
    /// The text begins with the header of another protocol.
    case lengthHeader
  }

  /// What is wrong.
  package let reason: Reason
  /// Index of the byte in the text, from 0.
  package let offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// A sentence for people, without control characters.
  package var description: String { "\(sentence) at byte \(offset)" }

  private var sentence: String {
    switch reason {
    case .empty: "no JSON value"
    case .byteOrderMark: "a byte order mark, which JSON text must not begin with,"
    case .invalidUTF8: "invalid UTF-8"
    case .unexpectedByte(let byte):
      byte > 0x20 && byte < 0x7f
        ? "an unexpected \"\(Character(UnicodeScalar(byte)))\"" : "an unexpected byte 0x\(String(byte, radix: 16))"
    case .unexpectedEnd: "an unfinished JSON value, which ends"
    case .bytesAfterValue: "bytes after the end of the value"
    case .expectedName: "a member name in quotes was expected"
    case .expectedColon: "a colon was expected"
    case .controlInString: "an unescaped control character in a string"
    case .badEscape: "a bad escape in a string"
    case .loneSurrogate: "half a surrogate pair in a string"
    case .badNumber: "not a JSON number"
    case .numberTooLong(let limit): "a number of more than \(limit) characters"
    case .numberNotRepresentable: "a number that no Double can hold"
    case .tooDeep(let limit): "more than \(limit) containers inside one another"
    case .duplicateName(let name): "the member name \(Self.quoted(name)) a second time in one object"
    case .lengthHeader: "this looks like LSP framing (Content-Length headers); the protocol is one JSON object per line"
    }
  }

  /// Escaped as in JSON, so that a name cannot forge a line of a log.
  private static func quoted(_ name: String) -> String {
    var bytes: [UInt8] = []
    bytes.appendJSONString(name)
    return String(decoding: bytes, as: UTF8.self)
  }
}
