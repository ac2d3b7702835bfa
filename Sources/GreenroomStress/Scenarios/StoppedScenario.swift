import GreenroomHostCore
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// SIGSTOP of a service, a presenter and a control client, each for a while: the others hardly notice, and the heartbeat
/// finds the service.
struct StoppedScenario: StressScenario {
  let name = "stopped"
  let summary = "SIGSTOP of a service, a presenter and a control client, 5 s each"
  /// Seconds of each stop, and of the calm before it.
  let amount = StressPlan.Amount(seconds: 5, rate: 1000)
  /// What a stopped service's own view model may hear: it does not answer, too many wait, it is gone, it was killed.
  private static let explained: [String: Set<ErrorCode>] = ["a": [.deadline, .busy, .unavailable, .outcomeUnknown]]

  func perform(_ run: StressRun, into figures: inout Figures) throws(StressFailure) {
    var setup = HostSetup.restless(run.sabotage)
    setup.plugins[0].body = #"{"program": "FaultyPlugin", "heartbeatMs": 500}"#
    setup.services[0].body = #"{"plugin": "good-a", "requestDeadlineMs": 500}"#
    let stage = try StressStage(setup, sabotage: run.sabotage, explained: Self.explained)
    let client = try stage.host.startAttached(to: "a")
    // The heartbeat needs up to two intervals, and a request past its deadline.
    let time = Duration.seconds(max(run.amount.seconds, 3))
    let rate = run.amount.rate
    // The first second of a host is not what the others are measured by.
    stage.run(for: .seconds(1), rate: rate) { _ in }
    _ = stage.takeLatencies()
    let before = stage.statusNow()

    /// The calm, then the stop. The others of a stopped service are the view models that it does not serve.
    func stop(_ what: String, _ pid: Int?, others: [String]) {
      stage.run(for: time, rate: rate) { _ in }
      stage.settle()
      let calm = stage.takeLatencies(of: others)
      _ = stage.takeLatencies()
      guard let pid, pid > 0 else { return figures.demand("\(what) has a process", false) }
      kill(pid_t(pid), SIGSTOP)
      var acts = 0
      stage.run(for: time, rate: rate) { elapsed in
        guard elapsed.milliseconds / 200 >= acts else { return }
        acts += 1
        stage.acted()
      }
      // It may have been killed meanwhile; its number is not anybody's yet.
      kill(pid_t(pid), SIGCONT)
      stage.settle()
      let during = stage.takeLatencies(of: others)
      _ = stage.takeLatencies()
      figures.demand("\(what) stopped, others' p99", during.percentile(99), atMost: calm.percentile(99) * 2)
      figures.note("  p50, and both in the calm before", "\(during.percentile(50).text); \(calm.shortText)")
    }

    stop("service", before?.plugins.first { $0.name == "good-a" }?.pid, others: ["b"])
    let after = stage.statusNow()?.plugins.first { $0.name == "good-a" }
    figures.demand(
      "heartbeat finds the service", after?.lastExit?.contains("it hangs") == true, after?.lastExit ?? "no")
    figures.demand("service restarted", after?.restarts ?? 0, is: 1)
    stop("presenter", before?.plugins.first { $0.name == "screen" }?.pid, others: HostSetup.loaded)
    stop("control client", Int(client), others: HostSetup.loaded)
    let rows = stage.statusNow()?.presenters ?? []
    figures.demand("outputs dropped", rows.reduce(0) { $0 + $1.outputs.dropped }, is: 0)
    stage.finish(into: &figures)
  }
}

extension Latencies {
  fileprivate var shortText: String { "p50 \(percentile(50).text), p99 \(percentile(99).text)" }
}
