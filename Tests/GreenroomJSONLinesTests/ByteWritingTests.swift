import GreenroomJSONLines
import Testing

struct ByteWritingTests {
  private func text(_ write: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    write(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [0, 1, 9, 10, -1, -10, 99, 100, 1_234_567_890, .max, .min, .min + 1] as [Int])
  func `An integer is written as Swift describes it`(number: Int) {
    #expect(text { $0.appendJSON(number) } == "\(number)")
  }

  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), ("\"\\/", #""\"\\/""#), ("a\nb\r\tc", #""a\nb\r\tc""#),
    ("\u{0}\u{8}\u{c}\u{1b}\u{1f}\u{7f}", #""\u0000\u0008\u000c\u001b\u001f\u007f""#),
    ("\u{2028}\u{2029}\u{85}", "\"\u{2028}\u{2029}\u{85}\""),
    ("로그인 실패 \u{1f600}", "\"로그인 실패 \u{1f600}\""), ("12345678\"", #""12345678\"""#),
    ("1234567\u{7f}8", #""1234567\u007f8""#),
    (String(repeating: "\\", count: 20), "\"" + String(repeating: "\\\\", count: 20) + "\""),
  ])
  func `A string is quoted and escaped where it must be`(string: String, json: String) {
    #expect(text { $0.appendJSONString(string) } == json)
    #expect(text { $0.appendJSONString(Array(("xx" + string).utf8)[2...]) } == json)
  }

  @Test func `Every character is one line, strict, and reads back`() throws {
    var scanner = JSONScanner()
    for first in stride(from: 0, through: 0x10ffff, by: 97) {
      guard let scalar = Unicode.Scalar(UInt32(first)) else { continue }
      let string = "ab\(scalar)c\(Unicode.Scalar(UInt8(first % 128)))"
      var bytes: [UInt8] = []
      bytes.appendJSONString(string)
      #expect(!bytes.contains(0x0a))
      try scanner.scanValue(bytes[...])
      let decoded = try JSONDecoding.decode(String.self, from: bytes[...])
      #expect(decoded.utf8.elementsEqual(string.utf8))
    }
  }

  @Test func `Text that is JSON already is appended as it is`() {
    #expect(text { $0.append(static: #"{"a":"é"}"#) } == #"{"a":"é"}"#)
  }
}
