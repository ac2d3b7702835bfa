/// JSON written by hand into a buffer. Whatever the text, the output is one line of valid UTF-8.
extension [UInt8] {
  @inlinable
  package mutating func append(static text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  package mutating func appendJSON(_ number: Int) {
    if number >= 0, number < 10 {
      append(0x30 + UInt8(number))
      return
    }
    var rest = number.magnitude
    if number < 0 { append(0x2d) }
    var digits: UInt64 = 0
    var high: UInt64 = 0
    var count = 0
    while rest > 0 {
      let digit = UInt64(rest % 10)
      if count < 16 { digits |= digit << (4 * count) } else { high |= digit << (4 * (count - 16)) }
      rest /= 10
      count += 1
    }
    while count > 0 {
      count -= 1
      let digit = count < 16 ? digits >> (4 * count) : high >> (4 * (count - 16))
      append(0x30 + UInt8(digit & 0xf))
    }
  }

  package mutating func appendJSONString(_ text: String) {
    var text = text
    text.withUTF8 { appendJSONString(utf8: $0) }
  }

  package mutating func appendJSONString(_ text: ArraySlice<UInt8>) {
    text.withUnsafeBufferPointer { appendJSONString(utf8: $0) }
  }

  /// Escapes what RFC 8259 section 7 demands: quote, backslash and controls; DEL too, since terminals act on it.
  private mutating func appendJSONString(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    append(0x22)
    var plain = 0
    for index in 0..<bytes.count {
      let byte = bytes[index]
      guard byte < 0x20 || byte == 0x22 || byte == 0x5c || byte == 0x7f else { continue }
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<index]))
      plain = index + 1
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
    append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<bytes.count]))
    append(0x22)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
