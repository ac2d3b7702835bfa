/// What kind of value stands somewhere, known without decoding it.
package enum JSONKind: Sendable, Equatable {
  case object, array, string, number, `true`, `false`, null
}

/// One member of an object: where its name and value stand, as indices of the scanned slice.
package struct JSONMember: Sendable {
  /// The name between its quotes.
  package var name: Range<Int>
  package var nameHasEscapes: Bool
  /// The whole value; a string with its quotes.
  package var value: Range<Int>
  package var kind: JSONKind
  /// Whether a string value holds a backslash.
  package var valueHasEscapes: Bool

  /// Whether its name is these bytes, after unescaping.
  package func isNamed(_ name: StaticString, in line: ArraySlice<UInt8>) -> Bool {
    line[self.name].withUnsafeBufferPointer { Self.isName($0, hasEscapes: nameHasEscapes, name) }
  }

  @inline(__always)
  static func isName(_ bytes: UnsafeBufferPointer<UInt8>, hasEscapes: Bool, _ name: StaticString) -> Bool {
    name.withUTF8Buffer { wanted in
      hasEscapes ? JSONText.unescaped(bytes).elementsEqual(wanted) : JSONText.areEqual(bytes, wanted)
    }
  }

  mutating func end(at end: Int) { value = value.lowerBound..<end }
}
