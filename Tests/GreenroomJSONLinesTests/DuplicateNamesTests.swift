import GreenroomJSONLines
import Testing

struct DuplicateNamesTests {
  private func failure(_ members: String) -> JSONScanError? {
    var scanner = JSONScanner()
    do {
      try scanner.scan(Array("{\(members)}".utf8)[...])
      return nil
    } catch {
      return error
    }
  }

  private static func names(_ count: Int) -> String { (0..<count).map { "\"n\($0)\":\($0)" }.joined(separator: ",") }

  @Test(arguments: [
    (#""a":1,"a":2"#, "a", 7), (#""a":1,"b":2,"\u0061":3"#, "a", 13), (#""\u0061":1,"a":2"#, "a", 12),
    (#""abcdefghijkl":1,"abcdefghijk\u006c":2"#, "abcdefghijkl", 18), (#""":1,"":2"#, "", 6),
    (#""x":[1,{"a":1,"b":{"c":0},"a":1}]"#, "a", 27), (#""x":{"y":1},"x":2"#, "x", 13),
    (names(24) + #","n23":1"#, "n23", names(24).count + 2), (names(25) + #","n0":1"#, "n0", names(25).count + 2),
    (names(100) + #","\u006e57":1"#, "n57", names(100).count + 2),
    (#""\u006e57":1,"# + names(100), "n57", 13 + names(57).count + 2),
  ])
  func `A second name is told with its place, however it is spelt and however many there are`(
    _ members: String, _ name: String, _ offset: Int
  ) {
    #expect(failure(members) == JSONScanError(.duplicateName(name), at: offset))
  }

  @Test(arguments: [
    names(24), names(25), names(1000), #""a":{"x":1},"b":{"x":1,"a":2}"#, #""a":{"a":{"a":[{"a":1},{"a":1}]}}"#,
    #""prefixes1":1,"prefixes2":2,"prefixes":3"#, #""a\u0000b":1,"a":2,"a\u0000":3,"a\u0000\u0000":4,"":5"#,
    "\"\u{e9}\":1,\"e\u{301}\":2", "\"\u{212a}\":1,\"K\":2", #""\u00e9":1,"e\u0301":2"#,
    names(30).replacing(#""n5""#, with: #""x":{"# + names(30) + #"},"n5""#),
  ])
  func `Names that differ in a byte, or stand in different objects, are different`(_ members: String) {
    #expect(failure(members) == nil)
  }

  @Test func `A scanner that found a duplicate among many starts anew`() throws {
    var scanner = JSONScanner()
    for _ in 0..<3 {
      #expect(throws: JSONScanError.self) {
        try scanner.scan(Array("{\"x\":{\(Self.names(50)),\"n\\u0031\":1".utf8)[...] + Array("}}".utf8))
      }
      try scanner.scan(Array("{\"x\":{\(Self.names(50))}}".utf8)[...])
    }
  }
}
