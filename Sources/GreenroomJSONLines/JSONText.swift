#if canImport(Glibc)
  internal import Glibc
#endif

/// Strings between JSON and UTF-8, eight bytes at a time where they are plain.
package enum JSONText {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// A word in which the high bit of every quote, backslash and control is set. Above the first such byte there may be
  /// false ones, so that only the lowest bit may be looked at.
  @inline(__always)
  static func specials(_ word: UInt64) -> UInt64 {
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5c)
    let isQuote = (quote &- ones) & ~quote
    let isBackslash = (backslash &- ones) & ~backslash
    let isControl = (word &- (ones &* 0x20)) & ~word
    return (isQuote | isBackslash | isControl) & highBits
  }

  /// The same with every byte that is not ASCII.
  @inline(__always)
  static func specialsOrNonASCII(_ word: UInt64) -> UInt64 { specials(word) | (word & highBits) }

  /// The same with DEL.
  @inline(__always)
  private static func specialsOrDelete(_ word: UInt64) -> UInt64 {
    let delete = word ^ (ones &* 0x7f)
    return specials(word) | ((delete &- ones) & ~delete & highBits)
  }

  // MARK: Blocks of long strings

  /// Long strings are looked at in blocks of so many bytes. The loops over a block have neither exit nor branch, so that the
  /// compiler makes vector code of them: three times as fast as word by word.
  private static let blockByteCount = 64

  /// The end of the whole blocks from an index on in which no byte is bad, that is, has another verdict than 0.
  @inline(__always)
  private static func skipBlocks(
    _ base: UnsafePointer<UInt8>, _ start: Int, _ count: Int, _ verdict: (UInt8) -> UInt8
  ) -> Int {
    var index = start
    while index + blockByteCount <= count {
      var bad: UInt8 = 0
      for offset in 0..<blockByteCount { bad |= verdict(base[index &+ offset]) }
      if bad != 0 { break }
      index += blockByteCount
    }
    return index
  }

  /// A condition as a number, since `||` is a branch.
  @inline(__always)
  private static func one(_ condition: Bool) -> UInt8 { condition ? 1 : 0 }

  /// Skips blocks of printable ASCII without quote and backslash.
  @inline(__always)
  static func skipPlainASCII(_ base: UnsafePointer<UInt8>, _ start: Int, _ count: Int) -> Int {
    skipBlocks(base, start, count) { one($0 == 0x22) | one($0 == 0x5c) | one($0 &- 0x20 >= 0x60) }
  }

  /// How many bytes stand before the byte of the lowest bit.
  @inline(__always)
  static func position(_ bits: UInt64) -> Int { bits.trailingZeroBitCount >> 3 }

  /// The number of bytes from an index on that stand in JSON strings as they are: no quote, backslash, control or DEL.
  @inline(__always)
  static func plainCount(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var index = skipBlocks(base, start, bytes.count) {
      one($0 < 0x20) | one($0 == 0x22) | one($0 == 0x5c) | one($0 == 0x7f)
    }
    while index + 8 <= bytes.count {
      let found = specialsOrDelete(UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self).littleEndian)
      if found != 0 { return index + position(found) - start }
      index += 8
    }
    let rest = bytes.count - index
    if rest > 0 {
      let found = specialsOrDelete(shortWord(base + index, rest))
      index += found == 0 ? rest : position(found)
    }
    return index - start
  }

  /// Whether all bytes stand in JSON strings as they are.
  @inline(__always)
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { plainCount(bytes, from: 0) == bytes.count }

  /// One to seven bytes as a word, spaces behind them.
  @inline(__always)
  private static func shortWord(_ base: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(base)
    let bits = UInt64(truncatingIfNeeded: 8 * count)
    let word: UInt64
    if count >= 4 {
      // Two halves, which may overlap.
      let high = UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self).littleEndian)
      word = UInt64(bytes.loadUnaligned(as: UInt32.self).littleEndian) | high &<< (bits - 32)
    } else {
      // The first, the one in the middle and the last are all there are.
      let middle = count >> 1
      word =
        UInt64(base[0]) | UInt64(base[middle]) &<< UInt64(truncatingIfNeeded: 8 * middle)
        | UInt64(base[count - 1]) &<< (bits - 8)
    }
    return word | (ones &* 0x20) &<< bits
  }

  /// The end of a string that was scanned: the index behind its closing quote, or nil if there is none.
  ///
  /// It begins at its opening quote.
  @inline(__always)
  static func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ hasEscapes: inout Bool) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var index = skipBlocks(base, start + 1, bytes.count) { one($0 == 0x22) | one($0 == 0x5c) }
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let found = specials(UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self).littleEndian)
        guard found != 0 else {
          index += 8
          continue
        }
        index += position(found)
      }
      switch base[index] {
      case 0x22: return index + 1
      case 0x5c:
        hasEscapes = true
        index += 2
      default: index += 1
      }
    }
    return nil
  }

  @inline(__always)
  package static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return memcmp(first, second, left.count) == 0
  }

  /// The UTF-8 that an escaped string stands for. The string was scanned; from other bytes something harmless comes.
  static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    unescape(bytes, into: &output)
    return output
  }

  /// Appends the UTF-8 that an escaped string stands for.
  static func unescape(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    var index = 0
    while index < bytes.count {
      let rest = UnsafeBufferPointer(rebasing: bytes[index...])
      let plain = rest.firstIndex(of: 0x5c) ?? rest.count
      output.append(contentsOf: rest[..<plain])
      index += plain
      guard index + 1 < bytes.count else { return }
      index += 2
      switch bytes[index - 1] {
      case 0x62: output.append(0x08)
      case 0x66: output.append(0x0c)
      case 0x6e: output.append(0x0a)
      case 0x72: output.append(0x0d)
      case 0x74: output.append(0x09)
      case 0x75: index = unescapeUnit(bytes, index, into: &output)
      case let other: output.append(other)
      }
    }
  }

  /// Appends what a \u escape stands for, or two of them for one scalar; begins at the first hexadecimal digit.
  private static func unescapeUnit(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, into output: inout [UInt8]
  ) -> Int {
    var index = start + 4
    var scalar = JSONScanner.hexUnit(bytes, start) ?? 0xfffd
    if scalar & 0xfc00 == 0xd800, let low = JSONScanner.hexUnit(bytes, index + 2), low & 0xfc00 == 0xdc00 {
      scalar = 0x10000 + ((scalar & 0x3ff) << 10) + (low & 0x3ff)
      index += 6
    }
    let encoded = Unicode.Scalar(scalar).flatMap { UTF8.encode($0) } ?? UTF8.encodedReplacementCharacter
    output.append(contentsOf: encoded)
    return index
  }
}
