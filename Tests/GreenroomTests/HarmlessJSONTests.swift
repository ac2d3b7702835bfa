import Greenroom
import GreenroomJSONLines
import Testing

/// B74.
struct HarmlessJSONTests {
  @Test(arguments: [
    (#"{"a":"plain"}"#, #"{"a":"plain"}"#),
    (#"{"a":"Grüße, 世界 👩"}"#, #"{"a":"Grüße, 世界 👩"}"#),
    ("{\"a\":\"\u{9b}31m\"}", #"{"a":"\u009b31m"}"#),
    ("{\"a\":\"\u{7f}\"}", #"{"a":"\u007f"}"#),
    ("{\"a\":\"\u{202e}txt\u{2028}\"}", #"{"a":"\u202etxt\u2028"}"#),
    ("{\"a\":\"\u{e0041}\"}", #"{"a":"\udb40\udc41"}"#),
    ("{\r\n\t\"a\":1}", #"{   "a":1}"#),
    (#"{"a":"\u001b[0m"}"#, #"{"a":"\u001b[0m"}"#),
  ])
  func `What steers a terminal is escaped, and all else stays`(_ json: String, _ expected: String) {
    #expect(HarmlessJSON.text(Array(json.utf8)) == expected)
  }

  @Test(arguments: ["\u{80}", "\u{ad}", "\u{200d}", "\u{2066}", "\u{feff}", "\u{fffe}", "\u{10ffff}", "\u{e0001}"])
  func `The value is the same`(_ text: String) throws {
    let json = Array("\"a\(text)b\"".utf8)
    let harmless = HarmlessJSON.text(json)
    #expect(harmless.utf8.allSatisfy { 0x20..<0x7f ~= $0 })
    #expect(try JSONDecoding.decode(String.self, from: Array(harmless.utf8)[...]) == "a\(text)b")
  }
}
