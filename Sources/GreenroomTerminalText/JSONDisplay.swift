/// One JSON value as people read it, from its bytes, in one pass and without building a tree.
///
/// The members of an object at the top are written `label: value, label: value`; all else is compact JSON: no spaces,
/// unseen characters escaped as JSON escapes them, other escapes written as the characters they stand for.
struct JSONDisplay {
  private var rest: ArraySlice<UInt8>
  private var out = EscapedText(.json)
  private var depth = 0
  private var isLabelNext = false
  private let isObject: Bool
  private let limit: Int

  /// The value's text.
  ///
  /// - Parameters:
  ///   - bytes: one JSON value.
  ///   - limit: about how many bytes of text are wanted; the rest is not read.
  /// - Returns: nil if the bytes are not JSON. Valid JSON is never refused, but some that is not valid is let through.
  static func text(of bytes: ArraySlice<UInt8>, limit: Int = .max) -> (text: String, isWhole: Bool)? {
    var display = JSONDisplay(bytes, limit: limit)
    while !display.isFull {
      guard let byte = display.rest.popFirst() else {
        return display.depth == 0 && display.out.count > 0 ? (display.out.text, true) : nil
      }
      guard display.take(byte) else { return nil }
    }
    return (display.out.text, false)
  }

  private init(_ bytes: ArraySlice<UInt8>, limit: Int) {
    rest = bytes
    self.limit = limit
    isObject = bytes.first { !Self.isSpace($0) } == UInt8(ascii: "{")
  }

  private var isAtTop: Bool { isObject && depth == 1 }
  private var isFull: Bool { out.count >= limit }

  /// Takes one token. False: no JSON.
  private mutating func take(_ byte: UInt8) -> Bool {
    switch byte {
    case _ where Self.isSpace(byte): return true
    case UInt8(ascii: "\""): return isAtTop && isLabelNext ? takeLabel() : takeString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return close(byte)
    case UInt8(ascii: ","):
      if isAtTop { out.append(punctuation: ", ") } else { out.append(punctuation: ",") }
      isLabelNext = true
    case UInt8(ascii: ":"):
      if isAtTop { out.append(punctuation: ": ") } else { out.append(punctuation: ":") }
      isLabelNext = false
    case 0x21..<0x7F: out.append(Unicode.Scalar(byte))
    default: return false
    }
    return true
  }

  private mutating func open(_ byte: UInt8) {
    depth += 1
    isLabelNext = isAtTop
    if !isAtTop { out.append(Unicode.Scalar(byte)) }
  }

  private mutating func close(_ byte: UInt8) -> Bool {
    if !isAtTop { out.append(Unicode.Scalar(byte)) } else if out.count == 0 { out.append(punctuation: "{}") }
    depth -= 1
    return depth >= 0
  }

  /// A label of letters, digits and `_` without its quotation marks, any other as a JSON string.
  private mutating func takeLabel() -> Bool {
    isLabelNext = false
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")), end > rest.startIndex, rest[..<end].allSatisfy(Self.isWord)
    else { return takeString() }
    out.append(harmless: rest[..<end])
    rest = rest[(end + 1)...]
    return true
  }

  /// The rest of a string whose first quotation mark has been taken. Stops early when there is text enough.
  private mutating func takeString() -> Bool {
    out.append(punctuation: "\"")
    while !isFull {
      let window = rest.prefix(limit - out.count)
      let end = window.firstIndex { !Self.isHarmless($0) } ?? window.endIndex
      out.append(harmless: rest[..<end])
      rest = rest[end...]
      guard let byte = rest.first else { return false }
      switch byte {
      case UInt8(ascii: "\""):
        rest.removeFirst()
        out.append(punctuation: "\"")
        return true
      case UInt8(ascii: "\\"):
        rest.removeFirst()
        guard takeEscape() else { return false }
      default: takeText()
      }
    }
    return true
  }

  /// Everything up to the next byte that means something to JSON.
  private mutating func takeText() {
    let end = rest.firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } ?? rest.endIndex
    var decoder = UTF8Decoder(rest[..<end])
    while !isFull, let unit = decoder.next() {
      switch unit {
      case .scalar(let scalar): out.append(scalar)
      case .invalid(let byte): out.append(invalid: byte)
      }
    }
    rest = rest[end...]
  }

  private mutating func takeEscape() -> Bool {
    switch rest.popFirst() {
    case UInt8(ascii: "\""): out.append("\"")
    case UInt8(ascii: "\\"): out.append("\\")
    case UInt8(ascii: "/"): out.append("/")
    case UInt8(ascii: "b"): out.append("\u{8}")
    case UInt8(ascii: "f"): out.append("\u{C}")
    case UInt8(ascii: "n"): out.append("\n")
    case UInt8(ascii: "r"): out.append("\r")
    case UInt8(ascii: "t"): out.append("\t")
    case UInt8(ascii: "u"):
      guard let unit = takeCodeUnit() else { return false }
      append(unit)
    default: return false
    }
    return true
  }

  /// A code unit of UTF-16, together with the escape after it if the two are a surrogate pair.
  private mutating func append(_ unit: UInt16) {
    if let scalar = Unicode.Scalar(unit) { return out.append(scalar) }
    let beforeSecond = rest
    guard UTF16.isLeadSurrogate(unit), rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
      return out.appendEscape(codeUnit: unit)
    }
    rest.removeFirst(2)
    if let second = takeCodeUnit(), UTF16.isTrailSurrogate(second) {
      let value = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF))
      if let scalar = Unicode.Scalar(value) { return out.append(scalar) }
    }
    rest = beforeSecond
    out.appendEscape(codeUnit: unit)
  }

  private mutating func takeCodeUnit() -> UInt16? {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Self.isWord($0) }) else { return nil }
    guard let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
    rest.removeFirst(4)
    return unit
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private static func isHarmless(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
