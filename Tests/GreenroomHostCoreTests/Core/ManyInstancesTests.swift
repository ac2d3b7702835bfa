import GreenroomBindings
import GreenroomHostCore
import GreenroomProtocol
import Testing

/// So many view models that what an input will touch is asked for ahead of time: a guess, which must not decide anything.
struct ManyInstancesTests {
  private func stage() -> Stage {
    let stage = Stage { configuration in
      configuration.viewModels = (0..<400).map {
        ViewModelConfiguration(
          name: "quote-\($0)", type: "Quote", services: [ServiceBinding(alias: "quotes", service: "quotes")])
      }
      configuration.presenters[0].viewModels = configuration.viewModels.map(\.name)
    }
    stage.open("one")
    stage.open("screen")
    _ = stage.stream("screen").takeLines()
    return stage
  }

  private func input(_ viewModel: String, _ input: String = "refreshButtonDidTap") -> String {
    #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":\#(viewModel),"input":"\#(input)"}}"#
  }

  @Test func `Each input of a burst reaches its own view model, whatever stands on the next line`() {
    let stage = stage()
    let taps = (0..<400).map { input("\"quote-\($0 * 7 % 400)\"") }
    let noise = [
      "", "{}", "no JSON", input("\"quote-999\""), input("7"), input("\"quote-1\"", "unknown"),
      #"{"jsonrpc":"2.0","method":"input","params":{"input":"viewDidAppear","viewModel":"qu\u006fte-399"}}"#,
    ]
    let lines = taps.enumerated().flatMap { $0 % 50 == 49 ? noise + [$1] : [$1] }
    stage.send("screen", lines.joined(separator: "\n"))
    // A turn handles a hundred messages.
    for _ in 0..<6 { stage.core.turns.endOfTurn() }
    let outputs = stage.stream("screen").takeLines().filter { $0.contains(#""output":"toggleButton""#) }
    let expected = (0..<400).map { "quote-\($0)" }
    let named = outputs.compactMap { $0.split(separator: "\"").first { $0.hasPrefix("quote-") }.map(String.init) }
    #expect(Set(named) == Set(expected))
    // The last one was asked by noise, too, and its button was off by then.
    #expect(named.count == 400)
    #expect(stage.core.ledgers.inputs.isBalanced)
    #expect(stage.core.ledgers.inputs.handled == 400 + 8)
    #expect(stage.core.ledgers.inputs.refused == 3 * 8)
  }
}
