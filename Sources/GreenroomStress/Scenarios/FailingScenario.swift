import GreenroomFaults
import GreenroomHostCore
import GreenroomProtocol

/// Fifty services that exit at once: they are restarted as the rule says, the host hardly works for it, and it answers.
///
/// Twice: with the default bound on restarts, after which they have failed, and without one, so that they go on.
struct FailingScenario: StressScenario {
  let name = "failing"
  let summary = "50 services that exit at once, with and without the bound on restarts"
  let amount = StressPlan.Amount(seconds: 20, rate: 100)
  private static let serviceCount = 50
  /// What a run may take from its start to its end: fifty of them start at once on whatever processors there are.
  private static let longestRun = 1500

  func perform(_ run: StressRun, into figures: inout Figures) throws(StressFailure) {
    try perform(run, "bounded", RestartFormula(limit: 5), into: &figures)
    try perform(run, "unbounded", RestartFormula(limit: nil), into: &figures)
  }

  private func perform(
    _ run: StressRun, _ title: String, _ formula: RestartFormula, into figures: inout Figures
  ) throws(StressFailure) {
    var setup = HostSetup(run.sabotage)
    if formula.limit == nil { setup.limits.append(("restarts", 1_000_000)) }
    for number in 0..<Self.serviceCount {
      setup.plugins.append(("failing-\(number)", HostSetup.faulty(.exitsAtStart)))
      setup.services.append(("failing-\(number)", #"{"plugin": "failing-\#(number)"}"#))
    }
    let stage = try StressStage(setup, sabotage: run.sabotage)
    let begin = monotonicNow()
    let before = stage.host.reading.processorTime
    var check = RestartCheck(formula, longestRun: Self.longestRun)
    var answers: [Duration] = []
    var nextQuestion: Duration = .zero
    var isAsking = false
    stage.run(for: .seconds(run.amount.seconds), rate: run.amount.rate) { elapsed in
      guard !isAsking, elapsed >= nextQuestion else { return }
      isAsking = true
      nextQuestion = elapsed + .milliseconds(100)
      let asked = monotonicNow()
      stage.status { report in
        isAsking = false
        answers.append(monotonicNow() - asked)
        if let report { check.check(report) }
      }
      stage.acted()
    }
    let used = stage.host.reading.processorTime - before
    let percent = used.milliseconds * 100 / max(1, (monotonicNow() - begin).milliseconds)
    let last = stage.statusNow()
    let failing = last?.plugins.filter { $0.name.hasPrefix("failing-") } ?? []

    figures.demand("\(title), restarts off the formula", check.violations.count, is: 0)
    for violation in check.violations.prefix(3) { figures.note("violation", violation) }
    let restarts = failing.map(\.restarts)
    figures.note("\(title), restarts of one", "\(restarts.min() ?? 0)...\(restarts.max() ?? 0)")
    figures.demand("\(title), looks at the restarts", check.count, atLeast: run.amount.seconds * Self.serviceCount)
    if formula.limit != nil, run.amount.seconds >= 10 {
      figures.demand(
        "\(title), services that have failed", failing.filter { $0.state == "failed" }.count, is: Self.serviceCount)
    }
    figures.demand("\(title), host's processor time", percent, atMost: 29, unit: " %")
    figures.demand("\(title), slowest control answer", Latencies(answers).slowest, atMost: .milliseconds(100))
    stage.finish(into: &figures)
  }
}
