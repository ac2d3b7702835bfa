import GreenroomHostCore

/// Messages without end: the second half takes no memory that the first has not taken.
struct MemoryScenario: StressScenario {
  let name = "memory"
  let summary = "messages as fast as they go, then as many again"
  /// Messages of each half.
  let amount = StressPlan.Amount(messages: 1_000_000)
  private static let window = 256
  private static let mostGrowth = 2048

  func perform(_ run: StressRun, into figures: inout Figures) throws(StressFailure) {
    let stage = try StressStage(.restless(run.sabotage), sabotage: run.sabotage)
    var readings = [stage.host.reading.memory]
    for half in ["first", "second"] {
      let begin = monotonicNow()
      stage.run(count: run.amount.messages, window: Self.window)
      stage.wait(.milliseconds(300))
      readings.append(stage.host.reading.memory)
      let time = (monotonicNow() - begin).milliseconds
      let latencies = stage.takeLatencies()
      figures.note(
        "\(half) half",
        "\(run.amount.messages * 1000 / max(1, time)) messages a second, p99 \(latencies.percentile(99).text)")
    }
    figures.note("memory", readings.map { "\($0)" }.joined(separator: " -> ") + " KiB")
    figures.demand("growth in the second half", readings[2] - readings[1], atMost: Self.mostGrowth, unit: " KiB")
    stage.finish(into: &figures)
  }
}
