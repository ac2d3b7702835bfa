extension TerminalText {
  /// Where the text stands in a column that is wider than itself.
  package enum Alignment: Sendable {
    case leading
    case trailing
  }

  /// Terminal columns that the text takes: East Asian wide and emoji 2, combining 0, ambiguous 1 (Unicode 17.0).
  ///
  /// A character of several scalars takes the sum of theirs, an emoji sequence takes 2. Terminals that do not know a
  /// sequence draw it wider. Meant for escaped text: control characters count 0.
  package static func displayWidth(_ text: String) -> Int {
    if isPrintableASCII(text.utf8) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The text, or as much of its beginning as fits together with a final "…".
  ///
  /// Characters are never divided. A wide one that does not fit leaves the result one column narrower than `width`.
  /// With a width of 0 or less nothing fits. Looks no further than the cut, however long the text.
  package static func cut(_ text: String, toWidth width: Int) -> String {
    guard width > 0 else { return "" }
    if text.utf8.count <= width, isPrintableASCII(text.utf8) { return text }
    var end = text.startIndex
    var total = 0
    for index in text.indices {
      total += columns(of: text[index])
      if total > width { return text[..<end] + "…" }
      if total <= width - 1 { end = text.index(after: index) }
    }
    return text
  }

  /// The text with spaces up to the width. A text that is wider stays as it is.
  package static func pad(_ text: String, toWidth width: Int, alignment: Alignment = .leading) -> String {
    let spaces = String(repeating: " ", count: max(0, width - displayWidth(text)))
    return alignment == .leading ? text + spaces : spaces + text
  }

  /// Columns of one user-perceived character.
  private static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    let second = scalars.index(after: scalars.startIndex)
    guard second != scalars.endIndex else { return ScalarWidth.columns(of: first) }
    if isEmojiSequence(first, then: scalars[second]) { return 2 }
    return scalars.reduce(0) { $0 + ScalarWidth.columns(of: $1) }
  }

  private static func isEmojiSequence(_ first: Unicode.Scalar, then second: Unicode.Scalar) -> Bool {
    guard first.properties.isEmoji else { return false }
    if second.value == 0xFE0F { return true }
    return first.isPictograph && (second.value == 0x200D || second.properties.isEmojiModifier)
  }
}
