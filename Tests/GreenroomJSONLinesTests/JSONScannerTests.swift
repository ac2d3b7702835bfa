import GreenroomJSONLines
import Testing

struct JSONScannerTests {
  /// A member that outlives its line.
  private struct Noted: Equatable {
    var name: String
    var value: String
    var kind: JSONKind

    init(_ name: String, _ value: String, _ kind: JSONKind) {
      self.name = name
      self.value = value
      self.kind = kind
    }

    init(_ member: JSONMember, _ line: ArraySlice<UInt8>) {
      self.init(
        String(decoding: line[member.namePlace], as: UTF8.self), String(decoding: line[member.value], as: UTF8.self),
        member.kind)
    }
  }

  @Test func `The members of a message and of its params are noted`() throws {
    let meta = #"{"deadlineMs":500,"o":{"p":{}},"n":null}"#
    let params = #"{"s":"t\n","_meta":\#(meta),"e":{},"t":true}"#
    let text = Bytes.text(#"{ "a" : [1,{"x":2}] ,"params": \#(params) ,"z":-1.5}"#)
    // The indices are those of the slice, wherever it begins.
    let line = ("xxxx" + text).all[4...]
    var scanner = JSONScanner()
    try scanner.scan(line)
    #expect(scanner.kind == .object)
    #expect(
      scanner.members.map { Noted($0, line) } == [
        Noted("a", #"[1,{"x":2}]"#, .array), Noted("params", params, .object), Noted("z", "-1.5", .number),
      ])
    #expect(
      scanner.parameterMembers.map { Noted($0, line) } == [
        Noted("s", #""t\n""#, .string), Noted("_meta", meta, .object), Noted("e", "{}", .object),
        Noted("t", "true", .true),
      ])
    #expect(scanner.parameterMembers.map(\.valueHasEscapes) == [true, false, false, false])
  }

  @Test(arguments: [
    #"{"x":{"params":{"a":1}}}"#, #"{"params":[{"a":1}]}"#, #"[{"params":{"a":1}}]"#, #"{"params":"a"}"#, "{}",
    #"{"_meta":{"a":1}}"#, #"{"_meta":{"params":{"a":1}}}"#, #"{"param":{"a":1},"paramss":{"a":1}}"#,
  ])
  func `Other objects are not params`(_ line: Bytes) throws {
    var scanner = JSONScanner()
    try scanner.scan(line.all[...])
    #expect(scanner.parameterMembers.isEmpty)
  }

  @Test func `Names with escapes are found by what they mean`() throws {
    let line = Bytes(#"{"\u0070arams":{"\u005fmeta":{"a":1}},"b":2}"#).all[...]
    var scanner = JSONScanner()
    try scanner.scan(line)
    #expect(scanner.member("params") != nil)
    #expect(scanner.member("b")?.kind == .number)
    #expect(scanner.member("c") == nil)
    #expect(scanner.parameterMembers.count == 1)
  }

  @Test(arguments: [
    "", "a", "ab", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghj", "abcdefghijklmno", "abcdefghijklmnop",
    "abcdefghXjklmnop",
  ])
  func `A name of up to 16 bytes is found, however it is written, and no other one is taken for it`(_ name: String)
    throws
  {
    let known: [JSONName] = [
      "", "a", "ab", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghj", "abcdefghijklmno", "abcdefghijklmnop",
      "abcdefghXjklmnop",
    ]
    let texts = [
      "", "a", "ab", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghj", "abcdefghijklmno", "abcdefghijklmnop",
      "abcdefghXjklmnop",
    ]
    let escaped = name.unicodeScalars.map { "\\u00" + String($0.value, radix: 16) }.joined()
    for written in [name, escaped] {
      var scanner = JSONScanner()
      try scanner.scan(Bytes.text(#"{"\#(written)":1,"abcdefghZZZZZZZZZklmnop":2}"#).all[...])
      for (text, wanted) in zip(texts, known) { #expect((scanner.member(wanted)?.kind == .number) == (text == name)) }
    }
  }

  @Test func `A scanner is used again and again, also after an error`() throws {
    var scanner = JSONScanner()
    for _ in 0..<3 {
      try scanner.scan(Wire.request().all[...])
      #expect(scanner.members.count == 4)
      #expect(throws: JSONScanError.self) { try scanner.scan(Bytes(#"{"a":{"b":[{"c":"#).all[...]) }
      try scanner.scanValue(Bytes(#"{"params":{"a":1}}"#).all[...])
      #expect(scanner.kind == .object)
      #expect(scanner.members.isEmpty && scanner.parameterMembers.isEmpty)
    }
  }

  @Test func `The depth and number limits are named with their value`() {
    func reason(_ text: Bytes, depthLimit: Int) -> JSONScanError.Reason? {
      var scanner = JSONScanner(depthLimit: depthLimit)
      do {
        try scanner.scan(text.all[...])
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason("[[[1]]]", depthLimit: 2) == .tooDeep(limit: 2))
    #expect(reason("[[1]]", depthLimit: 2) == nil)
    #expect(reason("0." + "1" * 399, depthLimit: 2) == .numberTooLong(limit: 400))
    #expect(reason("0." + "1" * 398, depthLimit: 2) == nil)
  }

  @Test(
    arguments: [("", true), (" \t\r", true), ("\u{a0}", false), (" 1", false), ("\u{b}", false)] as [(Bytes, Bool)])
  func `A blank line holds JSON's white space alone`(_ line: Bytes, _ isBlank: Bool) {
    var reason: JSONScanError.Reason?
    do throws(JSONScanError) {
      var scanner = JSONScanner()
      try scanner.scan(line.all[...])
    } catch {
      reason = error.reason
    }
    #expect((reason == .empty) == isBlank)
  }

  /// A run of characters of all lengths, so that each stands at each place of a word.
  @Test func `Text is scanned alike wherever its characters stand`() throws {
    var scanner = JSONScanner()
    for character in ["\u{7f}", "\u{80}", "\u{7ff}", "\u{800}", "\u{d7ff}", "\u{e000}", "\u{10000}", "\u{10ffff}"] {
      for count in 0..<20 {
        for tail in 0..<10 {
          let text = String(repeating: "x", count: count) + character + String(repeating: "é", count: tail)
          try scanner.scan(Array("\"\(text)\"".utf8)[...])
          #expect(throws: JSONScanError.self) { try scanner.scan(Array("\"\(text)\"".utf8.dropLast())[...]) }
          #expect(throws: JSONScanError(.invalidUTF8, at: 1 + text.utf8.count)) {
            try scanner.scan(Array("\"\(text)".utf8)[...] + [0x80, 0x22])
          }
        }
      }
    }
  }

  /// Whatever is accepted has the structure that the decoder and the tree rely on.
  @Test(arguments: UInt64(1)...20)
  func `Mutated messages are refused or can be taken apart`(seed: UInt64) {
    var random = SplitMix64(state: seed)
    let seeds = [
      Wire.note(params: #"{"a":1}"#), Wire.request(), Wire.string(#"\u00e9é\ud83d\ude00"#),
      Wire.request(id: #""a""#, params: "[1,2,{}]"), Wire.answer(id: "999999"),
    ]
    let structure = Bytes(#"{}[]",:\ 0-1eE.u"#).all + [0, 0x7f, 0xff, 0x0a]
    var scanner = JSONScanner()
    var reader = MessageReader()
    for _ in 0..<500 {
      var text = seeds[Int.random(in: 0..<seeds.count, using: &random)].all
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: text[place] = structure[Int.random(in: 0..<structure.count, using: &random)]
        default: text.removeSubrange(place..<max(place, min(text.count - 1, place + 3)))
        }
      }
      // None of these may trap, whatever the text.
      _ = try? reader.read(text[...])
      _ = JSONDecoding.member("params", of: text[...])
      _ = try? JSONDecoding.decode([String: String].self, from: text[...])
      _ = try? JSONDecoding.decode([String: RawJSON].self, from: text[...])
      guard (try? scanner.scanValue(text[...])) != nil else { continue }
      #expect(throws: Never.self, "seed \(seed)") { try JSONNode.parse(text) }
    }
  }
}

extension JSONScanner {
  /// A member of the top-level object of the line just scanned.
  fileprivate func member(_ name: JSONName) -> JSONMember? { members.map { $0 }.first { $0.isNamed(name) } }
}
