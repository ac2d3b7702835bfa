/// What a run of the stress program does, from its arguments.
struct StressPlan {
  /// How much of it: of each scenario's own amounts it uses those that it needs.
  struct Amount {
    var acts = 0
    var seconds = 0
    /// Messages a second.
    var rate = 0
    /// Messages, where their number matters and not their rate.
    var messages = 0
  }

  /// In the order in which they run.
  private(set) var scenarios: [any StressScenario] = []
  private(set) var seed: UInt64 = 1
  private(set) var sabotage = Sabotage.none
  private var isQuick = false
  private var given: [String: Int] = [:]

  static let all: [any StressScenario] =
    [SwapScenario(), BrokenSwapScenario(), KillScenario(), PresenterKillScenario(), StoppedScenario(), DeafScenario()]
    + [FailingScenario(), RestartScenario(), MemoryScenario(), MixedScenario()]

  private static let numbers = ["--acts", "--seconds", "--rate", "--messages", "--seed"]

  static var help: String {
    let lines = all.map { scenario in
      let amount = scenario.amount
      let parts = [
        (amount.acts, "acts"), (amount.messages, "messages"), (amount.seconds, "seconds"), (amount.rate, "a second"),
      ]
      let amounts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      let padding = String(repeating: " ", count: max(1, 12 - scenario.name.count))
      return "  \(scenario.name)\(padding)\(scenario.summary) [\(amounts)]"
    }
    return """
      usage: greenroom-stress [SCENARIO ...] [--acts COUNT] [--seconds COUNT] [--rate PER_SECOND] [--messages COUNT]
                              [--seed SEED] [--quick] [--sabotage FAULT]

      Starts a real host with real plugins, applies load through three clients, acts against it, and judges every message
      and what the scenario is about. Exit code 1 if a figure does not hold. Without a scenario: swaps.
      \(lines.joined(separator: "\n"))
        all         the whole table: each of them in turn but mixed
        --quick     a tenth of everything, for a look at whether it works: the figures mean little then
        --sabotage  puts a fault into the host, so that figures must fail: \(Sabotage.allCases.dropFirst().map(\.rawValue).joined(separator: ", "))
      """
  }

  /// - Throws: a sentence.
  init(_ arguments: [String]) throws(StressFailure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "all" {
        scenarios += Self.all.dropLast()
      } else if let scenario = Self.all.first(where: { $0.name == argument }) {
        scenarios.append(scenario)
      } else if argument == "--quick" {
        isQuick = true
      } else if argument == "--sabotage" {
        guard let sabotage = rest.popFirst().flatMap(Sabotage.init(rawValue:)) else {
          throw StressFailure("--sabotage wants one of \(Sabotage.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.sabotage = sabotage
      } else if Self.numbers.contains(argument) {
        guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0, number <= 10_000_000 else {
          throw StressFailure("\(argument) wants a number above 0")
        }
        given[argument] = number
      } else {
        throw StressFailure("unknown argument \(argument)\n\(Self.help)")
      }
    }
    seed = UInt64(given["--seed"] ?? 1)
    if scenarios.isEmpty { scenarios = Array(Self.all.prefix(1)) }
  }

  /// What of a scenario's own amounts the arguments leave.
  func amount(of scenario: any StressScenario) -> Amount {
    var amount = scenario.amount
    if isQuick {
      // Not of the rate: the load is what the figures stand for.
      amount.acts = (amount.acts + 9) / 10
      amount.seconds = (amount.seconds + 9) / 10
      amount.messages = (amount.messages + 9) / 10
    }
    amount.acts = given["--acts"] ?? amount.acts
    amount.seconds = given["--seconds"] ?? amount.seconds
    amount.rate = given["--rate"] ?? amount.rate
    amount.messages = given["--messages"] ?? amount.messages
    return amount
  }
}

/// Why a run could not be done, as a sentence.
struct StressFailure: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
