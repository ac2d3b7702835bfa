extension Unicode.Scalar {
  /// A format character with a shape of its own: the signs around numbers of Arabic, Syriac and Kaithi
  /// (`Prepended_Concatenation_Mark` of Unicode 17.0).
  var isVisibleFormat: Bool {
    switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// Nothing of its own is drawn, or it changes how its neighbours are drawn, or it begins a new line.
  ///
  /// Every control (C0, DEL, C1), the line and paragraph separators, all bidirectional controls, zero-width spaces,
  /// fillers, tags, noncharacters. Variation selectors and joiners are among them: who keeps those says so himself.
  var isUnseen: Bool {
    if value < 0x7F { return value < 0x20 }
    if value < 0xA0 { return true }
    let properties = properties
    if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return true }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return true
    case .format: return !isVisibleFormat
    default: return false
    }
  }

  /// Drawn on the character before it.
  var isMark: Bool {
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// An emoji, as far as joining goes: digits, `#` and `*` are emoji by property but join nothing.
  var isPictograph: Bool { value > 0xFF && properties.isEmoji }

  /// Letters and signs of the scripts that spell with joiners: Arabic to Sinhala.
  var isOfJoiningScript: Bool { 0x600...0xDFF ~= value }

  var isJoiner: Bool { value == 0x200C || value == 0x200D }
}
