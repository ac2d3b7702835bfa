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

  private mutating func appendJSONString(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    if JSONText.isPlain(bytes) {
      append(upTo: bytes.count + 2) { $0.writeQuoted(bytes) }
    } else {
      append(upTo: ByteWriter.stringByteCount(bytes.count)) { $0.writeString(bytes) }
    }
  }
}
