import GreenroomJSONLines
import GreenroomProtocol
import Testing

@Suite struct PeerStateMachineTests {
  // MARK: Requests of ours

  @Test func `An answer closes its request and is handed out once`() {
    let peer = Peer()
    peer.machine.openRequest(1)
    peer.machine.openRequest(2)
    #expect(peer.openRequestCount == 2)
    #expect(peer.events(of: #"{"jsonrpc":"2.0","id":2,"result":{"a":[1]}}"# + "\n") == [#"result 2 {"a":[1]}"#])
    #expect(!peer.isOpen(2))
    #expect(peer.isOpen(1))
    #expect(
      peer.events(of: #"{"jsonrpc":"2.0","id":1,"error":{"code":101,"message":"no","data":{"x":1}}}"# + "\n")
        == [#"failure 1 101 no {"x":1}"#])
    #expect(peer.openRequestCount == 0)
    #expect(peer.counters.results == 1)
    #expect(peer.counters.failures == 1)
    #expect(peer.counters.requestsSent == 2)
  }

  @Test func `A second answer and an answer to nothing are told apart and counted`() {
    let peer = Peer()
    peer.machine.openRequest(5)
    #expect(
      peer.events(of: answer(5) + answer(5) + answer(999)) == ["result 5 null", "stale 5 second", "stale 999 unknown"])
    // "5" is not 5.
    peer.machine.openRequest(6)
    #expect(peer.events(of: #"{"jsonrpc":"2.0","id":"6","result":1}"# + "\n") == [#"stale "6" unknown"#])
    #expect(peer.isOpen(6))
    #expect(peer.counters.duplicateAnswers == 1)
    #expect(peer.counters.unknownAnswers == 2)
  }

  @Test func `A flood of answers that nobody asked for is counted and not answered`() {
    let peer = Peer()
    let events = peer.events(of: (5_000..<10_000).map(answer).joined())
    #expect(events.count == 5_000)
    #expect(events.allSatisfy { $0.hasPrefix("stale") })
    #expect(peer.counters.unknownAnswers == 5_000)
  }

  @Test func `The end of a link abandons open requests in the order of sending`() {
    let peer = Peer()
    for number in [3, 7, 9] { peer.machine.openRequest(number) }
    _ = peer.events(of: answer(7))
    #expect(peer.abandonRequests() == [3, 9])
    #expect(peer.abandonRequests() == [])
    #expect(peer.counters.abandoned == 2)
    let counters = peer.counters
    #expect(counters.requestsSent == counters.results + counters.failures + counters.abandoned)
  }

  @Test func `A request that was never written is withdrawn as if it had not been`() {
    let peer = Peer()
    peer.machine.openRequest(1)
    peer.machine.withdrawRequest(1)
    peer.machine.withdrawRequest(1)
    #expect(peer.openRequestCount == 0)
    #expect(peer.counters.requestsSent == 0)
  }

  @Test func `An error answer with id null says that the peer could not read a line of ours`() {
    let peer = Peer()
    peer.machine.openRequest(1)
    #expect(
      peer.events(of: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse"}}"# + "\n")
        == ["refused -32700 parse"])
    #expect(peer.isOpen(1))
  }

  // MARK: Requests of the peer

  @Test func `A request is open until it is answered, then its id may come again`() {
    let peer = Peer()
    #expect(peer.events(of: request(7)) == ["request 7 t.echo {}"])
    #expect(peer.incomingRequestCount == 1)
    #expect(peer.events(of: request(7)) == ["malformed 54 answer null -32600"])
    #expect(
      text { peer.machine.writeResult(.number(7), "true".utf8, into: &$0) }
        == #"{"jsonrpc":"2.0","id":7,"result":true}"# + "\n")
    #expect(peer.incomingRequestCount == 0)
    #expect(peer.events(of: request(7)) == ["request 7 t.echo {}"])
  }

  @Test func `The peer's ids are not ours`() {
    let peer = Peer()
    peer.machine.openRequest(1)
    #expect(peer.events(of: request(1)) == ["request 1 t.echo {}"])
    #expect(peer.isOpen(1))
  }

  // B43: an id comes back with the same type and text.
  @Test(arguments: [
    (#""1""#, #""1""#), ("1", "1"), ("0", "0"), ("-1", "-1"), ("9007199254740991", "9007199254740991"),
    (#""ü-1""#, #""ü-1""#), (#""__proto__""#, #""__proto__""#), (#""a\/\"""#, #""a/\"""#),
  ])
  func `A legal id is repeated in the answer`(id: String, expected: String) throws {
    var machine = PeerStateMachine()
    machine.receive(Array((#"{"jsonrpc":"2.0","id":\#(id),"method":"t.echo"}"# + "\n").utf8).span)
    guard case .request(let found, _, nil) = machine.next(now: .zero) else {
      Issue.record("no request")
      return
    }
    #expect(
      text { machine.writeError(found, ErrorObject(.busy, "full\n"), into: &$0) }
        == #"{"jsonrpc":"2.0","id":\#(expected),"error":{"code":3,"message":"full\n"}}"# + "\n")
  }

  @Test(arguments: [
    #""""#, #"{"a":1}"#, "[1]", "1.0", "1e2", "9007199254740993", #""a\nb""#, "true", "null",
    "\"" + String(repeating: "i", count: 257) + "\"",
  ])
  func `An illegal id is answered with id null, on one line`(id: String) {
    let peer = Peer()
    let events = peer.events(of: #"{"jsonrpc":"2.0","id":\#(id),"method":"t.echo"}"# + "\n")
    #expect(events.count == 1)
    #expect(events.first?.hasSuffix("answer null -32600") == true)
    #expect(peer.incomingRequestCount == 0)
  }

  @Test func `Every request over the limit is answered busy, with its id`() {
    let peer = Peer()
    let events = peer.events(of: (1...1_024).map { request($0) }.joined())
    #expect(events.count == 1_024)
    #expect(events.allSatisfy { $0.hasPrefix("request") })
    #expect(
      peer.events(of: (1_025..<1_050).map { request($0) }.joined())
        == (1_025..<1_050).map { "malformed 57 answer \($0) 3" })
    #expect(peer.counters.malformedLines == 0)
    _ = text { peer.machine.writeResult(.number(1), "1".utf8, into: &$0) }
    #expect(peer.events(of: request(1_026)) == ["request 1026 t.echo {}"])
  }

  // MARK: Lines that are no message

  @Test func `At most ten error answers go out in a second, the rest is counted`() {
    let peer = Peer()
    let noise = String(repeating: "spam spam spam\n", count: 25)
    #expect(peer.events(of: noise).filter { $0.hasSuffix("answer null -32700") }.count == 10)
    peer.now = .milliseconds(999)
    #expect(peer.events(of: "spam\n") == ["malformed 4 no answer"])
    peer.now = .seconds(1)
    #expect(peer.events(of: "spam\n") == ["malformed 4 answer null -32700"])
    #expect(peer.counters.malformedLines == 27)
    #expect(peer.counters.unansweredMalformedLines == 16)
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":1.5,"result":1}"#, #"{"jsonrpc":"2.0","result":1}"#,
    #"{"jsonrpc":"2.0","id":null,"result":1}"#, #"{"jsonrpc":"2.0","id":2,"error":"no"}"#,
  ])
  func `An answer is never answered, however malformed`(line: String) {
    let peer = Peer()
    peer.machine.openRequest(1)
    #expect(peer.events(of: line + "\n") == ["malformed \(line.utf8.count) no answer"])
    #expect(peer.counters.malformedLines == 1)
    #expect(peer.counters.unansweredMalformedLines == 0)
    #expect(peer.isOpen(1))
  }

  // B34
  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"x"}}"#, #"{"jsonrpc":"2.0","id":1,"error":"no"}"#,
    #"{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"x"}}"#,
    #"{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"x"}}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#,
    #"{"jsonrpc":"1.0","id":1,"result":1}"#, #"{"id":1,"result":1}"#,
    #"{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}"#,
  ])
  func `A broken answer whose id can be read ends its request, and is not answered`(line: String) throws {
    let peer = Peer()
    peer.machine.openRequest(1)
    let events = peer.events(of: line + "\n")
    #expect(events.count == 1)
    #expect(try #require(events.first).hasPrefix("failure 1 -32"), "\(events)")
    #expect(!peer.isOpen(1))
    #expect(peer.counters.malformedLines == 1)
    #expect(peer.counters.failures == 1)
  }

  // B34
  @Test func `An answer in Latin-1 ends its request and passes nothing on`() {
    let peer = Peer()
    peer.machine.openRequest(7)
    let line = Array(#"{"jsonrpc":"2.0","id":7,"result":"caf"#.utf8) + [0xe9] + Array("\"}\n".utf8)
    peer.machine.receive(line.span)
    guard case .failure(7, let error)? = peer.machine.next(now: .zero) else {
      Issue.record("the caller would wait for its deadline")
      return
    }
    #expect(error.code == .parseError)
    #expect(error.message.contains("invalid UTF-8"))
    #expect(!peer.isOpen(7))
  }

  @Test func `A good message follows a bad line as if nothing had been`() {
    let peer = Peer(limits: PeerLimits(lineByteCount: 60))
    let events = peer.events(
      of: "hello\n" + request(1) + "\n  \n" + String(repeating: "x", count: 61) + "\n" + request(2)
        + "Content-Length: 9\r\n")
    #expect(
      events == [
        "malformed 5 answer null -32700", "request 1 t.echo {}", "malformed 61 answer null -32600",
        "request 2 t.echo {}", "malformed 18 answer null -32700",
      ])
  }

  @Test func `Where the id can be read the error answer carries it`() {
    let peer = Peer()
    #expect(
      peer.events(of: #"{"jsonrpc":"2.0","id":7,"params":{}}"# + "\n" + #"{"id":8,"method":"m"}"# + "\n")
        == ["malformed 36 answer 7 -32600", "malformed 21 answer 8 -32600"])
  }

  // MARK: The end of the stream

  @Test func `A whole message without its line feed counts at the end of the stream`() {
    let peer = Peer()
    peer.receive(request(1) + String(request(2).dropLast()))
    #expect(peer.events() == ["request 1 t.echo {}"])
    #expect(peer.finish() == "request 2 t.echo {}")
    #expect(peer.finish() == nil)
  }

  @Test(arguments: ["{", #"{"jsonrpc":"2.0","id":1,"met"#, "\u{feff}", #"{"a":"\u00"#])
  func `Half a message at the end of the stream is counted and not answered`(half: String) {
    let peer = Peer()
    #expect(peer.events(of: half) == [])
    #expect(peer.finish() == "malformed \(half.utf8.count) no answer")
    #expect(peer.counters.malformedLines == 1)
    #expect(peer.counters.bytesRead == half.utf8.count)
  }

  @Test func `White space at the end of the stream is nothing`() {
    let peer = Peer()
    #expect(peer.events(of: "  \r\n  ") == [])
    #expect(peer.finish() == nil)
    #expect(peer.counters.malformedLines == 0)
  }

  @Test func `A stream cut at every byte gives the same events`() {
    let stream =
      request(1, "a.ä") + answer(4) + "noise\n" + #"{"jsonrpc":"2.0","method":"n","params":{"x":"\ud83d\ude00"}}"#
      + "\n"
    let whole = Peer()
    let expected = whole.events(of: stream)
    #expect(expected.count == 4)
    let cut = Peer()
    var found: [String] = []
    for byte in Array(stream.utf8) {
      cut.machine.receive([byte].span)
      found += cut.events()
    }
    #expect(found == expected)
  }

  // MARK: Members of params

  @Test func `Members of params are found by name, and their values are the bytes of the line`() throws {
    var machine = PeerStateMachine()
    let line = #"{"jsonrpc":"2.0","method":"n","params":{"a":"x","b":{"a":[1, 2]},"c":"\u0041","\u0064":1,"a ":0}}"#
    machine.receive(Array((line + "\n").utf8).span)
    guard case .notification(_, _?) = machine.next(now: .zero) else {
      Issue.record("no notification")
      return
    }
    func parameter(_ name: JSONName) -> JSONParameter? { machine.parameter(name) }
    func plain(_ name: JSONName) -> String? { machine.parameterMember(name)?.plainText.map { machine[$0].text } }
    #expect(parameter("a")?.string == "x")
    #expect(plain("a") == "x")
    #expect(parameter("b")?.bytes.text == #"{"a":[1, 2]}"#)
    #expect(parameter("b")?.string == nil)
    #expect(parameter("c")?.string == "A")
    #expect(plain("c") == nil && plain("b") == nil)
    #expect(parameter("e") == nil)
  }
}
