/// Strings: each function takes the index where the token begins and returns the index behind it.
extension JSONScanner {
  /// A string from its opening quote on.
  @inline(__always)
  static func skipString(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ hasEscapes: inout Bool
  ) throws(JSONScanError) -> Int {
    // Most names and many values end within the first word.
    if start + 9 <= bytes.count, let base = bytes.baseAddress {
      let word = UnsafeRawPointer(base + start + 1).loadUnaligned(as: UInt64.self).littleEndian
      let found = JSONText.specialsOrNonASCII(word)
      if found != 0 {
        let end = start + 1 + JSONText.position(found)
        if base[end] == 0x22 { return end + 1 }
      }
    }
    return try skipLongString(bytes, start, &hasEscapes)
  }

  @inline(never)
  private static func skipLongString(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ hasEscapes: inout Bool
  ) throws(JSONScanError) -> Int {
    guard let base = bytes.baseAddress else { throw JSONScanError(.unexpectedEnd, at: start) }
    let count = bytes.count
    var index = JSONText.skipPlainASCII(base, start + 1, count)
    while index < count {
      if index + 8 <= count {
        let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self).littleEndian
        let found = JSONText.specialsOrNonASCII(word)
        guard found != 0 else {
          index += 8
          continue
        }
        index += JSONText.position(found)
      }
      let byte = base[index]
      if byte >= 0x80 {
        index = try skipNonASCII(base, index, count)
      } else if byte == 0x22 {
        return index + 1
      } else if byte == 0x5c {
        hasEscapes = true
        index = try skipEscape(bytes, index)
      } else if byte < 0x20 {
        throw JSONScanError(.controlInString, at: index)
      } else {
        index += 1
      }
    }
    throw JSONScanError(.unexpectedEnd, at: index)
  }

  /// Skips a run of UTF-8 sequences of two to four bytes (Unicode 15, table 3-7): no overlong form, no surrogate, nothing
  /// above U+10FFFF.
  @inline(__always)
  private static func skipNonASCII(
    _ base: UnsafePointer<UInt8>, _ start: Int, _ count: Int
  ) throws(JSONScanError) -> Int {
    var index = start
    while index + 4 <= count, base[index] >= 0x80 {
      // The first byte of the sequence is the lowest of the word.
      let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt32.self).littleEndian
      if word & 0x00c0_c0f0 == 0x0080_80e0 {
        let high = word & 0x200f
        guard high != 0, high != 0x200d else { throw JSONScanError(.invalidUTF8, at: index) }
        index += 3
      } else if word & 0xc0e0 == 0x80c0 {
        guard word & 0x1e != 0 else { throw JSONScanError(.invalidUTF8, at: index) }
        index += 2
      } else if word & 0xc0c0_c0f8 == 0x8080_80f0 {
        let plane = (word & 0x07) << 2 | (word >> 12) & 0x03
        guard plane >= 1, plane <= 16 else { throw JSONScanError(.invalidUTF8, at: index) }
        index += 4
      } else {
        throw JSONScanError(.invalidUTF8, at: index)
      }
    }
    if index < count, base[index] >= 0x80 {
      // Fewer than four bytes are left: no string ends behind a sequence of more than two.
      guard index + 2 < count, base[index] >= 0xc2, base[index] <= 0xdf, base[index + 1] & 0xc0 == 0x80 else {
        throw JSONScanError(.invalidUTF8, at: index)
      }
      index += 2
    }
    return index
  }

  /// An escape from its backslash on; a pair of surrogates is one.
  private static func skipEscape(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) throws(JSONScanError) -> Int {
    guard start + 1 < bytes.count else { throw JSONScanError(.unexpectedEnd, at: start) }
    switch bytes[start + 1] {
    case 0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74: return start + 2
    case 0x75:
      guard let unit = hexUnit(bytes, start + 2) else { throw JSONScanError(.badEscape, at: start) }
      if unit & 0xfc00 == 0xdc00 { throw JSONScanError(.loneSurrogate, at: start) }
      guard unit & 0xfc00 == 0xd800 else { return start + 6 }
      guard start + 7 < bytes.count, bytes[start + 6] == 0x5c, bytes[start + 7] == 0x75,
        let low = hexUnit(bytes, start + 8), low & 0xfc00 == 0xdc00
      else { throw JSONScanError(.loneSurrogate, at: start) }
      return start + 12
    default: throw JSONScanError(.badEscape, at: start)
    }
  }

  /// Four hexadecimal digits.
  static func hexUnit(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for index in start..<(start + 4) {
      let byte = bytes[index]
      switch byte {
      case 0x30...0x39: unit = unit << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: unit = unit << 4 | UInt32(byte - 0x37)
      case 0x61...0x66: unit = unit << 4 | UInt32(byte - 0x57)
      default: return nil
      }
    }
    return unit
  }
}
