import GreenroomHostCore
import GreenroomProtocol
import Testing

/// Swaps through the core, with their receipts.
struct SwapReceiptTests {
  private func swap(_ stage: Stage, to plugin: String = "two") -> SwapResult {
    let result = SwapResult()
    guard let target = stage.core.configuration.plugin(plugin) else { return result }
    stage.slot.beginSwap(to: target, progress: { result.progress.append($0) }) {
      switch $0 {
      case .success(let receipt): result.receipts.append(receipt)
      case .failure(let error): result.refusals.append(error.message)
      }
    }
    stage.core.turns.endOfTurn()
    return result
  }

  @Test func `a receipt counts what came in, what went out and what was drained`() {
    let stage = Stage()
    stage.open("one")
    let done = stage.call()
    stage.answer("one", done.number)
    let draining = stage.call()
    let result = swap(stage)
    stage.open("two")
    let new = stage.call()
    #expect(stage.takeRequests("two") == [new.number])
    #expect(result.receipts == [])
    stage.advance(.milliseconds(8))
    stage.answer("one", draining.number)
    let receipt = result.receipts.first
    #expect(receipt?.fromGeneration == 1 && receipt?.toGeneration == 2)
    #expect(receipt?.requestsIn == 3 && receipt?.requestsOut == 2)
    #expect(receipt?.lost == 0 && receipt?.duplicated == 0)
    #expect(receipt?.drained == 1 && receipt?.undrained == 0)
    #expect(receipt?.drainMicroseconds == 8_000)
    #expect(stage.process("one")?.stream.hasInputEnded == true)
    #expect(result.progress.first == "starting two")
  }

  @Test func `a drain deadline leaves undrained requests their own outcome`() {
    let stage = Stage()
    stage.open("one")
    let call = stage.call()
    let result = swap(stage)
    stage.open("two")
    stage.advance(.seconds(5))
    #expect(result.receipts.first?.undrained == 1 && result.receipts.first?.drained == 0)
    stage.exit("one", .exited(0))
    #expect(call.outcomes == ["code 5"])
  }

  @Test func `what the old one has not taken goes to the new one first`() {
    let stage = Stage()
    stage.open("one")
    stage.stream("one").room = 5
    let begun = stage.call()
    let waiting = stage.call()
    let result = swap(stage)
    stage.open("two")
    let new = stage.call()
    #expect(stage.takeRequests("two") == [waiting.number, new.number])
    stage.stream("one").makeRoom()
    #expect(stage.takeRequests("one") == [begun.number])
    stage.answer("one", begun.number)
    #expect(result.receipts.first?.drained == 1)
    #expect(result.receipts.first?.lost == 0)
  }

  @Test func `a cut that leaves the old one nothing to answer waits for nothing`() {
    let stage = Stage()
    stage.open("one")
    stage.stream("one").room = 0
    let waiting = stage.call()
    let result = swap(stage)
    stage.open("two")
    #expect(stage.takeRequests("two") == [waiting.number])
    // At once, and not at the drain deadline.
    #expect(result.receipts.first?.drained == 0)
    #expect(result.receipts.first?.drainMicroseconds == 0)
    #expect(stage.process("one")?.stream.hasInputEnded == true)
    stage.answer("two", waiting.number)
    #expect(waiting.outcomes == ["value"])
  }

  @Test func `a second swap is refused while one goes on, and goes through after it`() {
    let stage = Stage()
    stage.open("one")
    let first = swap(stage)
    let second = swap(stage, to: "one")
    #expect(second.refusals.first?.contains("a swap to two is in progress") == true)
    stage.open("two")
    #expect(first.receipts.count == 1)
    let third = swap(stage, to: "one")
    stage.open("one")
    #expect(third.receipts.first?.toGeneration == 3)
    #expect(third.receipts.first?.requestsIn == 0)
  }

  @Test func `a receipt counts second answers`() {
    let stage = Stage()
    stage.open("one")
    let call = stage.call()
    for _ in 0..<3 { stage.answer("one", call.number) }
    let result = swap(stage)
    stage.open("two")
    #expect(result.receipts.first?.duplicated == 2 && result.receipts.first?.lost == 0)
  }

  @Test func `an entry that leaves one service serves no other yet`() throws {
    let stage = Stage {
      $0.services.append(ServiceConfiguration(name: "more", plugin: "more"));
      $0.plugins.append(PluginConfiguration(name: "more", executable: "/fake/more"))
    }
    let client = stage.client()
    stage.open("one")
    stage.request(client, 1, "swap", #"{"service":"quotes","plugin":"two"}"#)
    stage.request(client, 2, "swap", #"{"service":"more","plugin":"two"}"#)
    #expect(client.takeLines().contains { $0.contains("two serves quotes; one entry serves one service") })
  }

  // B47, B60
  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"9","provides":["*"]}}"#, "protocol version \"9\""),
    ("Traceback", "no message"), ("Content-Length: 81\r", "looks like LSP framing"),
    (#"{"jsonrpc":"2.0","id":0,"error":{"code":6,"message":"no licence"}}"#, "no licence"),
    (#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"1"}}"#, "provides"),
  ])
  func `a new one that is broken changes nothing and the reason is told`(line: String, reason: String) {
    let stage = Stage()
    stage.open("one")
    let result = swap(stage)
    stage.send("two", line)
    stage.exit("two", .exited(1))
    #expect(result.refusals.first?.contains(reason) == true, "\(result.refusals)")
    let call = stage.call()
    #expect(stage.takeRequests("one") == [call.number])
    stage.advance(.seconds(60))
    #expect(stage.processCount("two") == 1)
  }

  @Test func `a swap during back-off serves what is held`() {
    let stage = Stage()
    stage.open("one")
    stage.exit("one", .exited(1))
    let call = stage.call()
    let result = swap(stage)
    stage.open("two")
    #expect(result.receipts.count == 1)
    #expect(stage.takeRequests("two") == [call.number])
    stage.advance(.seconds(30))
    #expect(stage.processCount("one") == 1)
  }

  @Test func `a swap during the start of the old one serves what is held`() {
    let stage = Stage()
    let call = stage.call()
    let result = swap(stage)
    stage.open("two")
    #expect(result.receipts.count == 1)
    // The opening of the old one is no caller's request.
    #expect(result.receipts.first?.undrained == 0)
    #expect(stage.takeRequests("two") == [call.number])
    #expect(stage.process("one")?.stream.hasInputEnded == true)
  }

  @Test func `a stop of the host ends a swap with its reason, and no swap begins after it`() {
    let stage = Stage()
    stage.open("one")
    let running = swap(stage)
    stage.core.stop()
    #expect(running.refusals.first?.contains("the host is stopping") == true)
    #expect(swap(stage).refusals == ["the host is stopping"])
  }

  // MARK: With state

  private func statefulStage() -> (Stage, SwapResult) {
    let stage = Stage()
    stage.open("one", #"{"state":true}"#)
    let result = swap(stage)
    stage.open("two", #"{"state":true}"#)
    return (stage, result)
  }

  @Test func `state is carried over while new requests are held`() {
    let (stage, result) = statefulStage()
    let held = stage.call()
    #expect(stage.stream("one").takeLines().contains { $0.contains("state/export") })
    stage.advance(.milliseconds(3))
    stage.send("one", #"{"jsonrpc":"2.0","id":-1,"result":{"count":7}}"#)
    #expect(stage.stream("two").takeLines().contains { $0.contains(#""params":{"state":{"count":7}}"#) })
    #expect(stage.takeRequests("two") == [])
    stage.send("two", #"{"jsonrpc":"2.0","id":-1,"result":null}"#)
    #expect(stage.takeRequests("two") == [held.number])
    #expect(result.receipts.first?.pauseMicroseconds == 3_000)
  }

  @Test func `an answer that comes after its swap has ended belongs to no other`() {
    let (stage, first) = statefulStage()
    stage.advance(.seconds(5))
    #expect(first.refusals.count == 1)
    stage.exit("two", .exited(0))
    let second = swap(stage)
    stage.open("two", #"{"state":true}"#)
    _ = stage.stream("two").takeLines()
    // To the first swap's request.
    stage.send("one", #"{"jsonrpc":"2.0","id":-1,"result":{"count":1}}"#)
    #expect(stage.stream("two").takeLines() == [])
    stage.send("one", #"{"jsonrpc":"2.0","id":-2,"result":{"count":2}}"#)
    #expect(stage.stream("two").takeLines().contains { $0.contains(#""params":{"state":{"count":2}}"#) })
    stage.send("two", #"{"jsonrpc":"2.0","id":-1,"result":null}"#)
    #expect(second.receipts.count == 1)
  }

  @Test func `state that a line does not take rolls the swap back with the reason`() {
    let stage = Stage { $0.limits.lineByteCount = 2_048 }
    stage.open("one", #"{"state":true}"#)
    let result = swap(stage)
    stage.open("two", #"{"state":true}"#)
    stage.send("one", #"{"jsonrpc":"2.0","id":-1,"result":"\#(String(repeating: "x", count: 1_990))"}"#)
    #expect(result.refusals.first?.contains("state/import would have") == true, "\(result.refusals)")
    // No timer of that swap is left for the next.
    let second = swap(stage)
    stage.exit("two", .exited(0))
    stage.advance(.seconds(30))
    #expect(second.refusals.count == 1)
  }

  enum StateFailure: CaseIterable { case exportRefused, exportSilent, importRefused, importSilent, oldDies, nextDies }

  @Test(arguments: StateFailure.allCases)
  func `if carrying over fails the old one gets the held requests`(failure: StateFailure) {
    let (stage, result) = statefulStage()
    let held = stage.call()
    let refusal = #"{"jsonrpc":"2.0","id":-1,"error":{"code":100,"message":"no"}}"#
    if [.importRefused, .importSilent].contains(failure) {
      stage.send("one", #"{"jsonrpc":"2.0","id":-1,"result":{"count":7}}"#)
    }
    switch failure {
    case .exportRefused: stage.send("one", refusal)
    case .importRefused: stage.send("two", refusal)
    case .exportSilent, .importSilent: stage.advance(.seconds(5))
    case .oldDies: stage.exit("one", .signalled(9))
    case .nextDies: stage.exit("two", .signalled(9))
    }
    #expect(result.refusals.count == 1 && result.receipts.isEmpty)
    if failure == .oldDies {
      stage.advance(.milliseconds(100))
      stage.open("one")
    }
    #expect(stage.takeRequests("one") == [held.number])
    #expect(stage.slot.current.name == "one")
  }
}

/// What a swap has told.
final class SwapResult {
  var receipts: [SwapReceipt] = []
  var refusals: [String] = []
  var progress: [String] = []
}
