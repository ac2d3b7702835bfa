import GreenroomBindings
import GreenroomExamples
package import GreenroomHostCore
import GreenroomJSONLines
package import GreenroomProtocol

/// One run of a seed: the shipped host core, the shipped view models, simulated peers, a nemesis and a judge.
package struct Simulation {
  /// What came of a run.
  package struct Outcome {
    package var violations: [String]
    package var trace: [String]
    package var stepCount: Int
    package var ledgers: LedgerReport
    package var receiptCount: Int
    /// Requests that were read by a second process, as the first had declared that they may be.
    package var repeatCount: Int
    package var reloadCount: Int
  }

  package let seed: UInt64
  package let stepCount: Int

  private let sabotage: Sabotage?

  /// A run; `sabotage` is a lie that it must find out, for the tests of the judge.
  package init(seed: UInt64, stepCount: Int = 80, sabotage: Sabotage? = nil) {
    self.seed = seed
    self.stepCount = stepCount
    self.sabotage = sabotage
  }

  /// The shortest prefix of the steps that still shows a violation; nil if the whole run shows none.
  package func shortestFailure() -> Outcome? {
    let whole = run()
    guard !whole.violations.isEmpty else { return nil }
    for count in 0..<stepCount {
      let outcome = Simulation(seed: seed, stepCount: count, sabotage: sabotage).run()
      if !outcome.violations.isEmpty { return outcome }
    }
    return whole
  }

  package func run() -> Outcome {
    let world = World(seed: seed, sabotage: sabotage)
    let core = HostCore(
      Self.configuration(small: seed % 3 == 0), types: Examples.viewModels, version: "0", environment: world)
    let judge = Judge(world: world)
    var player = Player(world: world, core: core)
    var hasStopped = false
    core.onStopped = { _ in hasStopped = true }
    var reloadCount = 0
    core.onReload = { [unowned core, unowned world] in
      guard !world.reloads.isEmpty else { return .success(core.configuration) }
      reloadCount += 1
      return .success(world.reloads.removeFirst().applied(to: core.configuration, number: reloadCount))
    }

    func advance(_ duration: Duration) {
      let limit = world.time.now + duration
      while world.time.step(upTo: limit) {
        core.turns.endOfTurn(mayWait: true)
        judge.check(core)
        if !world.violations.isEmpty { return }
      }
    }

    core.start()
    core.turns.endOfTurn(mayWait: true)
    // Taken from one sequence whatever the count, so that a prefix is a prefix.
    for step in Step.draw(max(stepCount, 200), seed: seed).prefix(stepCount) {
      world.note("step \(step)")
      if case .wait(let duration) = step { advance(duration) } else { player.play(step) }
      core.turns.endOfTurn(mayWait: true)
      judge.check(core)
      advance(.microseconds(200))
      if !world.violations.isEmpty { break }
    }
    if world.violations.isEmpty {
      // Longer than any deadline: what has no outcome now never gets one.
      world.isEnding = true
      advance(.seconds(30))
      if world.violations.isEmpty { judge.checkAtRest(core) }
    }
    let ledgers = core.ledgers
    if world.violations.isEmpty {
      core.stop()
      core.turns.endOfTurn(mayWait: true)
      // The whole stop is bounded; SIGKILL and the grace for a grandchild's pipe come on top.
      advance(core.limits.stopTotal + core.limits.drainGrace + .milliseconds(100))
      if !hasStopped { world.violate("the host has not stopped in the time that its stop is given") }
      if !world.living.isEmpty { world.violate("processes are left: \(world.living.map(\.name))") }
    }
    return Outcome(
      violations: world.violations, trace: world.trace, stepCount: stepCount, ledgers: ledgers,
      receiptCount: player.receiptCount, repeatCount: world.repeatCount, reloadCount: reloadCount)
  }

  /// Two services, three view models, two presenters. - Parameter small: with bounds that are reached in a short run.
  package static func configuration(small: Bool) -> HostConfiguration {
    var limits = HostLimits()
    if small {
      limits.queueByteCount = 8_000
      limits.openRequests = 8
      limits.messagesPerTurn = 5
    }
    func plugin(_ name: String, _ kind: String) -> PluginConfiguration {
      PluginConfiguration(
        name: name, executable: "/simulated/\(kind)", arguments: [String(name.prefix { $0 != "-" })],
        heartbeat: .seconds(2))
    }
    return HostConfiguration(
      name: "simulation",
      plugins: [
        plugin("quotes-one", "service"), plugin("quotes-two", "service"), plugin("quotes-stateful", "service"),
        plugin("images-one", "service"), plugin("more-two", "service"), plugin("screen", "presenter"),
        plugin("wall", "presenter"), plugin("panel", "presenter"),
      ],
      services: [
        ServiceConfiguration(name: "quotes", plugin: "quotes-one"),
        ServiceConfiguration(name: "images", plugin: "images-one", requestDeadline: .seconds(2)),
      ],
      viewModels: [
        ViewModelConfiguration(
          name: "quote-a", type: "Quote", services: [ServiceBinding(alias: "quotes", service: "quotes")]),
        ViewModelConfiguration(
          name: "quote-b", type: "Quote", services: [ServiceBinding(alias: "quotes", service: "quotes")]),
        ViewModelConfiguration(
          name: "pager", type: "ImagePager", services: [ServiceBinding(alias: "images", service: "images")]),
      ],
      presenters: [
        PresenterConfiguration(name: "screen", plugin: "screen", viewModels: ["quote-a", "quote-b", "pager"]),
        PresenterConfiguration(name: "panel", plugin: "panel", viewModels: ["pager"]),
      ],
      limits: limits)
  }
}
