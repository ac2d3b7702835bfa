import GreenroomHostCore

/// Something that is done to a host again and again under load.
protocol StressAct: AnyObject {
  /// Does it once; `done` is called with whether it came about.
  func begin(on stage: StressStage, _ done: @escaping (Bool) -> Void)
  /// Enters what it has found. `median` is the run's median latency.
  func report(_ median: Duration, into figures: inout Figures)
}

extension StressStage {
  /// Spreads acts over a time of load, one at a time, with a minute more if they take longer; then enters their figures.
  /// `choose` gives the act of each number from 0 on.
  func perform(
    _ amount: StressPlan.Amount, _ acts: [any StressAct], into figures: inout Figures,
    _ choose: (Int) -> Int = { _ in 0 }
  ) {
    var count = 0
    var isActing = false
    let time = Duration.seconds(amount.seconds)
    let begin = monotonicNow()
    run(
      for: time, rate: amount.rate,
      goesOn: { (count < amount.acts || isActing) && monotonicNow() - begin < time + .seconds(60) }
    ) { elapsed in
      let due = min(amount.acts, elapsed.milliseconds * amount.acts / (amount.seconds * 1000) + 1)
      guard !isActing, count < due else { return }
      isActing = true
      acts[choose(count)].begin(on: self) { isDone in
        isActing = false
        if isDone { count += 1 }
      }
    }
    settle()
    let latencies = takeLatencies()
    figures.demand("acts", count, atLeast: amount.acts)
    figures.note(
      "latency",
      "p50 \(latencies.percentile(50).text), p99 \(latencies.percentile(99).text), max \(latencies.slowest.text)")
    for act in acts { act.report(latencies.percentile(50), into: &figures) }
  }
}
