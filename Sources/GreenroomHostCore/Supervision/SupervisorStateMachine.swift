/// Whether and when one plugin is started again, as a value that returns actions; the words are OTP's.
///
/// A delay grows from `backOff` by doubling to `backOffMaximum`, is varied by the jitter, and falls back after the plugin
/// was ready for `backOffReset`. More than `restarts` restarts within `restartWindow` make it `failed`, which only an
/// operator's restart ends: there is no endless loop.
package struct SupervisorStateMachine {
  package enum State: Equatable, Sendable {
    case stopped, starting, ready, stopping
    case backOff(Duration)
    case failed(String)

    /// The word in `status`.
    package var word: String {
      switch self {
      case .stopped: "stopped"
      case .starting: "starting"
      case .ready: "ready"
      case .stopping: "stopping"
      case .backOff: "back-off"
      case .failed: "failed"
      }
    }
  }

  package enum Event: Equatable {
    case start
    case ready
    case ended(PluginRunStateMachine.EndReason)
    case backOffPassed
    /// The operator's `restart`: leaves every state, forgets the past.
    case restart
    case stop
  }

  package enum Action: Equatable {
    case startRun, stopRun
    case armBackOff(Duration)
    case cancelBackOff
    /// It will not come back by itself.
    case giveUp(String)
  }

  package private(set) var state: State = .stopped
  package private(set) var restartCount = 0
  /// Why the last run ended, for people.
  package private(set) var lastEnd: String?

  /// Decides at the end of a run.
  package var policy: RestartPolicy
  private let limits: HostLimits
  private var recent: [Duration] = []
  private var attempt = 0
  private var readySince: Duration?
  private var isRestarting = false

  package init(policy: RestartPolicy, limits: HostLimits) {
    self.policy = policy
    self.limits = limits
  }

  /// Takes one event; `now` is monotonic time, `random` decides the jitter.
  package mutating func handle(_ event: Event, now: Duration, random: UInt64) -> [Action] {
    switch (state, event) {
    case (.stopped, .start):
      state = .starting
      return [.startRun]
    case (_, .start): return []

    case (.starting, .ready):
      state = .ready
      readySince = now
      return []
    case (_, .ready): return []

    case (_, .ended(let reason)): return ended(reason, now: now, random: random)

    case (.backOff, .backOffPassed):
      state = .starting
      return [.startRun]
    case (_, .backOffPassed): return []

    case (.backOff, .restart):
      forget()
      state = .starting
      return [.cancelBackOff, .startRun]
    case (.failed, .restart), (.stopped, .restart):
      forget()
      state = .starting
      return [.startRun]
    case (.starting, .restart), (.ready, .restart), (.stopping, .restart):
      forget()
      isRestarting = true
      state = .stopping
      return [.stopRun]

    case (.backOff, .stop):
      state = .stopped
      return [.cancelBackOff]
    case (.starting, .stop), (.ready, .stop):
      state = .stopping
      return [.stopRun]
    case (.stopping, .stop):
      isRestarting = false
      return []
    case (.failed, .stop), (.stopped, .stop):
      state = .stopped
      return []
    }
  }

  private mutating func forget() {
    recent.removeAll()
    attempt = 0
  }

  private mutating func ended(
    _ reason: PluginRunStateMachine.EndReason, now: Duration, random: UInt64
  ) -> [Action] {
    let why: String
    var isSuccess = false
    switch reason {
    case .startFailed(let text, _): why = text
    case .lost(let text, let status):
      why = text
      isSuccess = status?.isSuccess ?? false
    case .stopped(let status): why = status.map { "it was stopped and \($0)" } ?? "it was stopped"
    }
    lastEnd = why
    if let since = readySince, now - since >= limits.backOffReset { attempt = 0 }
    readySince = nil
    if case .stopping = state {
      if isRestarting {
        isRestarting = false
        restartCount += 1
        state = .starting
        return [.startRun]
      }
      state = .stopped
      return []
    }
    if policy == .temporary || (policy == .transient && isSuccess) {
      state = .stopped
      return [.giveUp(why)]
    }
    recent.removeAll { now - $0 > limits.restartWindow }
    guard recent.count < limits.restarts else {
      state = .failed(why)
      return [.giveUp("\(limits.restarts) restarts in \(limits.restartWindow): \(why)")]
    }
    recent.append(now)
    restartCount += 1
    let delay = delay(random: random)
    attempt += 1
    state = .backOff(delay)
    return [.armBackOff(delay)]
  }

  private func delay(random: UInt64) -> Duration {
    var delay = limits.backOff
    for _ in 0..<attempt where delay < limits.backOffMaximum { delay *= 2 }
    delay = min(delay, limits.backOffMaximum)
    let jitter = limits.backOffJitterPercent
    guard jitter > 0 else { return delay }
    let percent = 100 - jitter + Int(random % UInt64(2 * jitter + 1))
    return delay * percent / 100
  }
}
