/// White space, numbers and words: each function takes the index where the token begins and returns the index behind it.
extension JSONScanner {
  @inline(__always)
  static func skipSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    // None, as a rule.
    if start < bytes.count, bytes[start] > 0x20 { return start }
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { break }
      index += 1
    }
    return index
  }

  @inline(__always)
  static func skipWord(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ word: StaticString
  ) throws(JSONScanError) -> Int {
    let end = start + word.utf8CodeUnitCount
    guard end <= bytes.count,
      word.withUTF8Buffer({ JSONText.areEqual(UnsafeBufferPointer(rebasing: bytes[start..<end]), $0) })
    else { throw JSONScanError(.unexpectedByte(bytes[start]), at: start) }
    return end
  }

  /// Checks the grammar, the length, and that a Double can hold the value; converts only near the largest Double.
  static func skipNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) throws(JSONScanError) -> Int {
    let count = bytes.count
    var index = start
    if bytes[index] == 0x2d { index += 1 }
    let firstDigit = index
    index = skipDigits(bytes, index)
    let integerDigits = index - firstDigit
    guard integerDigits > 0 else {
      throw JSONScanError(firstDigit > start ? .badNumber : .unexpectedByte(bytes[start]), at: start)
    }
    // 0 stands alone: 01 is no number.
    guard integerDigits == 1 || bytes[firstDigit] != 0x30 else { throw JSONScanError(.badNumber, at: start) }
    if index < count, bytes[index] == 0x2e {
      let end = skipDigits(bytes, index + 1)
      guard end > index + 1 else { throw JSONScanError(.badNumber, at: start) }
      index = end
    }
    var exponent = 0
    if index < count, bytes[index] | 0x20 == 0x65 {
      index += 1
      let sign = index < count ? bytes[index] : 0
      if sign == 0x2b || sign == 0x2d { index += 1 }
      let end = skipDigits(bytes, index)
      guard end > index else { throw JSONScanError(.badNumber, at: start) }
      // Leading zeros or not: beyond six digits it is out of range either way.
      for digit in bytes[index..<end] { exponent = min(exponent * 10 + Int(digit - 0x30), 1_000_000) }
      if sign == 0x2d { exponent = -exponent }
      index = end
    }
    guard index - start <= numberLimit else { throw JSONScanError(.numberTooLong(limit: numberLimit), at: start) }
    // The largest Double has 309 digits before its point: with fewer there is nothing to convert.
    if integerDigits + exponent > 308,
      NumberLiteral.double(UnsafeBufferPointer(rebasing: bytes[start..<index])) == nil
    {
      throw JSONScanError(.numberNotRepresentable, at: start)
    }
    return index
  }

  @inline(__always)
  private static func skipDigits(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] &- 0x30 <= 9 { index += 1 }
    return index
  }
}
