/// Text that is safe to print, made scalar by scalar: one physical line, nothing hidden, nothing that moves the cursor.
///
/// What it writes as it is, and what escaped, depends on the neighbours; see `TerminalText.escaped`.
struct EscapedText {
  /// How a scalar that must not be printed is written instead.
  enum Notation {
    /// For logs: `\n`, `\x1b`, `\u{202e}`. A backslash stays single.
    case plain
    /// Inside a JSON string: `\n`, `\u001b`, `\u202e`. A backslash and a quotation mark are escaped, so it stays JSON.
    case json
  }

  /// UAX #15, Stream-Safe Text Format: no writing system puts more marks on one character.
  static let markLimit = 30

  private(set) var text = ""
  private let notation: Notation
  /// The last scalar written as itself, nil at the start and after an escape.
  private var previous: Unicode.Scalar?
  /// A joiner that waits for the scalar after it.
  private var joiner: Unicode.Scalar?
  private var marks = 0

  init(_ notation: Notation = .plain) { self.notation = notation }

  /// Bytes so far.
  var count: Int { text.utf8.count }

  mutating func append(_ scalar: Unicode.Scalar) {
    if joiner != nil { settleJoiner(before: scalar) }
    if 0x20..<0x7F ~= scalar.value { return appendASCII(scalar) }
    if scalar.isJoiner, previous != nil {
      joiner = scalar
    } else if scalar.properties.isVariationSelector ? isSelectable(by: scalar) : !scalar.isUnseen && isPlaceable(scalar)
    {
      write(scalar)
    } else {
      escape(scalar)
    }
  }

  /// Printable ASCII that needs no escape in either notation, all at once.
  mutating func append(harmless run: ArraySlice<UInt8>) {
    guard let last = run.last else { return }
    settleJoiner(before: nil)
    text += String(decoding: run, as: UTF8.self)
    previous = Unicode.Scalar(last)
    marks = 0
  }

  /// A byte that is not part of any UTF-8 sequence.
  mutating func append(invalid byte: UInt8) {
    settleJoiner(before: nil)
    appendEscape("\\x" + hexadecimal(UInt32(byte), digits: 2))
  }

  /// Characters of our own. What follows neither joins nor combines with them.
  mutating func append(punctuation: StaticString) {
    finish()
    text += punctuation.description
  }

  /// Writes what still waits, and begins anew: the next scalar has nothing before it.
  mutating func finish() {
    settleJoiner(before: nil)
    previous = nil
  }

  private mutating func appendASCII(_ scalar: Unicode.Scalar) {
    if notation == .json, scalar == "\"" || scalar == "\\" {
      appendEscape(scalar == "\"" ? "\\\"" : "\\\\")
    } else {
      write(scalar)
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    if !scalar.isMark { marks = 0 }
    text.unicodeScalars.append(scalar)
    previous = scalar
  }

  /// A mark needs something to sit on, and has a limit.
  private mutating func isPlaceable(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isMark else { return true }
    marks += 1
    return previous != nil && marks <= Self.markLimit
  }

  /// Emoji or text style after an emoji, one of the others after a character that can have variants.
  private func isSelectable(by selector: Unicode.Scalar) -> Bool {
    guard let previous, !previous.properties.isVariationSelector else { return false }
    switch selector.value {
    case 0xFE0E, 0xFE0F: return previous.properties.isEmoji
    case 0xFE00...0xFE0D: return previous.value > 0xFF
    case 0xE0100...0xE01EF: return previous.properties.isIdeographic
    default: return false
    }
  }

  private mutating func settleJoiner(before next: Unicode.Scalar?) {
    guard let joiner else { return }
    self.joiner = nil
    if let previous, let next, joins(joiner, previous, next) { write(joiner) } else { escape(joiner) }
  }

  private func joins(_ joiner: Unicode.Scalar, _ previous: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool {
    if previous.isOfJoiningScript && next.isOfJoiningScript { return true }
    return joiner.value == 0x200D && (previous.isPictograph || previous.value == 0xFE0F) && next.isPictograph
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch (scalar, notation) {
    case ("\n", _): appendEscape("\\n")
    case ("\r", _): appendEscape("\\r")
    case ("\t", _): appendEscape("\\t")
    case (_, .plain) where scalar.value < 0x80: appendEscape("\\x" + hexadecimal(scalar.value, digits: 2))
    case (_, .plain): appendEscape("\\u{" + hexadecimal(scalar.value, digits: 1) + "}")
    case (_, .json): for unit in UTF16.encode(scalar) ?? .init() { appendEscape(codeUnit: unit) }
    }
  }

  /// One UTF-16 code unit as JSON writes it. For lone surrogates too.
  mutating func appendEscape(codeUnit: UInt16) {
    settleJoiner(before: nil)
    appendEscape("\\u" + hexadecimal(UInt32(codeUnit), digits: 4))
  }

  private mutating func appendEscape(_ escape: String) {
    text += escape
    previous = nil
    marks = 0
  }

  private func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
