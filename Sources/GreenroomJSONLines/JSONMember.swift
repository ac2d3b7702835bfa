/// What kind of value stands somewhere, known without decoding it.
package enum JSONKind: String, Sendable, Equatable {
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
}

extension ArraySlice<UInt8> {
  /// The bytes of a range of indices, wherever the slice begins.
  @inlinable
  package func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { self[range] }
}
