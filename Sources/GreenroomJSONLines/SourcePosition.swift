/// A place in a text as editors count it: from 1, the column in Unicode scalars.
package struct SourcePosition: Equatable, Sendable {
  /// From 1.
  package let line: Int
  /// From 1, in Unicode scalars.
  package let column: Int

  /// The place of a byte of the text, of its end, or, for a greater offset, again of its end.
  package init(offset: Int, in text: [UInt8]) {
    let before = text.prefix(offset)
    let lineStart = (before.lastIndex(of: 0x0a) ?? -1) + 1
    line = before.count { $0 == 0x0a } + 1
    // A continuation byte begins no scalar.
    column = before[lineStart...].count { $0 & 0xc0 != 0x80 } + 1
  }
}
