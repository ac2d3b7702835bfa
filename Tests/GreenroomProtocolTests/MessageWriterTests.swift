import GreenroomJSONLines
import GreenroomProtocol
import Testing

@Suite struct MessageWriterTests {
  /// Text that breaks writers that forget to escape: quotes, controls, line separators, other planes.
  static let hostileTexts = [
    "", "plain", "\"\\/", "a\nb\r\tc", "\u{0}\u{1b}[2J\u{7f}", "\u{2028}\u{2029}\u{85}", "로그인 실패", "\u{1f600}e\u{301}",
  ]

  /// The line passes the strict scanner and is one line.
  private func expectStrict(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let bytes = Array(line.utf8)
    #expect(bytes.last == 0x0a, sourceLocation: sourceLocation)
    #expect(bytes.filter { $0 == 0x0a }.count == 1, sourceLocation: sourceLocation)
    var scanner = JSONScanner()
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try scanner.scan(bytes.dropLast()) }
    #expect(scanner.kind == .object, sourceLocation: sourceLocation)
  }

  @Test(arguments: hostileTexts)
  func `Whatever the text, every kind of line is one strict line that reads back`(hostile: String) throws {
    let peer = Peer()
    peer.machine.openRequest(3)
    let lines = [
      try text { try MessageWriter.notification(MethodName.detach, ViewModelParams(viewModel: hostile), into: &$0) },
      try text { try MessageWriter.request(4, MethodName.attach, ViewModelParams(viewModel: hostile), into: &$0) },
      text { MessageWriter.error(.number(3), ErrorObject(.refused, hostile, data: Array("[1]".utf8)), into: &$0) },
      text { MessageWriter.error(nil, ErrorObject(.parseError, hostile), into: &$0) },
      text { MessageWriter.result(.string("x\(hostile)"), "{}".utf8, into: &$0) },
    ]
    for line in lines { expectStrict(line) }
    let events = peer.events(of: lines.prefix(4).joined())
    let json = String(decoding: try RawJSON(encoding: hostile).bytes, as: UTF8.self)
    #expect(
      events == [
        "notification detach {\"viewModel\":\(json)}", "request 4 attach {\"viewModel\":\(json)}",
        "failure 3 6 \(hostile) [1]", "refused -32700 \(hostile)",
      ])
  }

  @Test func `Lines are written byte by byte as specified`() throws {
    #expect(
      text { MessageWriter.notification(MethodName.initialized, into: &$0) }
        == #"{"jsonrpc":"2.0","method":"initialized","params":{}}"# + "\n")
    #expect(
      text { MessageWriter.cancel(-12, into: &$0) }
        == #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":-12}}"# + "\n")
    #expect(
      text { MessageWriter.result(.number(Int.max), "null".utf8, into: &$0) }
        == #"{"jsonrpc":"2.0","id":9223372036854775807,"result":null}"# + "\n")
    #expect(
      text { MessageWriter.error(nil, ErrorObject(.invalidRequest, "no"), into: &$0) }
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}"# + "\n")
    #expect(
      try text {
        try MessageWriter.request(1, MethodName.input, InputParams(viewModel: "q", input: "tap", value: nil), into: &$0)
      }
        == #"{"jsonrpc":"2.0","id":1,"method":"input","params":{"viewModel":"q","input":"tap"}}"# + "\n")
  }

  @Test func `A value that has no JSON leaves the line unwritten or is an error`() {
    struct NotANumber: Encodable { var value = Double.nan }
    #expect(throws: PayloadError.self) {
      var bytes: [UInt8] = []
      try MessageWriter.notification(MethodName.output, NotANumber(), into: &bytes)
    }
  }

  @Test(arguments: hostileTexts)
  func `A method name is compared as bytes`(hostile: String) {
    #expect(Array("attach".utf8)[...].matches(MethodName.attach))
    #expect(!Array(("attach" + hostile + "x").utf8)[...].matches(MethodName.attach))
    #expect(!Array("caf\u{e9}".utf8)[...].matches(Array("cafe\u{301}".utf8)))
  }
}
