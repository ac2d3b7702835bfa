/// JSON that may come from a plugin, for output that may be a terminal.
package enum HarmlessJSON {
  /// The same JSON value on one line, with every character that draws nothing or steers a terminal written as `\u....`:
  /// C1 controls, bidirectional controls, line separators and whatever else Unicode calls control or format.
  ///
  /// - Parameter json: one strict JSON value. Its strings hold no bare C0 control, so one that stands there is white space.
  /// - Returns: the text, without a line feed.
  package static func text(_ json: some Collection<UInt8>) -> String {
    if json.allSatisfy({ 0x20..<0x7f ~= $0 }) { return String(decoding: Array(json), as: UTF8.self) }
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: Array(json), as: UTF8.self).unicodeScalars {
      if scalar.value < 0x20 {
        result.append(" ")
      } else if scalar.value < 0x7f || !isUnseen(scalar) {
        result.append(scalar)
      } else {
        for unit in Character(scalar).utf16 { result.append(contentsOf: escape(unit).unicodeScalars) }
      }
    }
    return String(result)
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value <= 0x9f { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: return scalar.properties.isNoncharacterCodePoint
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
