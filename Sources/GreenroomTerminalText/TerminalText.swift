/// Text for a terminal or a log: made harmless, measured, cut and padded.
package enum TerminalText {
  /// The text as one physical line that neither steers the terminal nor hides anything.
  ///
  /// Written escaped are: C0 controls and DEL as `\n`, `\r`, `\t` or `\x1b`; bytes that are not UTF-8 as `\xff`; C1
  /// controls, line and paragraph separators, bidirectional controls, zero-width spaces, fillers, tag characters and
  /// noncharacters as `\u{202e}`.
  ///
  /// - Joiners stay where they spell something: a zero-width joiner between two emoji, both joiners between two
  ///   characters of the scripts from Arabic to Sinhala. Everywhere else they are escaped.
  /// - A variation selector stays after a character that can have one, one at a time.
  /// - A combining mark with nothing before it is escaped, and so is the 31st on one character (UAX #15, Stream-Safe
  ///   Text Format).
  /// - A backslash stays single: the result is for reading, not for parsing back.
  package static func escaped(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = printableASCII(bytes) { return text }
    var result = EscapedText()
    var decoder = UTF8Decoder(bytes)
    while let unit = decoder.next() {
      switch unit {
      case .scalar(let scalar): result.append(scalar)
      case .invalid(let byte): result.append(invalid: byte)
      }
    }
    result.finish()
    return result.text
  }

  /// The bytes as one harmless line; the same rules.
  package static func escaped(_ bytes: [UInt8]) -> String { escaped(bytes[...]) }

  /// The string as one harmless line; the same rules.
  package static func escaped(_ string: String) -> String {
    if isPrintableASCII(string.utf8) { return string }
    var result = EscapedText()
    for scalar in string.unicodeScalars { result.append(scalar) }
    result.finish()
    return result.text
  }

  /// Only bytes from 0x20 to 0x7E: the common case, one column a byte, nothing to escape.
  static func isPrintableASCII(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { 0x20..<0x7F ~= $0 } }

  private static func printableASCII(_ bytes: ArraySlice<UInt8>) -> String? {
    isPrintableASCII(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
