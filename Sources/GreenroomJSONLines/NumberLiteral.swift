/// Number literals, read without a String where that is exact.
enum NumberLiteral {
  /// An integer without fraction or exponent; nil if it does not fit or is none.
  static func integer<Value: FixedWidthInteger>(_ bytes: UnsafeBufferPointer<UInt8>, _: Value.Type = Int.self) -> Value?
  {
    let isNegative = bytes.first == 0x2d
    guard bytes.count > (isNegative ? 1 : 0) else { return nil }
    var value: Value = 0
    for index in (isNegative ? 1 : 0)..<bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit <= 9 else { return nil }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) =
        isNegative
        ? product.subtractingReportingOverflow(Value(digit)) : product.addingReportingOverflow(Value(digit))
      if isTooLarge || overflows { return nil }
      value = sum
    }
    return value
  }

  /// The nearest Double; nil if it is not finite or no number is there.
  static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count <= JSONScanner.numberLimit, startsNumber(bytes) else { return nil }
    if let value = shortDouble(bytes) { return value }
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  /// The nearest Float; rounded once, not by way of a Double.
  static func float(_ bytes: UnsafeBufferPointer<UInt8>) -> Float? {
    guard bytes.count <= JSONScanner.numberLimit, startsNumber(bytes) else { return nil }
    guard let value = Float(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  static func startsNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    return first == 0x2d || (first >= 0x30 && first <= 0x39)
  }

  /// Up to 15 digits with at most 22 decimals: both integers are exact Doubles, so that their quotient is rounded once.
  private static func shortDouble(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count <= 17 else { return nil }
    let isNegative = bytes[0] == 0x2d
    var mantissa = 0
    var digitCount = 0
    var decimals: Int?
    for index in (isNegative ? 1 : 0)..<bytes.count {
      let byte = bytes[index]
      if byte == 0x2e, decimals == nil {
        decimals = 0
        continue
      }
      let digit = byte &- 0x30
      guard digit <= 9 else { return nil }
      mantissa = mantissa * 10 + Int(digit)
      digitCount += 1
      if let count = decimals { decimals = count + 1 }
    }
    guard digitCount > 0, digitCount <= 15 else { return nil }
    var value = Double(mantissa)
    if let decimals { value /= powersOfTen[decimals] }
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
