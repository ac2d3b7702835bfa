import GreenroomFaults
import GreenroomProtocol

/// Swaps to plugins that do not start: the old one serves on, and the error says why.
struct BrokenSwapScenario: StressScenario {
  let name = "broken"
  let summary = "swaps to plugins that exit, stay silent, speak garbage or another version"
  let amount = StressPlan.Amount(acts: 40, seconds: 20, rate: 2000)

  func perform(_ run: StressRun, into figures: inout Figures) throws(StressFailure) {
    let stage = try StressStage(Self.setup(run.sabotage), sabotage: run.sabotage)
    stage.perform(run.amount, [BrokenSwapAct()], into: &figures)
    stage.finish(into: &figures)
  }

  static func setup(_ sabotage: Sabotage) -> HostSetup {
    var setup = HostSetup.restless(sabotage)
    for fault in BrokenSwapAct.faults {
      // Only one of them is waited for; the others must be found out, however late they begin on a busy machine.
      let deadline = fault == .neverReady ? 200 : 5000
      setup.plugins.append((fault.rawValue, HostSetup.faulty(fault, startDeadlineMs: deadline)))
    }
    return setup
  }
}

final class BrokenSwapAct: StressAct {
  static let faults = PluginFault.allCases.filter { !$0.becomesReady }
  private var count = 0
  private var rollbacks = 0
  private var problems: [String] = []

  func begin(on stage: StressStage, _ done: @escaping (Bool) -> Void) {
    let fault = Self.faults[count % Self.faults.count]
    count += 1
    stage.control.request(MethodName.swap, SwapParams(service: "first", plugin: fault.rawValue)) { [self] result in
      switch result {
      case .success: problems.append("a swap to \(fault.rawValue) came about")
      case .failure(let error):
        rollbacks += 1
        if !BrokenSwapCause.isNamed(fault, in: error.message) { problems.append("\(fault.rawValue): \(error.message)") }
      }
      done(true)
    }
    stage.acted()
  }

  func report(_ median: Duration, into figures: inout Figures) {
    figures.demand("rolled back", rollbacks, is: count)
    figures.demand("rolled back without naming the cause", problems.count, is: 0)
    for problem in Set(problems).sorted() { figures.note("problem", problem) }
  }
}
