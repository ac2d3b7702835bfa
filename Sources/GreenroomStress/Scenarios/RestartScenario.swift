import GreenroomHostCore
import GreenroomProtocol

/// Restarts of programs that end at once: nothing is left of them.
///
/// Four services are restarted until the bound on restarts says that they have failed; then an operator restarts them, and
/// so on. Readings are taken when they have failed: no process is in between.
struct RestartScenario: StressScenario {
  let name = "restarts"
  let summary = "restarts of a program that ends after 1 ms"
  let amount = StressPlan.Amount(acts: 10_000, rate: 100)
  private static let serviceCount = 4
  private static let restartsARound = 250
  /// A round takes seconds; this ends a run in which nothing happens any more.
  private static let longestRound: Duration = .seconds(120)

  func perform(_ run: StressRun, into figures: inout Figures) throws(StressFailure) {
    var setup = HostSetup(run.sabotage)
    setup.limits = [
      ("backOffMs", 1), ("backOffMaximumMs", 1), ("backOffJitterPercent", 0), ("restarts", Self.restartsARound),
      ("restartWindowMs", 3_600_000),
    ]
    for number in 0..<Self.serviceCount {
      setup.plugins.append(("brief-\(number)", #"{"program": "/bin/true"}"#))
      setup.services.append(("brief-\(number)", #"{"plugin": "brief-\#(number)"}"#))
    }
    let stage = try StressStage(setup, sabotage: run.sabotage)
    var total = restToTheEnd(of: stage, run.amount.rate)
    let before = stage.host.reading
    let begin = monotonicNow()
    let first = total
    while total - first < run.amount.acts {
      let last = total
      for number in 0..<Self.serviceCount {
        stage.control.request(MethodName.restart, PluginParams(plugin: "brief-\(number)")) { _ in }
      }
      stage.acted()
      total = restToTheEnd(of: stage, run.amount.rate)
      if total == last { break }
    }
    let time = monotonicNow() - begin
    let after = stage.host.reading
    figures.demand("restarts", total - first, atLeast: run.amount.acts)
    figures.note("restarts a second", "\((total - first) * 1000 / max(1, time.milliseconds))")
    figures.demand("descriptors", after.descriptors, is: before.descriptors)
    figures.demand("threads", after.threads, is: before.threads)
    figures.note("memory", "\(before.memory) -> \(after.memory) KiB")
    stage.finish(into: &figures)
  }

  /// Loads until all have failed.
  ///
  /// - Returns: the restarts so far, over all of them.
  private func restToTheEnd(of stage: StressStage, _ rate: Int) -> Int {
    var total = 0
    var isAtRest = false
    var isAsking = false
    let begin = monotonicNow()
    stage.run(for: .zero, rate: rate, goesOn: { !isAtRest && monotonicNow() - begin < Self.longestRound }) { _ in
      guard !isAsking else { return }
      isAsking = true
      stage.status { report in
        let plugins = report?.plugins.filter { $0.name.hasPrefix("brief-") } ?? []
        isAsking = false
        isAtRest = plugins.count == Self.serviceCount && plugins.allSatisfy { $0.state == "failed" }
        total = plugins.reduce(0) { $0 + $1.restarts }
      }
    }
    // Two questions may cross: the last answer must not come after this.
    stage.settle()
    stage.wait(.milliseconds(100))
    return total
  }
}
