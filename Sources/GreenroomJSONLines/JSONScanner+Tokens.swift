#if canImport(Glibc)
  import Glibc
#endif

/// The tokens of JSON: each function takes the index where the token begins and returns the index behind it.
extension JSONScanner {
  @inline(__always)
  static func skipSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { break }
      index += 1
    }
    return index
  }

  static func skipWord(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ word: StaticString
  ) throws(JSONScanError) -> Int {
    let length = word.utf8CodeUnitCount
    guard start + length <= bytes.count else {
      throw JSONScanError(.unexpectedByte(bytes[start]), at: start)
    }
    let matches = word.withUTF8Buffer { expected in
      for offset in 0..<length where bytes[start + offset] != expected[offset] { return false }
      return true
    }
    guard matches else { throw JSONScanError(.unexpectedByte(bytes[start]), at: start) }
    return start + length
  }

  // MARK: Strings

  /// Eight bytes at once: whether one of them ends the plain run of a string (quote, backslash, control, not ASCII).
  @inline(__always)
  private static func hasSpecial(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5c)
    let isQuote = (quote &- ones) & ~quote
    let isBackslash = (backslash &- ones) & ~backslash
    let isControl = (word &- (ones &* 0x20)) & ~word
    return (isQuote | isBackslash | isControl | word) & highs != 0
  }

  /// - Parameter start: the opening quote.
  static func skipString(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ hasEscapes: inout Bool
  ) throws(JSONScanError) -> Int {
    guard let base = bytes.baseAddress else { throw JSONScanError(.unexpectedEnd, at: start) }
    let count = bytes.count
    var index = start + 1
    while true {
      while index + 8 <= count {
        let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
        if hasSpecial(word) { break }
        index += 8
      }
      // At most eight plain bytes, or the tail of the text.
      while index < count {
        let byte = base[index]
        if byte == 0x22 { return index + 1 }
        if byte == 0x5c || byte < 0x20 || byte >= 0x80 { break }
        index += 1
      }
      guard index < count else { throw JSONScanError(.unexpectedEnd, at: index) }
      let byte = base[index]
      if byte == 0x5c {
        hasEscapes = true
        index = try skipEscape(bytes, index)
      } else if byte >= 0x80 {
        let length = sequenceLength(bytes, index)
        guard length > 0 else { throw JSONScanError(.invalidUTF8, at: index) }
        index += length
      } else {
        throw JSONScanError(.controlInString, at: index)
      }
    }
  }

  /// The length of the UTF-8 sequence that begins here, or 0 if it is none (Unicode 15, table 3-7).
  private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    func continuation(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xbf) -> Bool {
      index + offset < bytes.count && range.contains(bytes[index + offset])
    }
    switch bytes[index] {
    case 0xc2...0xdf: return continuation(1) ? 2 : 0
    case 0xe0: return continuation(1, 0xa0...0xbf) && continuation(2) ? 3 : 0
    case 0xed: return continuation(1, 0x80...0x9f) && continuation(2) ? 3 : 0
    case 0xe1...0xef: return continuation(1) && continuation(2) ? 3 : 0
    case 0xf0: return continuation(1, 0x90...0xbf) && continuation(2) && continuation(3) ? 4 : 0
    case 0xf1...0xf3: return continuation(1) && continuation(2) && continuation(3) ? 4 : 0
    case 0xf4: return continuation(1, 0x80...0x8f) && continuation(2) && continuation(3) ? 4 : 0
    default: return 0
    }
  }

  /// - Parameter start: the backslash.
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

  // MARK: Numbers

  static func skipNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) throws(JSONScanError) -> Int {
    let count = bytes.count
    var index = start
    func isDigit(_ index: Int) -> Bool { index < count && bytes[index] >= 0x30 && bytes[index] <= 0x39 }
    if bytes[index] == 0x2d { index += 1 }
    guard isDigit(index) else {
      throw JSONScanError(bytes[start] == 0x2d ? .badNumber : .unexpectedByte(bytes[start]), at: start)
    }
    let firstDigit = index
    if bytes[index] == 0x30 { index += 1 } else { while isDigit(index) { index += 1 } }
    let integerDigits = index - firstDigit
    if index < count, bytes[index] == 0x2e {
      index += 1
      guard isDigit(index) else { throw JSONScanError(.badNumber, at: start) }
      while isDigit(index) { index += 1 }
    }
    var exponent = 0
    if index < count, bytes[index] | 0x20 == 0x65 {
      index += 1
      var isNegative = false
      if index < count, bytes[index] == 0x2b || bytes[index] == 0x2d {
        isNegative = bytes[index] == 0x2d
        index += 1
      }
      guard isDigit(index) else { throw JSONScanError(.badNumber, at: start) }
      while isDigit(index) {
        exponent = min(exponent * 10 + Int(bytes[index] - 0x30), 1_000_000)
        index += 1
      }
      if isNegative { exponent = -exponent }
    }
    if isDigit(index) { throw JSONScanError(.badNumber, at: start) }
    guard index - start <= numberLimit else { throw JSONScanError(.numberTooLong(limit: numberLimit), at: start) }
    // The largest Double has 309 integer digits: only near it the conversion has to decide.
    if integerDigits + exponent > 308, !isFinite(bytes, start..<index) {
      throw JSONScanError(.numberNotRepresentable, at: start)
    }
    return index
  }

  private static func isFinite(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    let text = String(decoding: bytes[range], as: UTF8.self)
    return Double(text)?.isFinite ?? false
  }
}
