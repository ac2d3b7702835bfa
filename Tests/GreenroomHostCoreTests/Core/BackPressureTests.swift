import GreenroomHostCore
import GreenroomProtocol
import Testing

/// Peers that read slowly, not at all, or die with much under way.
struct BackPressureTests {
  // MARK: Services

  // B44
  @Test func `a hundred requests in flight have a hundred outcomes at once when their service dies`() {
    let stage = Stage()
    stage.open("one")
    let calls = (0..<100).map { _ in stage.call() }
    #expect(stage.takeRequests("one").count == 100)
    let link = stage.slot.current.run?.link
    stage.exit("one", .signalled(9))
    #expect(calls.allSatisfy { $0.outcomes == ["code 5"] })
    #expect(stage.slot.requests.open == 0 && stage.slot.requests.failed == 100)
    #expect(link?.openRequestCount == 0)
    #expect(link?.queuedByteCount == 0)
  }

  // B50
  @Test(arguments: [1, 7, 100])
  func `every line that was written before the end is handled before the end is told`(messagesPerTurn: Int) {
    let stage = Stage { $0.limits.messagesPerTurn = messagesPerTurn }
    stage.open("one")
    let calls = (0..<250).map { _ in stage.call() }
    let process = stage.process("one")
    // One chunk, more than a turn takes, and the end right behind it.
    let answers = calls.map { #"{"jsonrpc":"2.0","id":\#($0.number),"result":{"content":"c","author":"a"}}"# }
    process?.stream.send(answers.joined(separator: "\n"))
    process?.exit(.exited(0))
    for _ in 0..<300 { stage.core.turns.endOfTurn() }
    #expect(calls.allSatisfy { $0.outcomes == ["value"] })
    #expect(stage.slot.requests.answered == 250)
    #expect(stage.slot.current.status.lastExit == "it exited with status 0")
  }

  // B50
  @Test func `a grace that passes while a slow host still handles lines loses none of them`() {
    let stage = Stage { $0.limits.messagesPerTurn = 1 }
    stage.open("one")
    let calls = (0..<50).map { _ in stage.call() }
    let process = stage.process("one")
    let answers = calls.map { #"{"jsonrpc":"2.0","id":\#($0.number),"result":{"content":"c","author":"a"}}"# }
    process?.stream.send(answers.joined(separator: "\n"))
    process?.exit(.exited(0))
    // The next thing that happens is the end of the grace.
    while stage.slot.current.run != nil, stage.environment.time.step(upTo: .seconds(1_000)) {}
    #expect(calls.allSatisfy { $0.outcomes == ["value"] })
  }

  // B53
  @Test func `a service that never reads costs a bounded queue, and its callers are told that it is busy`() {
    let stage = Stage {
      $0.limits.queueByteCount = 10_000
      $0.limits.openRequests = 1_000_000
    }
    stage.open("one")
    stage.stream("one").room = 0
    var most = 0
    let calls = (0..<1_000).map { _ in
      let call = stage.call()
      most = max(most, stage.slot.current.run?.link?.queuedByteCount ?? 0)
      return call
    }
    #expect(most < 11_000)
    stage.advance(.zero)
    let busy = calls.count { $0.outcomes == ["code 3"] }
    #expect(busy > 900 && busy == stage.slot.requests.failed)
    #expect(calls.count { $0.outcomes.isEmpty } == stage.slot.requests.open)
    // It reads at last: what was taken is served, and there is room again.
    stage.stream("one").makeRoom()
    for request in stage.takeRequests("one") { stage.answer("one", request) }
    #expect(calls.allSatisfy { $0.outcomes.count == 1 })
    let late = stage.call()
    #expect(stage.takeRequests("one") == [late.number])
  }

  // MARK: Presenters

  /// The numbers of the outputs among some lines.
  private func seqs(_ lines: [String]) -> [Int] {
    lines.filter { $0.contains(#""method":"output""#) }.compactMap { line in
      line.split(separator: #""seq":"#).last.flatMap { Int($0.prefix { $0.isNumber }) }
    }
  }

  /// Three outputs.
  private func fail(_ stage: Stage) {
    stage.tap()
    for request in stage.takeRequests("one") {
      stage.send("one", #"{"jsonrpc":"2.0","id":\#(request),"error":{"code":101,"message":"HTTP 500"}}"#)
    }
  }

  // B52
  @Test func `a presenter that never reads costs the others nothing and the host a bounded queue`() {
    let stage = Stage { $0.limits.queueByteCount = 20_000 }
    stage.open("one")
    stage.open("screen")
    let clients = (0..<2).map { _ in stage.client() }
    for client in clients { stage.request(client, 1, "attach", #"{"viewModel":"quote"}"#) }
    for client in clients { _ = client.takeLines() }
    stage.stream("screen").room = 0
    var seen: [[Int]] = [[], []]
    var most = 0
    for _ in 0..<1_000 {
      fail(stage)
      for (index, client) in clients.enumerated() { seen[index] += seqs(client.takeLines()) }
      most = max(most, stage.core.presenters[0].endpoint?.link.queuedByteCount ?? 0)
    }
    for seqs in seen { #expect(seqs == Array(1...3_000)) }
    #expect(most < 21_000)
    let row = stage.core.presenters[0].status
    #expect(row.viewModels == [])
    #expect(row.outputs.dropped > 0 && row.outputs.isBalanced && row.outputs.delivered == 0)
    #expect(stage.environment.records.contains { $0.contains("detached: it reads too slowly") })
    #expect(stage.core.ledgers.outputs.isBalanced)
  }

  // B56
  @Test(arguments: UInt64(1)...3)
  func `a queue that was filled and released at random is always written on, and nothing is lost`(seed: UInt64) {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    let stream = stage.stream("screen")
    _ = stream.takeLines()
    var random = SplitMix64(seed: seed)
    var last = 0
    var shown = 0
    for _ in 0..<200 {
      stream.room = random.below(400)
      for _ in 0..<random.below(6) { fail(stage) }
      // In several steps, the last of which takes all.
      for _ in 0..<random.below(3) { stream.makeRoom(random.below(300)) }
      stream.makeRoom()
      #expect(stage.core.presenters[0].endpoint?.link.output.isEmpty == true, "seed \(seed)")
      let seqs = seqs(stream.takeLines())
      #expect(seqs == seqs.sorted(), "seed \(seed)")
      shown += seqs.count
      last = seqs.last ?? last
    }
    let outputs = stage.core.ledgers.outputs
    #expect(last == stage.core.viewModel(named: "quote")?.seq, "seed \(seed)")
    #expect(outputs.delivered == shown && outputs.dropped == 0 && outputs.conflated > 0, "seed \(seed)")
    #expect(outputs.meant == outputs.delivered + outputs.conflated, "seed \(seed)")
  }
}
