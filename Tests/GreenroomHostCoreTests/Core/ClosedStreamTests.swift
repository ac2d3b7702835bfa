import GreenroomHostCore
import GreenroomProtocol
import Testing

/// Plugins that close one of their streams and live on.
struct ClosedStreamTests {
  // MARK: Output

  // B13
  @Test func `a service that closes its output is shown so, ended, and started again`() {
    let stage = Stage()
    stage.open("one")
    let taken = stage.call()
    stage.stream("one").end()
    stage.core.turns.endOfTurn()
    #expect(taken.outcomes == ["code 5"])
    #expect(stage.slot.current.status.state == "output closed")
    #expect(stage.slot.status.state == "output closed")
    let held = stage.call()
    stage.advance(.milliseconds(500))
    #expect(stage.process("one")?.signals == [15])
    stage.exit("one", .signalled(15))
    #expect(stage.slot.current.status.lastExit == "output closed: it closed its standard output and lived on")
    stage.advance(.milliseconds(100))
    stage.open("one")
    #expect(stage.takeRequests("one") == [held.number])
  }

  // MARK: Input

  // B13
  @Test func `a service that closes its input is shown so, ended, and started again`() {
    let stage = Stage()
    stage.open("one")
    let answered = stage.call()
    let unanswered = stage.call()
    stage.stream("one").breakInput()
    // Found out by the first write.
    #expect(stage.slot.current.status.state == "ready")
    let unsent = stage.call()
    #expect(stage.slot.current.status.state == "input closed")
    #expect(stage.slot.status.held == 1)
    // What it has read it may still answer.
    stage.answer("one", answered.number)
    #expect(answered.outcomes == ["value"])
    stage.advance(.milliseconds(500))
    #expect(stage.process("one")?.signals == [15])
    stage.exit("one", .signalled(15))
    #expect(unanswered.outcomes == ["code 5"])
    #expect(unsent.outcomes == [])
    let sentence = "input closed: it closed its standard input and lived on"
    #expect(stage.environment.records.contains("warning one: \(sentence)"))
    #expect(stage.slot.current.status.lastExit == sentence)
    stage.advance(.milliseconds(100))
    stage.open("one")
    #expect(stage.takeRequests("one") == [unsent.number])
    stage.answer("one", unsent.number)
    #expect(unsent.outcomes == ["value"])
    #expect(stage.slot.requests.isBalanced && stage.slot.requests.open == 0)
  }

  @Test func `a service that is not started again fails its requests no later than their deadline`() {
    let stage = Stage { $0.plugins[0].restart = .temporary }
    stage.open("one")
    stage.stream("one").breakInput()
    let call = stage.call(deadline: .seconds(3))
    stage.exit("one", .signalled(15))
    #expect(stage.slot.current.status.state == "stopped")
    stage.advance(.seconds(3))
    #expect(call.outcomes == ["code 4"])
  }

  @Test func `a full pipe whose reader closes it is found out by whoever waits for room`() {
    let stage = Stage()
    stage.open("one")
    stage.stream("one").room = 10
    let begun = stage.call()
    let waiting = stage.call()
    stage.stream("one").breakInput()
    #expect(stage.slot.current.status.state == "input closed")
    #expect(stage.slot.status.held == 2)
    stage.exit("one", .signalled(15))
    stage.advance(.milliseconds(100))
    stage.open("one")
    #expect(stage.takeRequests("one") == [begun.number, waiting.number])
  }

  @Test func `a crash that a write notices first is still told as a crash`() {
    let stage = Stage()
    stage.open("one")
    stage.stream("one").breakInput()
    _ = stage.call()
    stage.exit("one", .signalled(11))
    #expect(stage.slot.current.status.lastExit == "it was ended by signal 11")
    #expect(stage.process("one")?.signals == [])
  }

  @Test func `a new generation that closes its input before it is ready changes nothing`() throws {
    let stage = Stage()
    stage.open("one")
    var refusal: String?
    let target = try #require(stage.core.configuration.plugin("two"))
    stage.slot.beginSwap(to: target, progress: { _ in }) {
      if case .failure(let error) = $0 { refusal = error.message }
    }
    stage.stream("two").breakInput()
    stage.core.turns.endOfTurn()
    stage.advance(.milliseconds(500))
    stage.exit("two", .signalled(15))
    #expect(refusal?.contains("input closed: it closed its standard input and lived on") == true, "\(refusal ?? "")")
    let call = stage.call()
    #expect(stage.takeRequests("one") == [call.number])
  }

  @Test func `an old generation that closes its input while it drains loses what it has not taken to the new one`()
    throws
  {
    let stage = Stage()
    stage.open("one")
    let taken = stage.call()
    stage.stream("one").room = 10
    let begun = stage.call()
    var receipt: SwapReceipt?
    let target = try #require(stage.core.configuration.plugin("two"))
    stage.slot.beginSwap(to: target, progress: { _ in }) { receipt = try? $0.get() }
    stage.open("two")
    stage.stream("one").breakInput()
    stage.core.turns.endOfTurn()
    #expect(stage.takeRequests("two") == [begun.number])
    stage.exit("one", .signalled(11))
    #expect(taken.outcomes == ["code 5"])
    #expect(receipt?.drained == 0 && receipt?.undrained == 1 && receipt?.lost == 0)
  }

  @Test func `a service that asks and never reads is ended and not kept in memory`() {
    let stage = Stage { $0.limits.queueByteCount = 4_000 }
    stage.open("one")
    stage.stream("one").room = 0
    for id in 1...100 { stage.send("one", #"{"jsonrpc":"2.0","id":\#(id),"method":"any"}"#) }
    #expect(stage.process("one")?.stream.hasInputEnded == true)
    #expect(stage.slot.current.run?.link?.queuedByteCount ?? 0 < 5_000)
    stage.exit("one", .signalled(15))
    #expect(stage.slot.current.status.lastExit == "it does not read the answers to its requests")
  }

  // MARK: Presenters

  private static let tap =
    #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"quote","input":"viewDidAppear"}}"#

  @Test func `inputs of a presenter that has closed its input are handled and counted`() {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    stage.stream("screen").breakInput()
    stage.tap()
    #expect(stage.core.presenters[0].status.state == "input closed")
    #expect(stage.core.viewModel(named: "quote")?.attachments.isEmpty == true)
    let outputs = stage.core.ledgers.outputs
    #expect(outputs.isBalanced && outputs.failed == 1)
    let refused = Self.tap.replacing("quote", with: "other")
    stage.send("screen", Self.tap, refused, #"{"jsonrpc":"2.0","method":"none","params":{}}"#)
    let inputs = stage.core.ledgers.inputs
    #expect(inputs.read == 2 && inputs.handled == 1 && inputs.refused == 1 && inputs.queued == 0)
    #expect(stage.core.viewModel(named: "quote")?.inputCount == 2)
    // It cannot be attached any more: there is nobody to show anything to.
    stage.send("screen", #"{"jsonrpc":"2.0","id":1,"method":"attach","params":{"viewModel":"quote"}}"#)
    #expect(stage.core.viewModel(named: "quote")?.attachments.isEmpty == true)
    #expect(stage.core.presenters[0].endpoint?.link.queuedByteCount == 0)
  }

  @Test func `what a control client has sent before it hung up is handled and counted`() {
    let stage = Stage { $0.limits.messagesPerTurn = 3 }
    stage.open("one")
    let client = stage.client()
    stage.request(client, 1, "attach", #"{"viewModel":"quote"}"#)
    client.send(Array(repeating: Self.tap, count: 10).joined(separator: "\n"))
    client.breakInput()
    client.end()
    for _ in 0..<10 { stage.core.turns.endOfTurn() }
    #expect(stage.core.ledgers.inputs.read == 10 && stage.core.ledgers.inputs.handled == 10)
    #expect(stage.core.controlClients.isEmpty && client.isClosed)
    #expect(stage.core.viewModel(named: "quote")?.attachments.isEmpty == true)
    #expect(stage.core.ledgers.outputs.isBalanced)
  }

  @Test func `a presenter that has closed its input is started again, and its row adds up`() {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    stage.stream("screen").breakInput()
    stage.tap()
    stage.advance(.milliseconds(500))
    stage.exit("screen", .signalled(15))
    stage.advance(.milliseconds(100))
    stage.open("screen")
    #expect(stage.stream("screen").takeLines().contains { $0.contains(#""method":"attached""#) })
    if let request = stage.takeRequests("one").last { stage.answer("one", request) }
    let row = stage.core.presenters[0].status.outputs
    #expect(row.isBalanced && row.failed == 1 && row.delivered > 0)
    #expect(stage.core.ledgers.outputs == row)
  }
}
