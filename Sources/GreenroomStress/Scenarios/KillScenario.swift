import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// kill -9 of a service under the load: one outcome for each request, and the host lives.
struct KillScenario: StressScenario {
  let name = "kills"
  let summary = "kill -9 of a service"
  let amount = StressPlan.Amount(acts: 1000, seconds: 60, rate: 2000)
  /// A request that the service has taken has an outcome that nobody knows; the other view model's must succeed.
  static let explained: [String: Set<ErrorCode>] = ["a": [.outcomeUnknown]]

  func perform(_ run: StressRun, into figures: inout Figures) throws(StressFailure) {
    let stage = try StressStage(.restless(run.sabotage), sabotage: run.sabotage, explained: Self.explained)
    stage.perform(run.amount, [KillAct(.service)], into: &figures)
    stage.finish(into: &figures)
  }
}

/// kill -9 of a presenter, which comes back and is attached again: the others lose nothing.
struct PresenterKillScenario: StressScenario {
  let name = "presenters"
  let summary = "kill -9 of a presenter, which is attached again"
  let amount = StressPlan.Amount(acts: 1000, seconds: 60, rate: 2000)

  func perform(_ run: StressRun, into figures: inout Figures) throws(StressFailure) {
    let stage = try StressStage(.restless(run.sabotage), sabotage: run.sabotage)
    stage.perform(run.amount, [KillAct(.presenter)], into: &figures)
    stage.finish(into: &figures)
  }
}

final class KillAct: StressAct {
  enum Victim: String {
    case service, presenter
  }

  private let victim: Victim
  private var lastPid = 0
  /// Set while it is waited for that the victim comes back.
  private var killedAt: Duration?
  private var returns: [Duration] = []

  init(_ victim: Victim) { self.victim = victim }

  func begin(on stage: StressStage, _ done: @escaping (Bool) -> Void) {
    stage.status { [self] report in
      guard let pid = report.flatMap(pidOfReadyVictim), pid != lastPid else { return done(false) }
      lastPid = pid
      if let since = killedAt {
        killedAt = nil
        returns.append(monotonicNow() - since)
        // Not an act of its own: the next look kills it again.
        lastPid = 0
        return done(true)
      }
      killedAt = monotonicNow()
      kill(pid_t(pid), SIGKILL)
      stage.acted()
      done(false)
    }
  }

  /// A service that is ready; a presenter that is ready and attached to everything.
  private func pidOfReadyVictim(_ report: StatusReport) -> Int? {
    switch victim {
    case .service:
      guard let service = report.services.first else { return nil }
      return report.plugins.first { $0.name == service.plugin && $0.state == "ready" }?.pid
    case .presenter:
      guard let screen = report.presenters.first, screen.viewModels == HostSetup.loaded else { return nil }
      return report.plugins.first { $0.role == victim.rawValue && $0.state == "ready" }?.pid
    }
  }

  func report(_ median: Duration, into figures: inout Figures) {
    let returns = Latencies(returns)
    figures.note(
      "\(victim.rawValue) ready again", "p50 \(returns.percentile(50).text), p99 \(returns.percentile(99).text)")
  }
}
