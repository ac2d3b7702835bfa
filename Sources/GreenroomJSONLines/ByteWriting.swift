/// JSON written by hand into a buffer. Whatever the text, the output is one line of valid UTF-8.
extension [UInt8] {
  /// Appends text that is JSON already.
  @inlinable
  package mutating func append(static text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Appends an integer in decimal.
  package mutating func appendJSON(_ number: Int) {
    append(upTo: ByteWriter.integerByteCount) { $0.write(number) }
  }

  /// Appends a string in quotes.
  package mutating func appendJSONString(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ appendJSONString(utf8: $0) }) == nil {
      var text = text
      text.withUTF8 { appendJSONString(utf8: $0) }
    }
  }

  /// Appends valid UTF-8 as a string in quotes.
  package mutating func appendJSONString(_ text: ArraySlice<UInt8>) {
    text.withUnsafeBufferPointer { appendJSONString(utf8: $0) }
  }

  /// Escapes what RFC 8259 section 7 demands: quote, backslash and controls; DEL too, since terminals act on it.
  private mutating func appendJSONString(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    if JSONText.plainCount(bytes, from: 0) == bytes.count {
      append(upTo: bytes.count + 2) {
        $0.writeQuoted(bytes)
      }
      return
    }
    append(0x22)
    var index = 0
    while true {
      let plain = JSONText.plainCount(bytes, from: index)
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<index + plain]))
      index += plain
      guard index < bytes.count else { break }
      appendEscape(bytes[index])
      index += 1
    }
    append(0x22)
  }

  private mutating func appendEscape(_ byte: UInt8) {
    append(0x5c)
    switch byte {
    case 0x22, 0x5c: append(byte)
    case 0x0a: append(0x6e)
    case 0x0d: append(0x72)
    case 0x09: append(0x74)
    default:
      append(static: "u00")
      append(Self.hexDigit(byte >> 4))
      append(Self.hexDigit(byte & 0xf))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
