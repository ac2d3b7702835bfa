import GreenroomTerminalText
import Testing

struct EscapingTests {
  @Test(arguments: [
    "", "plain text", "한글 로그인 실패", "é", "e\u{301}", "日本語", "😀 fine", "👩\u{200D}💻", "🏳\u{FE0F}\u{200D}🌈", "👍🏽", "🇰🇷",
    "1\u{FE0F}\u{20E3}",
    "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}", "\u{915}\u{94D}\u{200D}\u{937}", "葛\u{E0100}",
    #"C:\new"#, "\u{A0}\u{3000}",
    "≨\u{FE00}", "\u{600}",
  ])
  func `Text that hides nothing stays as it is`(_ text: String) {
    #expect(TerminalText.escaped(text).utf8.elementsEqual(text.utf8))
    #expect(TerminalText.escaped(Array(text.utf8)).utf8.elementsEqual(text.utf8))
  }

  @Test(arguments: [
    ("\u{1B}[2J\u{1B}[H", #"\x1b[2J\x1b[H"#),
    ("\u{1B}]0;owned\u{7}", #"\x1b]0;owned\x07"#),
    ("\u{1B}]52;c;ZWNobyBoaQ==\u{7}", #"\x1b]52;c;ZWNobyBoaQ==\x07"#),
    ("\u{9B}31mred", #"\u{9b}31mred"#),
    ("\u{90}\u{9D}\u{9C}", #"\u{90}\u{9d}\u{9c}"#),
    ("ok\rFAKE", #"ok\rFAKE"#),
    ("x\n2026-01-01 INFO plugin b: all good", #"x\n2026-01-01 INFO plugin b: all good"#),
    ("a\r\nb", #"a\r\nb"#),
    ("a\tb\u{B}\u{C}", #"a\tb\x0b\x0c"#),
    ("secret\u{8}\u{8}\u{7F}\0", #"secret\x08\x08\x7f\x00"#),
    ("a\u{85}b\u{2028}c\u{2029}d", #"a\u{85}b\u{2028}c\u{2029}d"#),
    ("\u{202E}gnp.exe", #"\u{202e}gnp.exe"#),
    ("\u{202A}\u{202B}\u{202C}\u{202D}", #"\u{202a}\u{202b}\u{202c}\u{202d}"#),
    ("\u{2066}\u{2067}\u{2068}\u{2069}", #"\u{2066}\u{2067}\u{2068}\u{2069}"#),
    ("\u{200E}\u{200F}\u{61C}", #"\u{200e}\u{200f}\u{61c}"#),
    ("\u{E0041}\u{E0042}", #"\u{e0041}\u{e0042}"#),
    ("ad\u{200B}min", #"ad\u{200b}min"#),
    ("\u{FEFF}a\u{2060}\u{AD}b", #"\u{feff}a\u{2060}\u{ad}b"#),
    ("\u{3164}\u{115F}\u{FFA0}", #"\u{3164}\u{115f}\u{ffa0}"#),
    ("\u{FFF9}a\u{FFFA}b\u{FFFB}", #"\u{fff9}a\u{fffa}b\u{fffb}"#),
  ])
  func `What steers, hides or begins a new line is escaped`(_ text: String, _ expected: String) {
    #expect(TerminalText.escaped(text) == expected)
    #expect(TerminalText.escaped(Array(text.utf8)) == expected)
  }

  @Test(arguments: [
    ("ad\u{200D}min", #"ad\u{200d}min"#),
    ("ad\u{200C}min", #"ad\u{200c}min"#),
    ("\u{200D}a", #"\u{200d}a"#),
    ("😀\u{200D}", #"😀\u{200d}"#),
    ("😀\u{200D}\u{200D}😀", #"😀\u{200d}\u{200d}😀"#),
    ("😀\u{200C}😀", #"😀\u{200c}😀"#),
    ("1\u{200D}2", #"1\u{200d}2"#),
    ("a\u{FE0F}", #"a\u{fe0f}"#),
    ("☀\u{FE0F}\u{FE0F}", "☀\u{FE0F}" + #"\u{fe0f}"#),
    ("a\u{E0100}", #"a\u{e0100}"#),
    ("葛\u{E0100}\u{E0101}", "葛\u{E0100}" + #"\u{e0101}"#),
    ("\u{301}a", #"\u{301}a"#),
    ("\n\u{301}", #"\n\u{301}"#),
  ])
  func `Joiners, selectors and marks that belong to nothing are escaped`(_ text: String, _ expected: String) {
    #expect(TerminalText.escaped(text) == expected)
  }

  @Test(
    arguments: [
      ([0xFF, 0xFF], #"\xff\xff"#),
      ([0x63, 0x61, 0x66, 0xE9], #"caf\xe9"#),
      ([0xC0, 0xAF], #"\xc0\xaf"#),
      ([0xE0, 0x80, 0xAF], #"\xe0\x80\xaf"#),
      ([0xED, 0xA0, 0x80], #"\xed\xa0\x80"#),
      ([0xF4, 0x90, 0x80, 0x80], #"\xf4\x90\x80\x80"#),
      ([0xF0, 0x9F, 0x98], #"\xf0\x9f\x98"#),
      ([0xE2, 0x61, 0x82, 0xAC], #"\xe2a\x82\xac"#),
      ([0x9B, 0x33, 0x31, 0x6D], #"\x9b31m"#),
      ([0xE2, 0x82, 0xAC, 0x80], #"€\x80"#),
      ([0xEF, 0xBF, 0xBF, 0xEF, 0xB7, 0x90], #"\u{ffff}\u{fdd0}"#),
    ] as [([UInt8], String)])
  func `Bytes that are not UTF-8 are shown one by one`(_ bytes: [UInt8], _ expected: String) {
    #expect(TerminalText.escaped(bytes) == expected)
  }

  @Test func `A character bears thirty marks and no more`() {
    let text = "a" + String(repeating: "\u{301}", count: 32) + "b"
    let expected = "a" + String(repeating: "\u{301}", count: 30) + #"\u{301}\u{301}b"#
    #expect(TerminalText.escaped(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func `Every scalar comes out as one line without a control`() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let line = TerminalText.escaped("a" + String(scalar))
      let isClean = line.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) && $0.value != 0x2028 && $0.value != 0x2029
      }
      if !isClean { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test func `Random bytes come out as one line, the same line when escaped again`() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(state: seed)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 1...64, using: &generator)).map { _ in
        UInt8.random(in: 0 ... .max, using: &generator)
      }
      let line = TerminalText.escaped(bytes)
      #expect(TerminalText.escaped(line).utf8.elementsEqual(line.utf8), "seed \(seed), bytes \(bytes)")
      #expect(!line.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "seed \(seed), bytes \(bytes)")
    }
  }
}
