import Testing

@testable import GreenroomJSONLines

/// A reader that knows messages from before says of every line what a new one says.
struct MessageTemplateTests {
  /// What a line was read as.
  private struct Outcome: Equatable, CustomStringConvertible {
    /// The envelope with all its places, or the error.
    var description: String
    var parameterMembers: [JSONMember] = []
  }

  private static func outcome(_ reader: inout MessageReader, _ line: ArraySlice<UInt8>) -> Outcome {
    do throws(EnvelopeError) {
      let envelope = try reader.read(line)
      let members = reader.parameterMembers
      for member in members { #expect(reader.parameter(member.name) == member) }
      #expect(reader.parameter("absent") == nil)
      return Outcome(description: "\(envelope)", parameterMembers: members)
    } catch {
      return Outcome(description: "\(error.code) \(error.reason) \(String(describing: error.id)) \(error.isResponse)")
    }
  }

  private static func fresh(_ line: ArraySlice<UInt8>) -> Outcome {
    var reader = MessageReader()
    return outcome(&reader, line)
  }

  /// One line of each kind: text with holes, and what stands in them at first.
  private static let templates: [(parts: [Bytes], values: [Bytes])] = [
    ([#"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"#, #","input":"#, "}}"], [#""quote-1""#, #""tap""#]),
    ([#"{"jsonrpc":"2.0","id":"#, #","result":{"quote":"#, #","author":"#, "}}"], ["17", #""text""#, #""name""#]),
    (
      [
        #" {"params": {"a":["#, #",{"b":"#, #"}] ,"e":{}, "t":true}, "#, #""z" : "#,
        #","method":"m","jsonrpc":"2.0" } "#,
      ], ["1", #""x""#, "", "-2.5"]
    ),
    (
      [
        #"{"j\u0073onrpc":"\u0032.0","\u0070arams":{"n\u0061me":"#, #"},"":"#, #","abcdefghijklmnopqrst":"#,
        #","method":"\u006d/1"}"#,
      ], [#""a""#, "0", "1e3"]
    ),
    ([#"{"id":"#, #","jsonrpc":"#, #","method":"#, #","params":"#, "}"], ["4", #""2.0""#, #""m""#, "[1]"]),
    ([#"{"jsonrpc":"2.0","id":"#, #","error":{"code":"#, #","message":"#, "}}"], ["1", "-32601", #""no""#]),
    ([#"{"jsonrpc":"2.0","result":"#, #","id":"#, "}"], [#""text""#, "1"]),
    (["{", "}"], [""]), ([#"{"a":"#, "}"], ["null"]), (["[1,", "]"], ["2"]),
  ]

  private static let values: [Bytes] = [
    #""""#, #""a""#, #""12345678""#, #""123456789""#, #""a\"b""#, #""\\""#, #""\u00e9\ud83d\ude00""#, "\"é€😀\"",
    Bytes("\"") + Bytes("long ") * 40 + "\"", #""\ud800""#, #""\q""#, "\"\t\"", "\"" + [0xff] + "\"", #""open"#,
    "\"a\"b\"",
    "0", "-0", "7", "-1.25e-3", "12345678901234567890", "1e400", "01", "1.", "-", "+1", "1 ", " 1", "true", "false",
    "null", "nul", "9007199254740993", "-9007199254740993", "1.0", #""2.0""#, #""m""#, "{}", "[]", #"{"a":1}"#,
    #"{"a":1,"a":2}"#, "[1,2]", "", ",", "}", #"1,"k":2"#, #""v","k":"w""#,
    #"1}"#, "\u{FEFF}1", "/**/1",
  ]

  private static func line(_ parts: [Bytes], _ values: [Bytes]) -> Bytes {
    var line = parts[0]
    for (value, part) in zip(values, parts.dropFirst()) { line = line + value + part }
    return line
  }

  @Test func `Any value in the place of another is taken or refused as by a reader that knows nothing`() {
    for (parts, first) in Self.templates {
      for place in first.indices {
        for value in Self.values {
          var changed = first
          changed[place] = value
          let line = Self.line(parts, changed).all[...]
          var reader = MessageReader()
          _ = Self.outcome(&reader, Self.line(parts, first).all[...])
          // Twice: the line itself may be a template by then.
          for _ in 0..<2 {
            #expect(Self.outcome(&reader, line) == Self.fresh(line), "\(String(decoding: line, as: UTF8.self))")
          }
        }
      }
    }
  }

  @Test func `A line that differs in its values alone is recognised, and no other`() throws {
    let known = Array(#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"x"},"t":true}"#.utf8)[...]
    var scanner = JSONScanner()
    try scanner.scan(known)
    var reader = MessageReader()
    let template = MessageTemplate()
    #expect(template.take(known, try reader.read(known), scanner))
    func isMatch(_ line: String) -> Bool { Array(line.utf8).withUnsafeBufferPointer { template.match($0) } }
    #expect(known.withUnsafeBufferPointer { template.match($0) } && template.number == 1)
    #expect(
      isMatch(#"{"jsonrpc":"2.0","id":-257,"method":"m","params":{"a":"a longer text with \"quotes\""},"t":true}"#))
    #expect(template.number == -257)
    for other in [
      #"{"jsonrpc":"2.0","id":"1","method":"m","params":{"a":"x"},"t":true}"#,
      #"{"jsonrpc":"2.0","id":1.5,"method":"m","params":{"a":"x"},"t":true}"#,
      #"{"jsonrpc":"2.1","id":1,"method":"m","params":{"a":"x"},"t":true}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"n","params":{"a":"x"},"t":true}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":null},"t":true}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"x"},"t":null}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"b":"x"},"t":true}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"x"},"t":true} "#,
      #"{"jsonrpc":"2.0","id":1, "method":"m","params":{"a":"x"},"t":true}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"x"},"t":true"#, "", "{",
    ] {
      #expect(!isMatch(other), "\(other)")
    }
  }

  @Test func `Of errors, and of ids that are texts, no template is made, and the one before stays`() throws {
    let template = MessageTemplate()
    func take(_ line: String) throws -> Bool {
      let line = Array(line.utf8)[...]
      var scanner = JSONScanner()
      try scanner.scan(line)
      var reader = MessageReader()
      return template.take(line, try reader.read(line), scanner)
    }
    #expect(try take(#"{"jsonrpc":"2.0","method":"m"}"#))
    #expect(try !take(#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#))
    #expect(try !take(#"{"jsonrpc":"2.0","id":"1","result":1}"#))
    #expect(try !take(#"{"jsonrpc":"2.0","id":"1","method":"m"}"#))
    #expect(Array(#"{"jsonrpc":"2.0","method":"m"}"#.utf8).withUnsafeBufferPointer { template.match($0) })
  }

  @Test func `Members have their places wherever the line begins`() {
    for (parts, first) in Self.templates {
      var reader = MessageReader()
      for offset in [0, 1, 100, 7] {
        let line = (Bytes("x") * offset + Self.line(parts, first) + "yyy").all[offset...].dropLast(3)
        #expect(Self.outcome(&reader, line) == Self.fresh(line))
      }
    }
  }

  @Test func `Bytes that are changed anywhere in a line are seen`() {
    for (parts, first) in Self.templates {
      let template = Self.line(parts, first).all
      var reader = MessageReader()
      for index in template.indices {
        for byte in Array("x\"\\{}[],: 0-t".utf8) + [0, 0x80] {
          _ = Self.outcome(&reader, template[...])
          var line = template
          line[index] = byte
          #expect(
            Self.outcome(&reader, line[...]) == Self.fresh(line[...]), "\(String(decoding: line, as: UTF8.self))")
        }
        for line in [Array(template[..<index]), Array(template[..<index] + template.dropFirst(index + 1))] {
          #expect(
            Self.outcome(&reader, line[...]) == Self.fresh(line[...]), "\(String(decoding: line, as: UTF8.self))")
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
    var reader = MessageReader()
    for _ in 0..<20_000 {
      let place = Int.random(in: lines.indices, using: &random)
      #expect(Self.outcome(&reader, lines[place][...]) == expected[place])
    }
  }

  @Test func `Lines of many values and long lines are scanned each time`() {
    var reader = MessageReader()
    for count in [
      MessageTemplate.valueLimit - 1, MessageTemplate.valueLimit, MessageTemplate.valueLimit + 1,
      MessageTemplate.valueLimit + 2, 200,
    ] {
      for number in 0..<3 {
        let line = Bytes.text(
          #"{"jsonrpc":"2.0","method":"m","params":["# + (0..<count).map { "\($0 * number)" }.joined(separator: ",")
            + "]}"
        ).all[...]
        #expect(Self.outcome(&reader, line) == Self.fresh(line))
      }
    }
    for length in [900, 1100, 5000] {
      for letter: Bytes in ["a", "b"] {
        let line = (#"{"jsonrpc":"2.0","method":"m","params":{"m":""# + letter * length + #"","n":1}}"#).all[...]
        #expect(Self.outcome(&reader, line) == Self.fresh(line))
      }
    }
  }
}
