import GreenroomHostCore
import GreenroomProtocol
import Testing

/// A plugin that offers nothing of what view models call the service by.
struct ForeignServiceTests {
  private static let warning =
    "warning quotes: one provides images.random, but view models call this service as quotes.…: "
    + "it may not understand their requests"

  private func warnings(_ provides: String, aliases: [String] = ["quotes"]) -> [String] {
    let stage = Stage {
      $0.viewModels = aliases.map { alias in
        ViewModelConfiguration(
          name: "by-\(alias)", type: "Quote", services: [ServiceBinding(alias: alias, service: "quotes")])
      }
      $0.presenters = []
    }
    stage.send("one", #"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"1","provides":\#(provides)}}"#)
    return stage.environment.records.filter { $0.contains(" provides ") }
  }

  @Test(arguments: [#"["images.random"]"#])
  func `it is said, and the plugin serves all the same`(provides: String) {
    #expect(warnings(provides) == [Self.warning])
  }

  @Test(arguments: [
    #"["quotes.random"]"#, #"["quotes.*"]"#, #"["*"]"#, "[]", #"["images.random","quotes.random"]"#,
  ])
  func `it is not said of a plugin that offers one operation, all, or does not tell`(provides: String) {
    #expect(warnings(provides).isEmpty)
  }

  @Test func `the names that count are the view models', not that of the service's entry`() {
    #expect(warnings(#"["sayings.random"]"#, aliases: ["sayings"]).isEmpty)
    #expect(warnings(#"["sayings.random"]"#, aliases: ["quotes", "sayings"]).isEmpty)
    #expect(warnings(#"["quotes.random"]"#, aliases: ["sayings"]).count == 1)
    #expect(warnings(#"["quotesandmore.random"]"#).count == 1)
    #expect(warnings(#"["images.random"]"#, aliases: []).isEmpty)
  }

  @Test func `the plugin of a swap is looked at as well`() {
    let stage = Stage()
    stage.open("one")
    guard let two = stage.core.configuration.plugin("two") else { return }
    var progress: [String] = []
    stage.slot.beginSwap(to: two, progress: { progress.append($0) }, finish: { _ in })
    stage.core.turns.endOfTurn()
    stage.send("two", #"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"1","provides":["images.random"]}}"#)
    #expect(stage.environment.records.contains { $0.hasPrefix("warning quotes: two provides images.random, but ") })
    #expect(progress.contains { $0.hasPrefix("warning: two provides images.random, but ") })
    #expect(stage.slot.current.name == "two")
  }

  @Test(arguments: [(#"["quotes"]"#, true), ("[]", true), (#"["quote","x"]"#, false), (#"["*"]"#, false)])
  func `a presenter that will see nothing is told of`(presents: String, isTold: Bool) {
    let stage = Stage()
    stage.send("screen", #"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"1","presents":\#(presents)}}"#)
    let said = stage.environment.records.filter { $0.hasPrefix("warning screen: screen presents ") }
    #expect(said.isEmpty != isTold && said.allSatisfy { $0.hasSuffix("its entry names quote: it will see nothing") })
  }
}
