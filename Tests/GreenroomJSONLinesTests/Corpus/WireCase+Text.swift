extension WireCase {
  /// B33, B34: bytes that are no UTF-8 cost one line, not the stream. B32: U+2028 and its like are data.
  static let utf8: [WireCase] = invalid + marks + controls + surrogates + otherEncodings

  private static let message = Wire.note()

  private static let invalid: [WireCase] = [
    WireCase("FF FE", Wire.string([0xff, 0xfe]), .noJSON),
    WireCase("lone continuation", Wire.string([0x80]), .noJSON),
    WireCase("first of two", Wire.string([0xc3]), .noJSON),
    WireCase("two of three", Wire.string([0xe2, 0x82]), .noJSON),
    WireCase("three of four", Wire.string([0xf0, 0x9f, 0x98]), .noJSON),
    WireCase("overlong slash", Wire.string([0xc0, 0xaf]), .noJSON),
    WireCase("overlong NUL", Wire.string([0xc0, 0x80]), .noJSON),
    WireCase("overlong, three bytes", Wire.string([0xe0, 0x80, 0xaf]), .noJSON),
    WireCase("overlong, four bytes", Wire.string([0xf0, 0x8f, 0xbf, 0xbf]), .noJSON),
    WireCase("six-byte form", Wire.string([0xfc, 0x80, 0x80, 0x80, 0x80, 0xaf]), .noJSON),
    WireCase("surrogate D800", Wire.string([0xed, 0xa0, 0x80]), .noJSON),
    WireCase("CESU-8 pair", Wire.string([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]), .noJSON),
    WireCase("above 10FFFF", Wire.string([0xf4, 0x90, 0x80, 0x80]), .noJSON),
    WireCase("Latin-1", Wire.string([0x63, 0x61, 0x66, 0xe9]), .noJSON),
    WireCase("CP949", Wire.string([0xb0, 0xa1]), .noJSON),
    WireCase("bad byte behind eight good ones", Wire.string("12345678" + [0xff]), .noJSON),
    WireCase("in a name", Wire.note(params: "{\"" + [0xff] + "\":1}"), .noJSON),
    WireCase("outside of strings", message + [0xff], .noJSON),
    WireCase("in a request", Wire.request(params: #"{"v":""# + [0xff] + #""}"#), .noJSON),
    WireCase("nothing but FF", [0xff] * 64, .noJSON),
    WireCase("then a good message", raw: [0xff, 0xfe, 0x0a] + message + "\n", .noJSON, .accept),
  ]

  private static let marks: [WireCase] = [
    WireCase("byte order mark", [0xef, 0xbb, 0xbf] + message, .noJSON),
    WireCase("byte order mark on the second line", raw: message + "\n\u{FEFF}" + message + "\n", .accept, .noJSON),
    WireCase("nothing but a byte order mark", [0xef, 0xbb, 0xbf], .noJSON),
    WireCase("U+FEFF in a string", Wire.string("\u{FEFF}x"), .accept),
  ]

  private static let controls: [WireCase] = [
    WireCase("raw NUL in a string", Wire.string([0x61, 0, 0x62]), .noJSON),
    WireCase("NUL behind the value", message + [0], .noJSON),
    WireCase("NUL before the value", [0] + message, .noJSON),
    WireCase("one NUL", [0], .noJSON),
    WireCase("64 KiB of NUL", [0] * 65536, .noJSON),
    WireCase("NUL by escape", Wire.string(#"a\u0000b"#), .accept),
    WireCase("raw C1 controls", Wire.string("\u{85}\u{9B}"), .accept),
    WireCase("U+2028", Wire.string("a\u{2028}b"), .accept),
    WireCase("U+2029", Wire.string("a\u{2029}b"), .accept),
    WireCase("U+0085", Wire.string("a\u{85}b"), .accept),
    WireCase("VT, FF, FS by escape", Wire.string(#"\u000b\u000c\u001c\u001d\u001e"#), .accept),
    WireCase("noncharacters", Wire.string([0xef, 0xbf, 0xbf, 0xef, 0xb7, 0x90]), .accept),
    WireCase("DEL", Wire.string("\u{7F}"), .accept),
  ]

  private static let surrogates: [WireCase] = [
    WireCase("lone high surrogate", Wire.string(#"\ud800"#), .noJSON),
    WireCase("lone low surrogate", Wire.string(#"\udc00"#), .noJSON),
    WireCase("swapped surrogates", Wire.string(#"\udc00\ud800"#), .noJSON),
    WireCase("high surrogate, then text", Wire.string(#"\ud800abc"#), .noJSON),
    WireCase("two high surrogates", Wire.string(#"\ud800\ud800\udc00"#), .noJSON),
    WireCase("high surrogate, then an escape", Wire.string(#"\ud83d\n"#), .noJSON),
    WireCase("lone surrogate in a name", Wire.note(params: #"{"\ud800":1}"#), .noJSON),
    WireCase("a pair, in capitals", Wire.string(#"\uD83D\uDE00"#), .accept),
  ]

  /// Every UTF-16 unit or UTF-32 scalar of ASCII text, its zeros before or behind it.
  private static func wide(_ text: Bytes, before: Int, behind: Int) -> Bytes {
    .joined(text.all.map { [0] * before + [$0] + [0] * behind })
  }

  private static let otherEncodings: [WireCase] = [
    WireCase("UTF-16LE", wide(message, before: 0, behind: 1), .noJSON),
    WireCase("UTF-16BE", wide(message, before: 1, behind: 0), .noJSON),
    WireCase("UTF-16 with its mark", [0xff, 0xfe] + wide(message, before: 0, behind: 1), .noJSON),
    WireCase("UTF-32LE", wide(message, before: 0, behind: 3), .noJSON),
    WireCase("looks like UTF-7", Wire.note(method: #""+AG0-""#), .accept),
    WireCase("compressed", [0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xab, 0x56, 0x4a, 0x54, 0xb2, 0x32, 4], .noJSON),
  ]

  static let noise: [WireCase] = [
    WireCase("banner", "Starting plugin v1.2 ...", .noJSON),
    WireCase("coloured log", "\u{1B}[32mINFO\u{1B}[0m ready", .noJSON),
    WireCase("progress bar", "10%\r20%\r30%\r100%", .noJSON),
    WireCase("prompt", ">>> ", .noJSON),
    WireCase("log record", #"{"level":"info","msg":"hello"}"#, .noMessage),
    WireCase("front half missing", Bytes(Array(message.all.dropFirst(9))), .noJSON),
    WireCase("HTTP", "GET / HTTP/1.1\r", .noJSON),
    WireCase(
      "messages in between", raw: "hello\n" + message + "\nworld\n" + message + "\n", .noJSON, .accept, .noJSON,
      .accept),
  ]
}
