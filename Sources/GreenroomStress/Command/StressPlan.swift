import GreenroomFaults

/// What a run of the stress program does, from its arguments.
struct StressPlan {
  enum Scenario: String, CaseIterable {
    /// Swaps between two good plugins under the load.
    case swaps
    /// Swaps to plugins that do not start: each must be rolled back.
    case broken
    /// SIGKILL of the service under the load.
    case kills
    /// SIGKILL of a presenter, which comes back and is attached again.
    case presenters
    /// All of them in turn, drawn from the seed.
    case mixed
  }

  var scenario = Scenario.swaps
  var seconds = 40
  var acts = 200
  var rate = 2_000
  var seed: UInt64 = 1

  static let help = """
    usage: greenroom-stress [SCENARIO] [--acts COUNT] [--seconds COUNT] [--rate PER_SECOND] [--seed SEED]

    Starts a real host with real plugins, applies load through three clients, acts against it, and judges every message:
    lost, duplicated, unexpected, reordered. Exit code 1 if there is one.
      swaps        swaps between two good plugins (default)
      broken       swaps to plugins that exit, stay silent, speak garbage or another version
      kills        kill -9 of the service
      presenters   kill -9 of a presenter
      mixed        all of them, drawn from the seed
    """

  /// - Throws: a sentence.
  init(_ arguments: [String]) throws(StressFailure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if let scenario = Scenario(rawValue: argument) {
        self.scenario = scenario
        continue
      }
      guard ["--acts", "--seconds", "--rate", "--seed"].contains(argument) else {
        throw StressFailure("unknown argument \(argument)\n\(Self.help)")
      }
      guard let text = rest.popFirst(), let number = Int(text), number > 0, number <= 10_000_000 else {
        throw StressFailure("\(argument) wants a number above 0")
      }
      switch argument {
      case "--acts": acts = number
      case "--seconds": seconds = number
      case "--rate": rate = number
      default: seed = UInt64(number)
      }
    }
  }
}

/// Why a run could not be done, as a sentence.
struct StressFailure: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
