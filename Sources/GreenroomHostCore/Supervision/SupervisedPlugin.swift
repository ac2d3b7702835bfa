import GreenroomBindings
import GreenroomJSONLines
package import GreenroomProtocol

/// One plugin entry in use: its runs one after the other, as `SupervisorStateMachine` decides; its log; its heartbeat.
///
/// Confined to the loop's thread.
package final class SupervisedPlugin {
  /// The entry; a changed one holds from the next start of a process on.
  package var configuration: PluginConfiguration
  package let role: PluginRole
  package let generation: Int
  @exclusivity(unchecked) package private(set) var supervisor: SupervisorStateMachine
  @exclusivity(unchecked) package private(set) var run: PluginRun?
  package private(set) var log: PluginLog
  /// While true, a run that ends is reported and not started again: the new generation of a swap before its cut, an old one
  /// after it, and what a reload has removed.
  package var endIsFinal = false
  /// Outlives the plugin: the host keeps a removed slot or place until its plugin is at rest.
  @exclusivity(unchecked) package unowned var observer: (any SupervisedPluginObserver)?
  /// Whoever wants each line of standard error, by its owner.
  private var logFollowers: [(owner: ObjectIdentifier, receive: (String) -> Void)] = []

  private let turns: TurnQueue
  private let host: PeerName
  private let limits: HostLimits
  private var backOffTimer: (any ScheduledAction)?
  private var heartbeatTimer: (any ScheduledAction)?
  private var pingSince: Duration?
  private var isEnding = false
  /// Whoever waits for a restart to come about, before the new process has been started and afterwards.
  private var wantedRestarts: [(String?) -> Void] = []
  private var restarts: [(String?) -> Void] = []
  /// Whether its end ends the host, as it was when the process was started.
  private(set) var isSignificant = false
  /// Records of standard error that the log of the host takes in one second; the rest is counted and kept in `log`.
  private var logWindow = RateWindow(perSecond: 20)

  package init(
    _ configuration: PluginConfiguration, role: PluginRole, generation: Int, host: PeerName, limits: HostLimits,
    turns: TurnQueue
  ) {
    self.configuration = configuration
    self.role = role
    self.generation = generation
    self.host = host
    self.limits = limits
    self.turns = turns
    supervisor = SupervisorStateMachine(policy: configuration.restart, limits: limits)
    log = PluginLog(byteCount: limits.logByteCount)
  }

  package var name: String { configuration.name }
  package var readyRun: PluginRun? { run.flatMap { $0.isReady ? $0 : nil } }

  /// The word in `status`.
  package var stateWord: String {
    if let run, run.machine.hasClosedOutput { return "output closed" }
    if let run, run.machine.hasClosedInput { return "input closed" }
    return supervisor.state.word
  }

  package var status: PluginStatus {
    PluginStatus(
      name: name, role: role.rawValue, state: stateWord, pid: run?.pid, restarts: supervisor.restartCount,
      lastExit: supervisor.lastEnd)
  }

  /// Whether nothing runs and nothing will by itself.
  package var isAtRest: Bool {
    guard run == nil else { return false }
    switch supervisor.state {
    case .stopped, .failed: return true
    default: return false
    }
  }

  /// Hands each line of standard error to its owner from now on, once.
  func followLog(_ owner: AnyObject, _ receive: @escaping (String) -> Void) {
    unfollowLog(owner)
    logFollowers.append((ObjectIdentifier(owner), receive))
  }

  func unfollowLog(_ owner: AnyObject) { logFollowers.removeAll { $0.owner == ObjectIdentifier(owner) } }

  private func logged(_ line: String) {
    for follower in logFollowers { follower.receive(line) }
  }

  /// Logs something about the plugin, also where its own lines are.
  private func note(_ level: LogLevel, _ message: String) {
    turns.environment.log(level, name, message)
    if level != .debug { logged(log.note(message)) }
  }

  /// Starts a new process. `finish` is told once when that is ready (nil), or why it is not.
  package func restart(finish: @escaping (String?) -> Void) {
    wantedRestarts.append(finish)
    handle(.restart)
  }

  /// A process that was started for somebody has become ready, or not.
  private func restarted(_ failure: String?) {
    let waiting = restarts
    restarts = []
    for finish in waiting { finish(failure) }
  }

  /// No process is started any more.
  private func failRestarts(_ failure: String) {
    restarts += wantedRestarts
    wantedRestarts = []
    restarted(failure)
  }

  /// It is out of use and at rest: whoever follows its log is told so.
  func endFollowing() {
    logged("(\(name) has ended and is out of use: no more lines follow)")
    logFollowers = []
  }

  package func start() { handle(.start) }

  package func stop() {
    isEnding = true
    handle(.stop)
  }

  /// No more waiting.
  package func stopNow() {
    isEnding = true
    handle(.stop)
    run?.stopNow()
  }

  private func handle(_ event: SupervisorStateMachine.Event) {
    let actions = supervisor.handle(event, now: turns.now, random: turns.environment.random())
    for action in actions { perform(action) }
  }

  private func perform(_ action: SupervisorStateMachine.Action) {
    switch action {
    case .startRun:
      restarts += wantedRestarts
      wantedRestarts = []
      isSignificant = configuration.isSignificant
      supervisor.policy = configuration.restart
      let setup = PluginRun.Setup(
        plugin: configuration, role: role, generation: generation, host: host, limits: limits)
      let run = PluginRun(setup, turns: turns, observer: self)
      self.run = run
      log.beginRun()
      run.start()
    case .stopRun: run?.stop()
    case .armBackOff(let delay):
      note(.info, "starts again in \(delay.milliseconds) ms")
      backOffTimer = turns.environment.scheduler.schedule(after: delay) { [self] in handle(.backOffPassed) }
    case .cancelBackOff:
      backOffTimer?.cancel()
      backOffTimer = nil
    case .giveUp(let why):
      var wayOut = ""
      if case .failed = supervisor.state { wayOut = "; `greenroom restart \(name)` starts it again" }
      note(.error, "\(supervisor.state.word): \(why)\(lastLines)\(wayOut)")
      failRestarts(why)
      observer?.pluginGaveUp(self, why: why)
    }
  }

  /// The last lines of standard error, as the end of a sentence.
  private var lastLines: String {
    let lines = log.last(5)
    return lines.isEmpty ? "" : "; its last words: " + lines.joined(separator: " | ")
  }

  // MARK: Heartbeat

  private func beginHeartbeat(_ run: PluginRun, _ description: InitializeResult) {
    guard description.capabilities?.ping == true, let interval = configuration.heartbeat else { return }
    pingSince = nil
    scheduleHeartbeat(run, after: interval, interval)
  }

  private func scheduleHeartbeat(_ run: PluginRun, after delay: Duration, _ interval: Duration) {
    heartbeatTimer = turns.environment.scheduler.schedule(after: delay) { [self] in
      guard run === self.run, run.isReady, let link = run.link else { return }
      let silence = turns.now - link.lastLine
      if silence < interval {
        pingSince = nil
        scheduleHeartbeat(run, after: interval - silence, interval)
        return
      }
      if pingSince != nil {
        // Hung: the ping is unanswered and the oldest request is past its deadline. A busy plugin is not.
        if self.observer?.pluginHasOverdueRequest(self) == true {
          return run.fail(
            "it hangs: no line for \(silence.milliseconds) ms, ping unanswered, a request past its deadline")
        }
      } else {
        pingSince = turns.now
        run.request(MethodName.ping, .emptyObject) { [self] _ in pingSince = nil }
      }
      scheduleHeartbeat(run, after: interval, interval)
    }
  }
}

extension SupervisedPlugin: PluginRunObserver {
  package func run(_ run: PluginRun, becameReady description: InitializeResult) {
    handle(.ready)
    beginHeartbeat(run, description)
    restarted(nil)
    observer?.plugin(self, becameReady: run)
  }

  package func run(_ run: PluginRun, received event: PeerEvent) { observer?.plugin(self, run, received: event) }
  package func run(_ run: PluginRun, warns message: String) { note(.warning, message) }
  package func run(_ run: PluginRun, inputBroke error: String) { observer?.plugin(self, run, inputBroke: error) }
  package func runFellSilent(_ run: PluginRun) { observer?.plugin(self, fellSilent: run) }

  package func run(_ run: PluginRun, ended reason: PluginRunStateMachine.EndReason) {
    heartbeatTimer?.cancel()
    heartbeatTimer = nil
    log.finish { logged($0) }
    self.run = nil
    let isExpected: Bool
    let sentence: String
    switch reason {
    case .startFailed(let why, _):
      isExpected = false
      sentence = "did not start: \(why)\(lastLines)"
    case .lost(let why, _):
      isExpected = false
      sentence = why
    case .stopped(let status):
      isExpected = true
      sentence = status.map { "stopped; it \($0)" } ?? "stopped"
    }
    note(isExpected ? .debug : .warning, sentence)
    if endIsFinal || isEnding {
      failRestarts(endIsFinal ? "it is out of use" : "the host is stopping")
    } else if case .startFailed = reason {
      restarted(sentence)
    }
    if endIsFinal {
      endFollowing()
      // The supervisor is told that this was the end, so that a start that failed is not repeated.
      handle(.stop)
      handle(.ended(reason))
    } else {
      handle(.ended(reason))
    }
    observer?.plugin(self, ended: reason, sentence: sentence)
  }

  package func run(_ run: PluginRun, logged bytes: Span<UInt8>) {
    log.append(bytes) { line in
      logged(line)
      guard logWindow.admits(turns.now) else { return }
      if logWindow.takeSuppressed() > 0 {
        turns.environment.log(.info, name, "(more lines than the log takes; see greenroom logs \(name))")
      }
      turns.environment.log(.info, name, line)
    }
  }
}

/// Who uses a plugin: a service's slot or a presenter's place.
package protocol SupervisedPluginObserver: AnyObject {
  func plugin(_ plugin: SupervisedPlugin, becameReady run: PluginRun)
  func plugin(_ plugin: SupervisedPlugin, _ run: PluginRun, received event: PeerEvent)
  func plugin(_ plugin: SupervisedPlugin, _ run: PluginRun, inputBroke error: String)
  func plugin(_ plugin: SupervisedPlugin, fellSilent run: PluginRun)
  func plugin(_ plugin: SupervisedPlugin, ended reason: PluginRunStateMachine.EndReason, sentence: String)
  func pluginGaveUp(_ plugin: SupervisedPlugin, why: String)
  func pluginHasOverdueRequest(_ plugin: SupervisedPlugin) -> Bool
}
