import GreenroomHostCore
import GreenroomProtocol
import Testing

/// Presenters and control clients: what they see, may do, and cost.
struct PresenterTests {
  @Test func `attached tells the state and the next output is seq plus one`() {
    let stage = Stage()
    stage.open("one")
    stage.tap()
    stage.open("screen")
    let lines = stage.stream("screen").takeLines()
    let seq = stage.core.viewModel(named: "quote")?.seq ?? -1
    #expect(lines.last?.contains(#""method":"attached""#) == true)
    #expect(lines.last?.contains(#""seq":\#(seq)"#) == true)
    #expect(lines.last?.contains(#"{"output":"toggleButton","value":{"isEnabled":false}}"#) == true)
    stage.answer("one", stage.takeRequests("one")[0])
    #expect(stage.stream("screen").takeLines().first?.contains(#""seq":\#(seq + 1)"#) == true)
  }

  @Test func `an input is answered with its cause, which its outputs bear`() {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    _ = stage.stream("screen").takeLines()
    stage.send(
      "screen", #"{"jsonrpc":"2.0","id":1,"method":"input","params":{"viewModel":"quote","input":"viewDidAppear"}}"#)
    let cause = stage.core.resources.currentCause
    let lines = stage.stream("screen").takeLines()
    #expect(lines.contains { $0.contains(#""result":{"cause":\#(cause)}"#) })
    #expect(lines.contains { $0.contains("toggleButton") && $0.contains(#""cause":\#(cause)"#) })
    stage.answer("one", stage.takeRequests("one")[0])
    #expect(stage.stream("screen").takeLines().allSatisfy { $0.contains(#""cause":\#(cause + 1)"#) })
  }

  @Test(arguments: ["input", "attach", "detach"])
  func `a presenter may not use a view model outside its entry`(method: String) {
    let stage = Stage()
    stage.open("screen")
    _ = stage.stream("screen").takeLines()
    let params = #"{"viewModel":"other","input":"viewDidAppear"}"#
    stage.send("screen", #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
    #expect(stage.stream("screen").takeLines().first?.contains(#""code":6"#) == true)
    stage.send("screen", #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
    #expect(stage.environment.records.contains { $0.contains("a notification was refused") })
    #expect(stage.core.viewModel(named: "other")?.inputCount == 0)
    #expect(stage.core.ledgers.inputs.isBalanced)
  }

  @Test(arguments: ["status", "swap", "stop", "reload", "restart"])
  func `a presenter is no operator`(method: String) {
    let stage = Stage()
    stage.open("screen")
    _ = stage.stream("screen").takeLines()
    stage.send(
      "screen", #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"plugin":"one","service":"quotes"}}"#)
    #expect(stage.stream("screen").takeLines().first?.contains("-32601") == true)
  }

  @Test func `a presenter that does not read is detached with its count and can attach again`() {
    let stage = Stage { $0.limits.queueByteCount = 3_000 }
    stage.open("one")
    stage.open("screen")
    stage.stream("screen").room = 1
    for _ in 0..<100 {
      stage.tap()
      if let request = stage.takeRequests("one").last {
        stage.send("one", #"{"jsonrpc":"2.0","id":\#(request),"error":{"code":101,"message":"HTTP 500"}}"#)
      }
    }
    let outputs = stage.core.ledgers.outputs
    #expect(stage.core.presenters[0].endpoint?.attached == [])
    #expect(outputs.dropped > 0 && outputs.conflated > 0 && outputs.isBalanced)
    _ = stage.stream("screen").takeLines()
    stage.stream("screen").makeRoom()
    let lines = stage.stream("screen").takeLines()
    #expect(lines.last?.contains(#""reason":"it reads too slowly","dropped":\#(outputs.dropped)"#) == true, "\(lines)")
    stage.send("screen", #"{"jsonrpc":"2.0","id":1,"method":"attach","params":{"viewModel":"quote"}}"#)
    #expect(stage.stream("screen").takeLines().contains { $0.contains(#""method":"attached""#) })
    #expect(stage.core.viewModel(named: "quote")?.seq ?? 0 > 200)
  }

  /// What was not written when a presenter attaches again is dropped and counted; the gap on the wire is as large.
  @Test func `attaching again replaces what waits, and the gap is what was dropped and conflated`() throws {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    stage.tap()
    let shown = stage.core.viewModel(named: "quote")?.seq ?? 0
    #expect(stage.stream("screen").takeLines().last?.contains(#""seq":\#(shown),"#) == true)
    stage.stream("screen").room = 0
    // Two events wait; of the states the last of each port.
    for _ in 0..<2 {
      let request = try #require(stage.takeRequests("one").last)
      stage.send("one", #"{"jsonrpc":"2.0","id":\#(request),"error":{"code":101,"message":"HTTP 500"}}"#)
      stage.tap()
    }
    let before = stage.core.ledgers.outputs
    #expect(before.queued > 0 && before.conflated > 0 && before.isBalanced)
    stage.send("screen", #"{"jsonrpc":"2.0","method":"attach","params":{"viewModel":"quote"}}"#)
    let after = stage.core.ledgers.outputs
    #expect(after.dropped == before.queued && after.queued == 0 && after.isBalanced)
    stage.stream("screen").makeRoom()
    let seq = stage.core.viewModel(named: "quote")?.seq ?? 0
    let lines = stage.stream("screen").takeLines()
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""method":"attached","params":{"viewModel":"quote","seq":\#(seq),"#) == true)
    #expect(seq - shown == after.dropped + after.conflated)
    let request = try #require(stage.takeRequests("one").last)
    stage.answer("one", request)
    // The next output follows from `attached`, without `after`.
    let next = stage.stream("screen").takeLines().first
    #expect(next?.contains(#""seq":\#(seq + 1),"#) == true && next?.contains("after") == false)
  }

  @Test func `an output that has been begun is written whole before attached`() throws {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    _ = stage.stream("screen").takeLines()
    stage.stream("screen").room = 10
    stage.tap()
    stage.send("screen", #"{"jsonrpc":"2.0","method":"attach","params":{"viewModel":"quote"}}"#)
    stage.stream("screen").makeRoom()
    let lines = stage.stream("screen").takeLines()
    #expect(lines.map { $0.contains(#""method":"output""#) } == [true, false])
    #expect(stage.core.ledgers.outputs.dropped == 0 && stage.core.ledgers.outputs.isBalanced)
  }

  @Test(arguments: [true, false])
  func `a control client that does not read is told why and closed, in the time of a stop's step`(reads: Bool) {
    let stage = Stage { $0.limits.queueByteCount = 2_000 }
    stage.open("one")
    let client = stage.client()
    stage.request(client, 1, "attach", #"{"viewModel":"quote"}"#)
    client.room = 0
    for _ in 0..<100 {
      stage.tap()
      for request in stage.takeRequests("one") {
        stage.send("one", #"{"jsonrpc":"2.0","id":\#(request),"error":{"code":101,"message":"HTTP 500"}}"#)
      }
    }
    #expect(!client.isClosed)
    if reads {
      client.makeRoom()
      let dropped = stage.core.ledgers.outputs.dropped
      #expect(dropped > 0)
      #expect(client.takeLines().last?.contains(#""reason":"it reads too slowly","dropped":\#(dropped)"#) == true)
    } else {
      stage.advance(.milliseconds(499))
      #expect(!client.isClosed)
      stage.advance(.milliseconds(1))
    }
    #expect(client.isClosed)
    #expect(stage.core.controlClients.isEmpty)
    #expect(stage.core.ledgers.outputs.isBalanced)
  }

  // B75
  @Test(arguments: [
    "supervisor.supervisor.options.execve", "system.multicall", "__class__", "__proto__", "host.process.exit",
    "../stop", "core.stop", "$/cancelRequest2", "Status", "status\u{0}", "",
  ])
  func `a method of no list is refused and the connection lives on`(method: String) {
    let stage = Stage()
    let client = stage.client()
    let name = method.replacing("\u{0}", with: #"\u0000"#)
    stage.request(client, 1, name)
    // A name that is empty or written with escapes is no method at all.
    let isName = !method.isEmpty && !method.contains("\u{0}")
    #expect(client.takeLines().first?.contains(isName ? "-32601" : "-32600") == true)
    stage.request(client, 2, "status")
    #expect(client.takeLines().first?.contains(#""id":2,"result""#) == true)
    #expect(!client.isClosed)
  }

  // B75
  @Test(arguments: [
    #""method":["stop"]"#, #""method":{"stop":1}"#, #""method":7"#, #""method":null"#,
    #""method":"\#(String(repeating: "stop", count: 100_000))""#,
  ])
  func `what is no name of a method is one error line, and the connection lives on`(method: String) {
    let stage = Stage()
    let client = stage.client()
    client.send(#"{"jsonrpc":"2.0","id":1,\#(method),"params":{}}"#)
    stage.core.turns.endOfTurn()
    let lines = client.takeLines()
    #expect(lines.count == 1 && lines.first?.contains("-32600") == true)
    #expect(lines.first?.utf8.count ?? 0 < 1_000)
    stage.request(client, 2, "status")
    #expect(client.takeLines().first?.contains(#""id":2,"result""#) == true)
    #expect(stage.exitStatus == nil)
  }

  @Test func `nothing is done before initialize`() {
    let stage = Stage()
    let stream = FakeStream()
    stage.core.accept(stream, name: "early")
    stream.send(#"{"jsonrpc":"2.0","id":1,"method":"stop","params":{}}"#)
    stage.core.turns.endOfTurn()
    #expect(stream.takeLines().first?.contains(#""code":6"#) == true)
  }

  @Test func `one link handles so many messages a turn`() {
    let stage = Stage { $0.limits.messagesPerTurn = 3 }
    stage.open("one")
    let client = stage.client()
    let tap = #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"quote","input":"viewDidAppear"}}"# + "\n"
    client.send(String(repeating: tap, count: 8).dropLast().description)
    #expect(stage.core.ledgers.inputs.handled == 3)
    #expect(client.isPaused)
    stage.core.turns.endOfTurn()
    #expect(stage.core.ledgers.inputs.handled == 6)
    stage.core.turns.endOfTurn()
    #expect(stage.core.ledgers.inputs.handled == 8)
    #expect(!client.isPaused)
  }

  @Test func `answers that a client does not read are bounded`() {
    let stage = Stage { $0.limits.queueByteCount = 20_000 }
    let client = stage.client()
    client.room = 0
    for id in 1...200 { stage.request(client, id, "status") }
    let queued = stage.core.controlClients.first?.endpoint.link.queuedByteCount ?? 0
    #expect(queued < 40_000)
  }
}
