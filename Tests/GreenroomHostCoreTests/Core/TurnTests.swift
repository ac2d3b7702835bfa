import GreenroomHostCore
import Testing

/// What is written at the end of a turn, and what waits for the next.
struct TurnTests {
  private func stage() -> Stage {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    _ = stage.stream("one").takeLines()
    _ = stage.stream("screen").takeLines()
    return stage
  }

  private func tap(_ stage: Stage) {
    _ = try? stage.core.viewModel(named: "quote")?.accept(Array("viewDidAppear".utf8)[...], nil)
  }

  /// The outputs that the presenter has got: name and `seq` of each.
  private func outputs(_ stage: Stage) -> [String] {
    stage.stream("screen").takeLines().map { line in
      let name = line.split(separator: #""output":""#).last?.prefix { $0 != "\"" } ?? ""
      let seq = line.split(separator: #""seq":"#).last?.prefix { $0.isNumber } ?? ""
      return "\(name) \(seq)"
    }
  }

  @Test func `Outputs wait for a service that is asked in their turn, and go out with what its answer leads to`() {
    let stage = stage()
    let turns = stage.environment.requestedTurnCount
    tap(stage)
    stage.core.turns.endOfTurn(mayWait: true)
    #expect(stage.takeRequests("one") == [1])
    #expect(outputs(stage) == [])
    #expect(stage.environment.requestedTurnCount > turns, "nobody would come back to the outputs")
    stage.stream("one").send(#"{"jsonrpc":"2.0","id":1,"result":{"content":"c","author":"a"}}"#)
    stage.core.turns.endOfTurn(mayWait: true)
    #expect(outputs(stage) == ["toggleButton 1", "fetchQuoteDidSuccess 2", "toggleButton 3"])
  }

  @Test func `Outputs wait for one turn at most, however often services are asked`() {
    let stage = stage()
    var seen = 0
    for turn in 1...10 {
      tap(stage)
      stage.core.turns.endOfTurn(mayWait: true)
      #expect(stage.takeRequests("one").count == 1)
      stage.stream("one").send(#"{"jsonrpc":"2.0","id":\#(turn),"result":{"content":"c","author":"a"}}"#)
      let count = outputs(stage).count
      #expect(count > 0 || turn % 2 == 1, "turn \(turn)")
      seen += count
    }
    stage.core.turns.endOfTurn(mayWait: true)
    stage.core.turns.endOfTurn(mayWait: true)
    seen += outputs(stage).count
    #expect(seen == stage.core.viewModel(named: "quote")?.seq)
  }

  @Test func `Outputs of a turn in which no service is asked go out at its end`() {
    let stage = stage()
    tap(stage)
    stage.core.turns.endOfTurn()
    #expect(outputs(stage) == ["toggleButton 1"])
    stage.stream("one").send(#"{"jsonrpc":"2.0","id":1,"result":{"content":"c","author":"a"}}"#)
    stage.core.turns.endOfTurn(mayWait: true)
    #expect(outputs(stage) == ["fetchQuoteDidSuccess 2", "toggleButton 3"])
  }
}
