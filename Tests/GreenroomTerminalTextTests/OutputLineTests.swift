import GreenroomTerminalText
import Testing

struct OutputLineTests {
  private let line = OutputLine(outputs: ["toggleButton", "fetchQuoteDidSuccess", "fetchQuoteDidFail"])

  @Test(arguments: [
    ("toggleButton", #"{"isEnabled":true}"#, "quote  toggleButton          isEnabled: true"),
    (
      "fetchQuoteDidFail", #"{"error":{"code":4,"message":"gone"}}"#,
      #"quote  fetchQuoteDidFail     error: {"code":4,"message":"gone"}"#
    ),
    (
      "fetchQuoteDidSuccess", #"{ "a" : 1 , "b" : [ 1 , "x y" , null ] }"#,
      #"quote  fetchQuoteDidSuccess  a: 1, b: [1,"x y",null]"#
    ),
    ("aNameThatIsLongerThanAllOfThese", "1", "quote  aNameThatIsLongerThanAllOfThese  1"),
  ])
  func `The value stands after the widest name`(_ output: String, _ value: String, _ expected: String) {
    #expect(line.text(viewModel: "quote", output: output, value: Array(value.utf8)[...]) == expected)
  }

  @Test(arguments: [
    ("1", "1"), ("-1.5e3", "-1.5e3"), ("true", "true"), ("null", "null"), (#""로그인 실패""#, #""로그인 실패""#),
    (#""""#, #""""#),
    ("[]", "[]"), (#"[ "a", {"b" : [1, 2]} ]"#, #"["a",{"b":[1,2]}]"#), ("{}", "{}"), ("{ }", "{}"),
    (#"{"a":{}}"#, "a: {}"),
    (#"{"a":"x, y: z"}"#, #"a: "x, y: z""#), (#"{"two words":1}"#, #""two words": 1"#),
    (#"{"":1,"a:b":2}"#, #""": 1, "a:b": 2"#),
    (#"{"a":"b","c":"d"}"#, #"a: "b", c: "d""#), (#"{"a":["b","c"],"d":"e"}"#, #"a: ["b","c"], d: "e""#),
    (#"{"a":{"b":"c","d":{"e":"f"}},"g":1}"#, #"a: {"b":"c","d":{"e":"f"}}, g: 1"#),
    (#""caf\u00e9 \ud83d\ude00 \/ \\ \"""#, #""café 😀 / \\ \"""#), (#""\ud83d""#, #""\ud83d""#),
    (#""\ud83d\u0041""#, #""\ud83dA""#),
    (#""\ude00\ud83d\ud83d\ude00""#, #""\ude00\ud83d😀""#), ("  7\n", "7"),
  ])
  func `Values read like JSON without its noise`(_ value: String, _ expected: String) {
    #expect(shown(value) == expected)
  }

  @Test(arguments: [
    (#""\u001b[2J\u001b[H""#, #""\u001b[2J\u001b[H""#), (#""x\n2026 INFO""#, #""x\n2026 INFO""#),
    (#""ok\rFAKE\t\b\f""#, #""ok\rFAKE\t\u0008\u000c""#),
    ("\"\u{9B}31mred\"", #""\u009b31mred""#), ("\"\u{202E}gnp.exe\"", #""\u202egnp.exe""#),
    ("\"\u{E0041}\"", #""\udb40\udc41""#),
    ("\"ad\u{200B}min\"", #""ad\u200bmin""#), ("\"\u{2028}\u{85}\"", #""\u2028\u0085""#), ("\"\u{301}\"", #""\u0301""#),
    ("{\"\u{202E}a\":1}", #""\u202ea": 1"#), ("{\"a\\u000a\":1}", #""a\n": 1"#), ("\"👩\u{200D}💻\"", "\"👩\u{200D}💻\""),
  ])
  func `Hostile text in a value stays inside its line, and JSON`(_ value: String, _ expected: String) {
    #expect(shown(value) == expected)
  }

  @Test(arguments: [
    "{", "}", "[", "]", "\"", "\"\\", "\"\\u", "\"\\u12", "\"\\u12\"", "\"\\ud83d\\u", "{\"a", "{\"a\":", "{\"a\":1",
    "{\"a\":1}}", "]]", "\"\\q\"",
    "\u{1B}[2J", "{\"a\":\u{1}}", "   ", "é", "\"a\u{0}",
  ])
  func `Bytes that are no JSON are shown escaped`(_ value: String) {
    #expect(shown(value) == TerminalText.escaped(value))
  }

  @Test func `Nothing of random bytes and broken JSON breaks the line`() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(state: seed)
    let alphabet = Array(#"{}[]",:\ u0d81eE.n"#.utf8) + [0x00, 0x0A, 0x1B, 0x80, 0xC2, 0xE2, 0xFF]
    for round in 0..<2000 {
      let bytes = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        round % 2 == 0
          ? alphabet.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0 ... .max, using: &generator)
      }
      let text = line.text(viewModel: "quote", output: "x", value: bytes[...])
      #expect(!text.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "seed \(seed), bytes \(bytes)")
      let cut = OutputLine(outputs: ["x"], width: 20).text(viewModel: "quote", output: "x", value: bytes[...])
      #expect(TerminalText.displayWidth(cut) <= 20, "seed \(seed), bytes \(bytes)")
    }
  }

  @Test func `An output without a value ends with its name`() {
    #expect(line.text(viewModel: "sign", output: "signInButtonTapped", value: nil) == "sign  signInButtonTapped")
    #expect(line.text(viewModel: "sign", output: "signInButtonTapped", value: []) == "sign  signInButtonTapped")
  }

  @Test(arguments: [#""0000""#, "null", #"{"password":"0000"}"#, "["])
  func `A secret value is not shown`(_ value: String) {
    let text = line.text(viewModel: "login", output: "x", value: Array(value.utf8)[...], isSecret: true)
    #expect(text == "login  x                     ••••")
  }

  @Test func `A secret output without a value shows none`() {
    #expect(line.text(viewModel: "login", output: "x", value: nil, isSecret: true) == "login  x")
  }

  @Test func `Names are escaped`() {
    let text = line.text(viewModel: "a\u{1B}b", output: "c\nd", value: [0x31])
    #expect(text == #"a\x1bb  c\nd                  1"#)
  }

  @Test(arguments: [
    (80, #"login  errorMessage  "로그인 실패""#), (35, #"login  errorMessage  "로그인 실패""#),
    (34, #"login  errorMessage  "로그인 실패""#),
    (33, #"login  errorMessage  "로그인 실…"#), (32, #"login  errorMessage  "로그인 실…"#), (25, #"login  errorMessage  "로…"#),
    (23, "login  errorMessage  \"…"), (22, "login  errorMessage  …"),
    (21, "login  errorMessage …"), (20, "login  errorMessage…"), (19, "login  errorMessag…"), (3, "lo…"), (1, "…"),
    (0, ""),
  ])
  func `On a terminal a line is cut to its width`(_ width: Int, _ expected: String) {
    let line = OutputLine(outputs: ["errorMessage"], width: width)
    #expect(line.text(viewModel: "login", output: "errorMessage", value: Array(#""로그인 실패""#.utf8)[...]) == expected)
  }

  @Test(arguments: [(24, "sign  signInButtonTapped"), (23, "sign  signInButtonTapp…"), (2, "s…")])
  func `A line without a value is cut as well`(_ width: Int, _ expected: String) {
    #expect(
      OutputLine(outputs: ["x"], width: width).text(viewModel: "sign", output: "signInButtonTapped", value: nil)
        == expected)
  }

  @Test func `Colour takes no columns`() {
    let line = OutputLine(outputs: ["count"], style: TerminalStyle(isColoured: true), width: 16)
    let text = line.text(viewModel: "pager", output: "count", value: Array("123456".utf8)[...])
    #expect(text == "\u{1B}[2mpager\u{1B}[0m  \u{1B}[36mcount\u{1B}[0m  1…")
  }

  @Test(arguments: ["s", "로", "\\n", "\\u0001", "é\u{301}"])
  func `A value of a megabyte is shown whole where nothing cuts, and only begun where something does`(_ unit: String) {
    let count = 1_000_000 / unit.utf8.count
    let value = Array("{\"text\":\"".utf8) + Array(String(repeating: unit, count: count).utf8) + Array("\"}".utf8)
    let clock = ContinuousClock()
    var text = ""
    let whole = clock.measure { text = line.text(viewModel: "a", output: "b", value: value[...]) }
    #expect(text.hasSuffix("\""))
    let cut = clock.measure {
      text = OutputLine(outputs: ["b"], width: 80).text(viewModel: "a", output: "b", value: value[...])
    }
    #expect(text.hasSuffix("…"))
    #expect(TerminalText.displayWidth(text) == 80 || TerminalText.displayWidth(text) == 79)
    // Far above what an unoptimised build on a busy machine needs, far below what anything quadratic would.
    #expect(whole < .seconds(10))
    #expect(cut < .seconds(2))
  }

  private func shown(_ value: String) -> String {
    OutputLine(outputs: ["o"]).text(viewModel: "v", output: "o", value: Array(value.utf8)[...]).dropFirst(6).description
  }
}
