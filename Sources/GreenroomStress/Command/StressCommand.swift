#if canImport(Glibc)
  import Glibc
#endif

/// `greenroom-stress`: runs scenarios one after the other and says what they have measured. Exit code 1 if a figure does not
/// hold, 64 for bad arguments, 70 if a run could not be done.
package struct StressCommand {
  private let arguments: [String]
  package init(arguments: [String]) { self.arguments = arguments }

  package func run() -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    if arguments.contains("--help") || arguments.contains("-h") {
      print(StressPlan.help)
      return 0
    }
    let plan: StressPlan
    do throws(StressFailure) {
      plan = try StressPlan(arguments)
    } catch {
      return complain(error, 64)
    }
    var verdicts: [String] = []
    var isGood = true
    for scenario in plan.scenarios {
      let run = StressRun(amount: plan.amount(of: scenario), seed: plan.seed, sabotage: plan.sabotage)
      var figures = Figures(scenario.name)
      do throws(StressFailure) {
        try scenario.perform(run, into: &figures)
      } catch {
        return complain(error, 70)
      }
      print(figures.text)
      // Seen at once, also by a file: a run of the whole table takes minutes.
      fflush(nil)
      verdicts.append(figures.verdict)
      isGood = isGood && figures.isGood && !figures.isEmpty
    }
    if verdicts.count > 1 { print("\n" + verdicts.joined(separator: "\n")) }
    return isGood ? 0 : 1
  }

  private func complain(_ failure: StressFailure, _ code: Int32) -> Int32 {
    var text = "greenroom-stress: \(failure.message)\n"
    text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    return code
  }
}
