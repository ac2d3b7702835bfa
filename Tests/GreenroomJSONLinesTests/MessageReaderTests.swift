import GreenroomJSONLines
import Testing

struct MessageReaderTests {
  private func read(_ line: Bytes) throws(EnvelopeError) -> Envelope {
    var reader = MessageReader()
    return try reader.read(line.all[...])
  }

  private func text(_ bytes: ArraySlice<UInt8>?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  @Test func `A request has its id, its method and its payload unread`() throws {
    let wire = Wire.request(id: #""\u0061-1""#, method: #""t.ech\u006f""#, params: #"{ "v" : 1.0 }"#)
    let line = wire.all[...]
    guard case .request(let id, let method, let params) = try read(wire) else {
      Issue.record("no request")
      return
    }
    #expect(id.requestID(in: line) == .string("a-1"))
    #expect(text(method.bytes(in: line)) == "t.echo")
    #expect(text(params.map { line[$0] }) == #"{ "v" : 1.0 }"#)
  }

  @Test func `The members of params are known by their places`() throws {
    var reader = MessageReader()
    let line = Wire.note(params: #"{"viewModel":"q","value":{"a":[1]},"n\u0075ll":null,"list":[],"x":{}}"#).all[...]
    _ = try reader.read(line)
    #expect(
      reader.parameterMembers.map { text(line[$0.namePlace]) } == ["viewModel", "value", #"n\u0075ll"#, "list", "x"])
    #expect(reader.parameterMembers.map { text(line[$0.value]) } == [#""q""#, #"{"a":[1]}"#, "null", "[]", "{}"])
    #expect(reader.parameterMembers.map(\.kind) == [.string, .object, .null, .array, .object])
    for name: JSONName in ["viewModel", "value", "null", "list", "x"] {
      #expect(reader.parameter(name) != nil)
    }
    #expect(reader.parameter("y") == nil)
    _ = try reader.read(Wire.note(params: #"[{"a":1}]"#, more: #","x":{"params":{"b":1}}"#).all[...])
    #expect(reader.parameterMembers.isEmpty)
  }

  @Test func `What a member of the next line will be is guessed from this one, and never wrongly read from it`() throws
  {
    func line(_ viewModel: String, _ more: String = "") -> [UInt8] {
      Array(
        #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":\#(viewModel),"input":"tap"\#(more)}}"#.utf8) + [0x0a]
    }
    func guess(_ next: [UInt8], _ name: JSONName = "viewModel") throws -> String? {
      var reader = MessageReader()
      var framer = LineFramer()
      let lines = line(#""a""#) + line(#""b""#) + next
      framer.append(lines.span)
      for _ in 0..<2 {
        guard case .line(let place)? = framer.next() else { return "no line" }
        _ = try reader.read(place, of: &framer)
      }
      var guess: String?
      reader.withExpectedParameter(name, ofNextIn: &framer) { guess = String(decoding: $0, as: UTF8.self) }
      // Nothing was read.
      #expect(reader.plainParameter("viewModel").map { String(decoding: framer[$0], as: UTF8.self) } == "b")
      return guess
    }
    #expect(try guess(line(#""quote-17""#)) == "quote-17")
    #expect(try guess(line(#""quote-17""#), "input") == nil)
    #expect(try guess(line(#""quote-17""#), "value") == nil)
    #expect(try guess([]) == nil)
    #expect(try guess(Array(line(#""quote-17""#).dropLast())) == nil)
    // Other lines give any guess, or none.
    for other in ["{}\n", "\n", String(repeating: "x", count: 80) + "\n", String(repeating: "x\"", count: 80) + "\n"] {
      _ = try guess(Array(other.utf8))
    }
  }

  @Test func `A line is read alike wherever its slice begins`() throws {
    let line = Wire.request(params: #"{"v":[1,{"a":"b"}]}"#)
    let shifted = (Bytes("xxxxx") + line + "yyy").all[5..<(5 + line.all.count)]
    var reader = MessageReader()
    guard case .request(.number(7), let method, let params) = try reader.read(shifted) else {
      Issue.record("no request")
      return
    }
    #expect(text(method.bytes(in: shifted)) == "t.echo")
    #expect(text(params.map { shifted[$0] }) == #"{"v":[1,{"a":"b"}]}"#)
    #expect(reader.parameterMembers.map { text(shifted[$0.value]) } == [#"[1,{"a":"b"}]"#])
  }

  @Test func `An error answer has its code, its message and its data unread`() throws {
    let wire = Wire.answer(id: "1", #""error":{"code":-32601,"message":"n\u006f","data":{"a": 1}}"#)
    guard case .error(.number(1)?, let value) = try read(wire), let failure = EnvelopeFailure(wire.all[...][value])
    else {
      Issue.record("no error")
      return
    }
    #expect(failure.code == -32601)
    #expect(failure.message == "no")
    #expect(text(failure.data) == #"{"a": 1}"#)
  }

  @Test(
    arguments: [
      (Wire.request(id: "7", method: "1"), RequestID.number(7), false),
      (Wire.request(id: #""a""#, params: "1"), .string("a"), false), (Wire.request(id: "1.5"), nil, false),
      (#"{"id":7,"method":"x"}"#, .number(7), false), (Wire.note(method: "1"), nil, false),
      (Wire.answer(#""error":null"#), .number(1), true), (Wire.answer(id: "1.0"), nil, true),
      (Wire.answer(#""result":1,"error":{"code":1,"message":"x"}"#), .number(1), true), (#"{"result":1}"#, nil, true),
      ("[]", nil, false), ("{", nil, false),
    ] as [(Bytes, RequestID?, Bool)])
  func `What is no message tells whom to answer, or whose answer it was`(
    _ line: Bytes, _ id: RequestID?, _ isResponse: Bool
  ) {
    #expect {
      try read(line)
    } throws: { error in
      let error = error as? EnvelopeError
      return error?.id == id && error?.isResponse == isResponse
    }
  }

  /// B43: the id goes back with the same text and type.
  @Test(arguments: [
    "0", "-1", "9007199254740991", "-9007199254740991", #""1""#, #""a b""#, "\"\u{FC}\"", "\"e\u{301}\"",
  ])
  func `A legal id is told as it came`(_ id: String) throws {
    let wire = Wire.request(id: .text(id))
    guard case .request(let found, _, _) = try read(wire) else {
      Issue.record("no request")
      return
    }
    #expect(found.requestID(in: wire.all[...]).description == id)
  }

  @Test func `A blank line is nothing`() throws {
    for line: Bytes in ["", " \t\r"] {
      guard case .blank = try read(line) else {
        Issue.record("a message")
        return
      }
    }
  }

  @Test func `A reader is as before after a line that was bad`() throws {
    var reader = MessageReader()
    for wire in WireCase.grammar + WireCase.keys + WireCase.depth {
      _ = try? reader.read(wire.bytes.all.dropLast())
      guard case .notification = try reader.read(Wire.note(params: #"{"a":1}"#).all[...]) else {
        Issue.record("after \(wire) a good line is not read")
        return
      }
      #expect(reader.parameterMembers.count == 1)
    }
  }
}
