/// Strings and numbers between JSON and Swift, byte by byte.
enum JSONText {
  /// The UTF-8 that an escaped string stands for. The string was scanned; from other bytes something harmless comes.
  static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x5c, index + 1 < bytes.count else {
        output.append(byte)
        index += 1
        continue
      }
      index += 2
      switch bytes[index - 1] {
      case 0x62: output.append(0x08)
      case 0x66: output.append(0x0c)
      case 0x6e: output.append(0x0a)
      case 0x72: output.append(0x0d)
      case 0x74: output.append(0x09)
      case 0x75:
        var scalar = JSONScanner.hexUnit(bytes, index) ?? 0xfffd
        index += 4
        if scalar & 0xfc00 == 0xd800, index + 6 <= bytes.count, let low = JSONScanner.hexUnit(bytes, index + 2) {
          scalar = 0x10000 + ((scalar & 0x3ff) << 10) + (low & 0x3ff)
          index += 6
        }
        output.append(contentsOf: Unicode.UTF8.encode(Unicode.Scalar(scalar) ?? "\u{fffd}") ?? Unicode.UTF8.encodedReplacementCharacter)
      case let other: output.append(other)
      }
    }
    return output
  }
}
