import Testing

@testable import GreenroomJSONLines

/// A scanner that knows lines from before says of every line what a new one says.
struct LineTemplateTests {
  /// What a scan came to.
  private struct Outcome: Equatable, CustomStringConvertible {
    var error: String?
    var kind: JSONKind
    var members: [JSONMember]
    var parameterMembers: [JSONMember]

    var description: String { error ?? "\(kind), \(members.count) and \(parameterMembers.count) members" }
  }

  private static func outcome(_ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>) -> Outcome {
    var failure: String?
    do throws(JSONScanError) {
      try scanner.scan(line)
    } catch {
      failure = "\(error)"
    }
    let kind = failure == nil ? scanner.kind : .null
    return Outcome(
      error: failure, kind: kind, members: scanner.members.map { $0 },
      parameterMembers: scanner.parameterMembers.map { $0 })
  }

  private static func fresh(_ line: ArraySlice<UInt8>) -> Outcome {
    var scanner = JSONScanner()
    return outcome(&scanner, line)
  }

  /// One line of each kind: text with holes, and what stands in them at first.
  private static let templates: [(parts: [Bytes], values: [Bytes])] = [
    ([#"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"#, #","input":"#, "}}"], [#""quote-1""#, #""tap""#]),
    ([#"{"jsonrpc":"2.0","id":"#, #","result":{"quote":"#, #","author":"#, "}}"], ["17", #""text""#, #""name""#]),
    (
      [#" {"params": {"a":["#, #",{"b":"#, #"}] ,"e":{}, "t":true}, "#, #""z" : "#, " } "], ["1", #""x""#, "", "-2.5"]
    ),
    ([#"{"\u0070arams":{"n\u0061me":"#, #"},"":"#, #","abcdefghijklmnopqrst":"#, "}"], [#""a""#, "0", "1e3"]),
    (["{", "}"], [""]), ([#"{"a":"#, "}"], ["null"]), (["[1,", "]"], ["2"]),
  ]

  private static let values: [Bytes] = [
    #""""#, #""a""#, #""12345678""#, #""123456789""#, #""a\"b""#, #""\\""#, #""\u00e9\ud83d\ude00""#, "\"é€😀\"",
    Bytes("\"") + Bytes("long ") * 40 + "\"", #""\ud800""#, #""\q""#, "\"\t\"", "\"" + [0xff] + "\"", #""open"#,
    "\"a\"b\"",
    "0", "-0", "7", "-1.25e-3", "12345678901234567890", "1e400", "01", "1.", "-", "+1", "1 ", " 1", "true", "false",
    "null", "nul", "{}", "[]", #"{"a":1}"#, #"{"a":1,"a":2}"#, "[1,2]", "", ",", "}", #"1,"k":2"#, #""v","k":"w""#,
    #"1}"#, "\u{FEFF}1", "/**/1",
  ]

  private static func line(_ parts: [Bytes], _ values: [Bytes]) -> Bytes {
    var line = parts[0]
    for (value, part) in zip(values, parts.dropFirst()) { line = line + value + part }
    return line
  }

  @Test func `Any value in the place of another is taken or refused as by a scanner that knows nothing`() {
    for (parts, first) in Self.templates {
      for place in first.indices {
        for value in Self.values {
          var changed = first
          changed[place] = value
          let line = Self.line(parts, changed).all[...]
          var scanner = JSONScanner()
          _ = Self.outcome(&scanner, Self.line(parts, first).all[...])
          // Twice: the line itself may be a template by then.
          for _ in 0..<2 {
            #expect(Self.outcome(&scanner, line) == Self.fresh(line), "\(String(decoding: line, as: UTF8.self))")
          }
        }
      }
    }
  }

  @Test func `A line that differs in its values alone is recognised, and no other`() throws {
    let known = Bytes(#"{"id":1,"params":{"a":"x"},"t":true}"#).all
    let template = LineTemplate()
    let noMembers = ScratchStack<JSONMember>(keptCount: 1)
    let values = ScratchStack<LineTemplate.Value>(keptCount: 2)
    values.append(LineTemplate.Value(start: 6, end: 7, isString: false))
    values.append(LineTemplate.Value(start: 22, end: 25, isString: true))
    known.withUnsafeBufferPointer { template.take($0, base: 0, values, noMembers, noMembers) }
    func isMatch(_ line: Bytes) -> Bool {
      line.all.withUnsafeBufferPointer { template.match($0, base: 0, noMembers, noMembers) }
    }
    #expect(isMatch(Bytes(known)))
    #expect(isMatch(#"{"id":-2.5e7,"params":{"a":"a longer text with \"quotes\""},"t":true}"#))
    for other: Bytes in [
      #"{"id":"1","params":{"a":"x"},"t":true}"#, #"{"id":1,"params":{"a":null},"t":true}"#,
      #"{"id":1,"params":{"a":"x"},"t":null}"#, #"{"id":1,"params":{"b":"x"},"t":true}"#,
      #"{"id":1,"params":{"a":"x"},"t":true} "#, #"{"id":1, "params":{"a":"x"},"t":true}"#,
      #"{"id":1,"params":{"a":"x"},"t":true"#, "", "{",
    ] {
      #expect(!isMatch(other), "\(String(decoding: other.all, as: UTF8.self))")
    }
  }

  @Test func `Members have their places wherever the line begins`() {
    for (parts, first) in Self.templates {
      var scanner = JSONScanner()
      for offset in [0, 1, 100, 7] {
        let line = (Bytes("x") * offset + Self.line(parts, first) + "yyy").all[offset...].dropLast(3)
        #expect(Self.outcome(&scanner, line) == Self.fresh(line))
      }
    }
  }

  @Test func `Bytes that are changed anywhere in a line are seen`() {
    for (parts, first) in Self.templates {
      let template = Self.line(parts, first).all
      var scanner = JSONScanner()
      for index in template.indices {
        for byte in Array("x\"\\{}[],: 0-t".utf8) + [0, 0x80] {
          _ = Self.outcome(&scanner, template[...])
          var line = template
          line[index] = byte
          #expect(
            Self.outcome(&scanner, line[...]) == Self.fresh(line[...]), "\(String(decoding: line, as: UTF8.self))")
        }
        for line in [Array(template[..<index]), Array(template[..<index] + template.dropFirst(index + 1))] {
          #expect(
            Self.outcome(&scanner, line[...]) == Self.fresh(line[...]), "\(String(decoding: line, as: UTF8.self))")
        }
      }
    }
  }

  @Test func `The lines of the corpus mean the same in any order`() {
    let lines =
      (WireCase.plain + WireCase.keys + WireCase.shape + WireCase.numbers + WireCase.utf8 + WireCase.responses)
      .map { Array($0.bytes.all.prefix(3000)) }.map { $0.last == 0x0a ? Array($0.dropLast()) : $0 }
    let expected = lines.map { Self.fresh($0[...]) }
    var random = SplitMix64(state: 7)
    var scanner = JSONScanner()
    for _ in 0..<20_000 {
      let place = Int.random(in: lines.indices, using: &random)
      #expect(Self.outcome(&scanner, lines[place][...]) == expected[place])
    }
  }

  @Test func `Lines of many values and long lines are scanned each time`() {
    var scanner = JSONScanner()
    for count in [LineTemplate.valueLimit - 1, LineTemplate.valueLimit, LineTemplate.valueLimit + 1, 200] {
      for number in 0..<3 {
        let line = Bytes.text("{\"a\":[" + (0..<count).map { "\($0 * number)" }.joined(separator: ",") + "]}").all[...]
        #expect(Self.outcome(&scanner, line) == Self.fresh(line))
      }
    }
    for length in [900, 1100, 5000] {
      for letter: Bytes in ["a", "b"] {
        let line = (#"{"m":""# + letter * length + #"","n":1}"#).all[...]
        #expect(Self.outcome(&scanner, line) == Self.fresh(line))
      }
    }
  }
}
