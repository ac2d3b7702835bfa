/// Scalars of a document as values of Swift's types. Anything else than the type wants is an error with its path.
extension JSONDocument {
  @inline(__always)
  func isNull(_ entry: Int) -> Bool { firstByte(entry) == 0x6e }

  func decode(_ type: Bool.Type, _ entry: Int) throws -> Bool {
    switch firstByte(entry) {
    case 0x74: return true
    case 0x66: return false
    default: throw mismatch(entry, "Bool")
    }
  }

  func decode(_ type: String.Type, _ entry: Int) throws -> String {
    guard firstByte(entry) == 0x22 else { throw mismatch(entry, "String") }
    return string(entry)
  }

  func decode(_ type: Double.Type, _ entry: Int) throws -> Double {
    try number("Double", entry) { NumberLiteral.double($0) }
  }

  func decode(_ type: Float.Type, _ entry: Int) throws -> Float {
    try number("Float", entry) { NumberLiteral.float($0) }
  }

  @inline(__always)
  func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ entry: Int) throws -> Value {
    if let value = withBytes(entry, { NumberLiteral.integer($0, type) }) { return value }
    throw unfit(entry, "\(type)")
  }

  @inline(__always)
  private func number<Value>(
    _ name: StaticString, _ entry: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Value?
  ) throws -> Value {
    if let value = withBytes(entry, read) { return value }
    throw unfit(entry, "\(name)")
  }

  // MARK: Errors

  func mismatch(_ entry: Int, _ expected: String) -> PayloadError {
    PayloadError(
      path(to: entry), "expected \(expected), found \(found(entry))",
      withoutValue: "expected \(expected), found \(found(entry, showsNumber: false))")
  }

  /// Another kind of value, or a number that the type does not hold.
  private func unfit(_ entry: Int, _ type: String) -> PayloadError {
    let isNumber = withBytes(entry) { NumberLiteral.startsNumber($0) }
    return mismatch(entry, isNumber ? "\(type), which it does not fit" : type)
  }

  /// What stands there, for people.
  private func found(_ entry: Int, showsNumber: Bool = true) -> String {
    switch firstByte(entry) {
    case 0x7b: "an object"
    case 0x5b: "an array"
    case 0x22: "a string"
    case 0x74, 0x66: "a Bool"
    case 0x6e: "null"
    default: showsNumber ? "the number \(literal(entry).prefix(32))" : "a number"
    }
  }
}
