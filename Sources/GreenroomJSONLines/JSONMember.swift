/// What kind of value stands somewhere, known without decoding it.
package enum JSONKind: Sendable, Equatable, BitwiseCopyable {
  case object, array, string, number, `true`, `false`, null
}

/// One member of an object: where its name and value stand, as indices of the scanned slice.
package struct JSONMember: Sendable, BitwiseCopyable {
  /// The first bytes of the name as they stand, zeros behind a shorter one.
  private let nameHead: UInt64
  private let nameStart: UInt32
  private let nameEnd: UInt32
  private let valueStart: UInt32
  private var valueEnd: UInt32
  package let kind: JSONKind
  package let nameHasEscapes: Bool
  /// Whether a string value holds a backslash.
  package let valueHasEscapes: Bool

  /// Indices are stored in 32 bits: a framer's buffer ends long before.
  init(
    name: Range<Int>, nameHead: UInt64, nameHasEscapes: Bool, value: Range<Int>, kind: JSONKind, valueHasEscapes: Bool
  ) {
    self.nameHead = nameHead
    nameStart = UInt32(name.lowerBound)
    nameEnd = UInt32(name.upperBound)
    valueStart = UInt32(value.lowerBound)
    valueEnd = UInt32(value.upperBound)
    self.kind = kind
    self.nameHasEscapes = nameHasEscapes
    self.valueHasEscapes = valueHasEscapes
  }

  /// The name between its quotes.
  package var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
  /// The whole value; a string with its quotes.
  package var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }

  /// Whether its name is these bytes, after unescaping.
  @inline(__always)
  package func isNamed(_ name: StaticString, in line: ArraySlice<UInt8>) -> Bool {
    if !nameHasEscapes {
      guard nameEnd - nameStart == name.utf8CodeUnitCount, nameHead == Self.head(name) else { return false }
      if name.utf8CodeUnitCount <= 8 { return true }
    }
    return isLongNamed(name, in: line)
  }

  private func isLongNamed(_ name: StaticString, in line: ArraySlice<UInt8>) -> Bool {
    line[self.name].withUnsafeBufferPointer { Self.isName($0, hasEscapes: nameHasEscapes, name) }
  }

  /// The first eight bytes of a name that the code knows; the compiler makes a constant of it.
  @inline(__always)
  private static func head(_ name: StaticString) -> UInt64 {
    name.withUTF8Buffer { bytes in
      var head: UInt64 = 0
      for index in 0..<min(8, bytes.count) { head |= UInt64(bytes[index]) << UInt64(8 * index) }
      return head
    }
  }

  @inline(__always)
  static func isName(_ bytes: UnsafeBufferPointer<UInt8>, hasEscapes: Bool, _ name: StaticString) -> Bool {
    name.withUTF8Buffer { wanted in
      hasEscapes ? JSONText.unescaped(bytes).elementsEqual(wanted) : JSONText.areEqual(bytes, wanted)
    }
  }

  mutating func end(at end: Int) { valueEnd = UInt32(end) }
}
