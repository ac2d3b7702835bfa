import GreenroomTerminalText
import Testing

struct WidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("로그인 실패", 11), ("日本", 4), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("é", 1), ("e\u{301}", 1),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("…", 1), ("±°", 2), ("┌─┐", 3), ("••••", 4), ("😀", 2), ("👍🏽", 2),
    ("👩\u{200D}💻", 2),
    ("👨\u{200D}👩\u{200D}👧\u{200D}👦", 2), ("🇰🇷", 2), ("🇰", 1), ("1\u{FE0F}\u{20E3}", 2), ("☀", 1), ("☀\u{FE0F}", 2),
    ("❤\u{FE0F}\u{200D}🔥", 2),
    ("\u{E01}\u{E33}", 2), ("\u{928}\u{93F}", 1), ("\u{3000}", 2), ("〈〉", 4), ("\u{20000}", 2), ("\u{E000}", 1),
    ("𝒳", 1), ("🏽", 2), ("⌚", 2),
  ])
  func `Width follows East Asian Width, marks and sequences`(_ text: String, _ width: Int) {
    #expect(TerminalText.displayWidth(text) == width)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abc", 1, "…"), ("a", 1, "a"), ("abc", 0, ""), ("abc", -5, ""), ("", 0, ""),
    ("", 5, ""),
    ("로그인 실패", 11, "로그인 실패"), ("로그인 실패", 10, "로그인 실…"), ("로그인 실패", 9, "로그인 …"), ("로그인 실패", 4, "로…"),
    ("로그인", 3, "로…"), ("로그인", 2, "…"), ("로", 1, "…"), ("로", 2, "로"), ("a로", 2, "a…"), ("a로b", 3, "a…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"), ("👩\u{200D}💻!", 2, "…"),
    ("👩\u{200D}💻!", 3, "👩\u{200D}💻!"),
    ("👩\u{200D}💻!!", 3, "👩\u{200D}💻…"), ("🇰🇷🇰🇷", 3, "🇰🇷…"),
  ])
  func `A cut falls between characters and fits`(_ text: String, _ width: Int, _ expected: String) {
    let cut = TerminalText.cut(text, toWidth: width)
    #expect(cut == expected)
    #expect(TerminalText.displayWidth(cut) <= max(0, width))
  }

  @Test(arguments: [
    ("ab", 4, "ab  ", "  ab"), ("로그", 6, "로그  ", "  로그"), ("로그", 4, "로그", "로그"), ("abcdef", 3, "abcdef", "abcdef"),
    ("e\u{301}", 2, "e\u{301} ", " e\u{301}"), ("", 2, "  ", "  "), ("ab", -1, "ab", "ab"),
  ])
  func `Padding counts columns, not characters`(_ text: String, _ width: Int, _ leading: String, _ trailing: String) {
    #expect(TerminalText.pad(text, toWidth: width) == leading)
    #expect(TerminalText.pad(text, toWidth: width, alignment: .trailing) == trailing)
  }

  @Test func `Any text cut to any width fits, and is whole when it had room`() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(state: seed)
    let pieces = ["a", " ", "로", "😀", "👩\u{200D}💻", "e\u{301}", "\u{301}", "🇰🇷", "…", "日"]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let width = Int.random(in: 0...16, using: &generator)
      let cut = TerminalText.cut(text, toWidth: width)
      let whole = TerminalText.displayWidth(text)
      #expect(TerminalText.displayWidth(cut) <= width, "seed \(seed), \(text.debugDescription) to \(width)")
      #expect((cut == text) == (whole <= width) || width == 0, "seed \(seed), \(text.debugDescription) to \(width)")
    }
  }
}
