import GreenroomJSONLines
import GreenroomProtocol
import Testing

/// Every message as it stands on the wire, and back.
@Suite struct MessageRoundTripTests {
  /// Encodes, compares with the text of the specification, decodes and encodes again.
  private func check<Message: Codable>(
    _ message: Message, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let json = try RawJSON(encoding: message)
    #expect(String(decoding: json.bytes, as: UTF8.self) == expected, sourceLocation: sourceLocation)
    let decoded = try JSONDecoding.decode(Message.self, from: json.bytes[...])
    #expect(try RawJSON(encoding: decoded) == json, sourceLocation: sourceLocation)
  }

  private static let host = PeerName(name: "greenroom", version: "1.0.0")

  @Test func `The opening of a plugin link`() throws {
    try check(
      InitializeParams(
        host: Self.host, name: "quotes-http", generation: 4, role: .service,
        configuration: RawJSON(Array(#"{"baseURL":"http://127.0.0.1:8080","n":1e3}"#.utf8))),
      #"{"protocolVersion":"1","host":{"name":"greenroom","version":"1.0.0"},"name":"quotes-http","generation":4,"#
        + #""role":"service","configuration":{"baseURL":"http://127.0.0.1:8080","n":1e3}}"#)
    try check(
      InitializeResult(
        plugin: PeerName(name: "QuoteCatalog", version: "1"), provides: ["quotes.random"],
        capabilities: Capabilities(ping: true, state: true, idempotent: ["quotes.random"])),
      #"{"protocolVersion":"1","plugin":{"name":"QuoteCatalog","version":"1"},"provides":["quotes.random"],"#
        + #""capabilities":{"ping":true,"state":true,"idempotent":["quotes.random"]}}"#)
    try check(InitializeResult(plugin: nil, presents: ["*"]), #"{"protocolVersion":"1","presents":["*"]}"#)
  }

  @Test func `The opening of a control connection`() throws {
    try check(
      ControlInitializeParams(client: PeerName(name: "greenroom", version: "1.0.0")),
      #"{"protocolVersion":"1","client":{"name":"greenroom","version":"1.0.0"}}"#)
    try check(
      ControlInitializeResult(host: Self.host, name: "host", pid: 12),
      #"{"protocolVersion":"1","host":{"name":"greenroom","version":"1.0.0"},"name":"host","pid":12}"#)
  }

  @Test func `What presenters see and send`() throws {
    let port = PortSchema(
      name: "toggleButton", kind: "state", repeats: false, isSecret: false, payload: "isEnabled: Bool")
    try check(
      AttachedParams(
        viewModel: "quote", seq: 3, schema: ViewModelSchema(type: "Quote", inputs: [], outputs: [port]),
        state: [
          StateValue(output: "toggleButton", value: RawJSON(Array(#"{"isEnabled":true}"#.utf8))),
          StateValue(output: "done", value: nil),
        ]),
      #"{"viewModel":"quote","seq":3,"schema":{"type":"Quote","inputs":[],"outputs":[{"name":"toggleButton","#
        + #""kind":"state","repeats":false,"isSecret":false,"payload":"isEnabled: Bool"}]},"#
        + #""state":[{"output":"toggleButton","value":{"isEnabled":true}},{"output":"done"}]}"#)
    try check(
      DetachedParams(viewModel: "quote", reason: "asked for", dropped: 2),
      #"{"viewModel":"quote","reason":"asked for","dropped":2}"#)
    try check(
      InputParams(viewModel: "login", input: "email", value: .null),
      #"{"viewModel":"login","input":"email","value":null}"#)
    try check(InputParams(viewModel: "quote", input: "tap", value: nil), #"{"viewModel":"quote","input":"tap"}"#)
    try check(InputResult(cause: 9), #"{"cause":9}"#)
    try check(ViewModelParams(viewModel: "quote"), #"{"viewModel":"quote"}"#)
  }

  @Test func `An output line keeps a null apart from no value, and after apart from its absence`() throws {
    func decode(_ json: String) throws -> OutputParams {
      try JSONDecoding.decode(OutputParams.self, from: Array(json.utf8)[...])
    }
    let plain = try decode(#"{"viewModel":"q","output":"done","seq":4,"cause":2,"new":[1]}"#)
    #expect(plain.value == nil)
    #expect(plain.after == nil)
    #expect(plain.seq == 4)
    let gap = try decode(#"{"viewModel":"q","output":"error","value":null,"seq":9,"cause":0,"after":4}"#)
    #expect(gap.value == .null)
    #expect(gap.after == 4)
  }

  @Test func `What operators ask and are told`() throws {
    try check(SwapParams(service: "quotes", plugin: nil), #"{"service":"quotes"}"#)
    try check(SwapParams(service: "quotes", plugin: "quotes-http"), #"{"service":"quotes","plugin":"quotes-http"}"#)
    try check(ProgressParams(id: 4, message: "draining 3"), #"{"id":4,"message":"draining 3"}"#)
    try check(PluginParams(plugin: "screen", follow: true), #"{"plugin":"screen","follow":true}"#)
    try check(LogsResult(lines: ["a", "b"]), #"{"lines":["a","b"]}"#)
    try check(LogParams(plugin: "screen", line: "a"), #"{"plugin":"screen","line":"a"}"#)
    try check(DescribeParams(viewModel: nil), "{}")
    try check(ReloadResult(changes: ["a"], failures: ["b"]), #"{"changes":["a"],"failures":["b"]}"#)
    let receipt = SwapReceipt(
      service: "quotes", fromGeneration: 3, fromPlugin: "a", toGeneration: 4, toPlugin: "b", requestsIn: 10_231,
      requestsOut: 10_231, lost: 0, duplicated: 0, drained: 12, drainMicroseconds: 8_000, undrained: 0,
      pauseMicroseconds: nil)
    try check(
      receipt,
      #"{"service":"quotes","fromGeneration":3,"fromPlugin":"a","toGeneration":4,"toPlugin":"b","requestsIn":10231,"#
        + #""requestsOut":10231,"lost":0,"duplicated":0,"drained":12,"drainMicroseconds":8000,"undrained":0}"#)
  }

  @Test func `A missing or misfit member is named with its path`() {
    func failure<Message: Decodable>(_ type: Message.Type, _ json: String) -> String? {
      do {
        _ = try JSONDecoding.decode(type, from: Array(json.utf8)[...])
        return nil
      } catch {
        return error.description
      }
    }
    #expect(failure(InitializeResult.self, "{}") == "protocolVersion: missing")
    #expect(
      failure(InitializeResult.self, #"{"protocolVersion":"1","capabilities":{"ping":1}}"#)
        == "capabilities.ping: expected Bool, found the number 1")
    #expect(failure(ViewModelParams.self, #"{"viewModel":3}"#) == "viewModel: expected String, found the number 3")
  }

  @Test func `Ledgers balance exactly when their equation holds`() {
    var requests = RequestLedger()
    requests.made = 5
    requests.answered = 2
    requests.failed = 1
    requests.cancelled = 1
    #expect(!requests.isBalanced)
    requests.open = 1
    #expect(requests.isBalanced)
    #expect((requests + requests).isBalanced)
    #expect((requests + requests).settled == 8)
    var outputs = OutputLedger()
    outputs.meant = 4
    outputs.delivered = 3
    outputs.conflated = 1
    #expect(outputs.isBalanced)
    #expect((outputs - outputs) == OutputLedger())
  }
}
