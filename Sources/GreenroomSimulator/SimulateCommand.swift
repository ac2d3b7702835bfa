import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// `greenroom-simulate`: runs seeds and says what it found. Exit code 1 if a seed shows a violation, 64 for bad arguments.
package struct SimulateCommand {
  private let arguments: [String]
  package init(arguments: [String]) { self.arguments = arguments }

  private static let help = """
    usage: greenroom-simulate [--seeds COUNT] [--first SEED] [--steps COUNT] [--trace]

    Runs the host core with simulated peers on virtual time, one run a seed, and checks every invariant after every event.
      --seeds COUNT   how many seeds (default 200)
      --first SEED    the first of them (default 1)
      --steps COUNT   acts of the nemesis in a run (default 80)
      --trace         print the trace of each run: the same seed gives the same trace, byte for byte
    """

  package func run() -> Never {
    var seeds = 200
    var first: UInt64 = 1
    var steps = 80
    var printsTrace = false
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--trace": printsTrace = true
      case "--help", "-h":
        print(Self.help)
        exit(0)
      case "--seeds", "--first", "--steps":
        guard let text = rest.popFirst(), let number = UInt64(text), number < 1 << 40 else {
          Self.fail("\(option) wants a number")
        }
        if option == "--seeds" {
          seeds = Int(number)
        } else if option == "--first" {
          first = number
        } else {
          steps = Int(number)
        }
      default: Self.fail("unknown argument \(option)")
      }
    }
    let clock = ContinuousClock()
    let begin = clock.now
    var receipts = 0
    var requests = 0
    var repeats = 0
    var reloads = 0
    var outputs = OutputLedger()
    for seed in first..<(first + UInt64(seeds)) {
      let simulation = Simulation(seed: seed, stepCount: steps)
      let outcome = simulation.run()
      if printsTrace { print(outcome.trace.joined(separator: "\n")) }
      receipts += outcome.receiptCount
      requests += outcome.ledgers.requests.made
      repeats += outcome.repeatCount
      reloads += outcome.reloadCount
      outputs = outputs + outcome.ledgers.outputs
      guard !outcome.violations.isEmpty else { continue }
      let shortest = simulation.shortestFailure() ?? outcome
      print(shortest.trace.suffix(60).joined(separator: "\n"))
      print("seed \(seed): \(shortest.violations[0])")
      print("repeat with: greenroom-simulate --first \(seed) --seeds 1 --steps \(shortest.stepCount) --trace")
      exit(1)
    }
    print(
      "\(seeds) seeds from \(first), \(steps) steps each: 0 violations, \(requests) requests (\(repeats) repeated), "
        + "\(outputs.delivered) outputs (\(outputs.conflated) conflated, \(outputs.dropped) dropped), "
        + "\(receipts) receipts, \(reloads) reloads, \(clock.now - begin)"
    )
    exit(0)
  }

  private static func fail(_ message: String) -> Never {
    var text = "greenroom-simulate: \(message)\n\(help)\n"
    text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    exit(64)
  }
}
