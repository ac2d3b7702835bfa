import GreenroomBindings
package import GreenroomJSONLines
package import GreenroomProtocol

/// One process of a plugin: performs what `PluginRunStateMachine` decides, and owns the process and its link.
///
/// Confined to the loop's thread.
package final class PluginRun {
  /// What a run is started with.
  package struct Setup {
    package var plugin: PluginConfiguration
    package var role: PluginRole
    package var generation: Int
    package var host: PeerName
    package var limits: HostLimits
  }

  package let setup: Setup
  @exclusivity(unchecked) package private(set) var machine = PluginRunStateMachine()
  /// The wire; nil before the process has started.
  @exclusivity(unchecked) package private(set) var link: Link?
  /// What the plugin said of itself; nil before it was ready.
  @exclusivity(unchecked) package private(set) var description: InitializeResult?
  /// Held until the run has ended.
  @exclusivity(unchecked) package private(set) var observer: (any PluginRunObserver)?

  private let turns: TurnQueue
  private var process: (any PluginProcess)?
  private var timer: (any ScheduledAction)?
  /// The host's own requests count downwards from here; callers' requests count upwards from 1.
  private var lastOwnRequest = 0
  private var pendingOwnRequests: [Int: (Result<RawJSON, ErrorObject>) -> Void] = [:]
  /// No answer can come from it any more.
  @exclusivity(unchecked) package private(set) var hasAnnouncedSilence = false
  private var isProcessGone = false

  private static let initializeRequest = 0
  /// Warnings about what it sends: a plugin that is noisy must not fill the host's log.
  private var warnings = RateWindow(perSecond: 10)

  package init(_ setup: Setup, turns: TurnQueue, observer: any PluginRunObserver) {
    self.setup = setup
    self.turns = turns
    self.observer = observer
  }

  package var pid: Int? { isProcessGone ? nil : process?.pid }
  /// Whether it can be asked: a run that has fallen silent answers nothing, even before its end is known.
  package var isReady: Bool { machine.state == .ready && !hasAnnouncedSilence }
  package var name: String { setup.plugin.name }
  /// Operations that it says may be carried out twice.
  @exclusivity(unchecked) private var idempotentOperations: [String] = []
  /// Whether a request may be sent again after an unknown outcome.
  func repeats(_ operation: String) -> Bool {
    !idempotentOperations.isEmpty && idempotentOperations.contains(operation)
  }

  // MARK: Start

  package func start() {
    do {
      let process = try turns.environment.processes.start(setup.plugin, as: setup.role, observer: self)
      self.process = process
      let link = Link(
        name: name, stream: process.wire, limits: PeerLimits(lineByteCount: setup.limits.lineByteCount), turns: turns,
        isOfService: setup.role == .service)
      self.link = link
      link.owner = self
      link.start()
      timer = turns.environment.scheduler.schedule(after: setup.plugin.startDeadline) { [self] in
        handle(
          .startDeadlinePassed(
            "it did not answer initialize within \(setup.plugin.startDeadline) (is each line flushed to standard output?)"
          ))
      }
      sendInitialize(link)
    } catch {
      // Told in a turn of its own, so that a start never ends inside itself. It is not among the timers that a stop cancels:
      // there is no process whose end would be told instead.
      _ = turns.environment.scheduler.schedule(after: .zero) { [self] in
        handle(.neverStarted(error.description))
      }
    }
  }

  private func sendInitialize(_ link: Link) {
    let params = InitializeParams(
      host: setup.host, name: name, generation: setup.generation, role: setup.role,
      configuration: setup.plugin.configuration, lineBytes: setup.limits.lineByteCount)
    var line: [UInt8] = []
    do {
      try MessageWriter.request(Self.initializeRequest, MethodName.initialize, params, into: &line)
    } catch {
      preconditionFailure("BUG: initialize does not encode: \(error)")
    }
    guard line.count - 1 <= setup.limits.lineByteCount else {
      return handle(
        .refused(
          "its configuration is too long: initialize has \(line.count) bytes, a line may have \(setup.limits.lineByteCount)"
        ))
    }
    link.peer.openRequest(Self.initializeRequest)
    link.send(.init(.control), upTo: line.count) { $0.write(line) }
  }

  private func opened(_ value: ArraySlice<UInt8>) {
    let result: InitializeResult
    do {
      result = try JSONDecoding.decode(InitializeResult.self, from: value)
    } catch {
      return handle(.refused("its answer to initialize is not understood: \(error)"))
    }
    guard result.protocolVersion == ProtocolVersion.current else {
      return handle(
        .refused(
          "it speaks protocol version \"\(result.protocolVersion)\", this host speaks \"\(ProtocolVersion.current)\""))
    }
    switch setup.role {
    case .service where result.provides == nil:
      return handle(.refused("it is configured as a service, but its answer to initialize has no \"provides\""))
    case .presenter where result.presents == nil:
      return handle(.refused("it is configured as a presenter, but its answer to initialize has no \"presents\""))
    default: break
    }
    description = result
    idempotentOperations = result.capabilities?.idempotent ?? []
    link?.send(.init(.control)) { MessageWriter.notification(MethodName.initialized, into: &$0) }
    handle(.opened)
  }

  // MARK: The host's own requests

  /// Sends a request of the host's own, such as `ping` or `state/export`. `complete` is called at most once, and not
  /// after the run has ended.
  package func request(
    _ method: StaticString, _ params: RawJSON, complete: @escaping (Result<RawJSON, ErrorObject>) -> Void
  ) {
    guard let link, isReady else { return complete(.failure(ErrorObject(.unavailable, "\(name) is not ready"))) }
    guard params.bytes.count + Self.requestByteCount <= setup.limits.lineByteCount else {
      let reason = "\(method) would have \(params.bytes.count) bytes, more than a line may have"
      return complete(.failure(ErrorObject(.refused, reason)))
    }
    lastOwnRequest -= 1
    let number = lastOwnRequest
    pendingOwnRequests[number] = complete
    link.peer.openRequest(number)
    link.send(.init(.control)) { output in
      MessageWriter.beginRequest(number, method, into: &output)
      output.append(contentsOf: params.bytes)
      MessageWriter.endMessage(into: &output)
    }
  }

  /// What the line of such a request has beside its `params`, at most.
  private static let requestByteCount = 96

  /// The host's own requests that are open: they do not count as a service's work.
  package var openOwnRequestCount: Int {
    pendingOwnRequests.count + (link?.peer.isOpen(Self.initializeRequest) == true ? 1 : 0)
  }

  // MARK: Stop

  package func stop() { handle(.stop) }
  package func stopNow() { handle(.stopNow) }
  /// Ends a run that has shown itself unusable.
  package func fail(_ why: String) { handle(.refused(why)) }

  private func handle(_ event: PluginRunStateMachine.Event) {
    for action in machine.handle(event) { perform(action) }
  }

  private func perform(_ action: PluginRunStateMachine.Action) {
    switch action {
    case .announceReady:
      if let description { observer?.run(self, becameReady: description) }
    case .armStopStep: arm(setup.limits.stopStep, .stopStepPassed)
    case .armDrainGrace: arm(setup.limits.drainGrace, .drainGracePassed)
    case .cancelTimers:
      timer?.cancel()
      timer = nil
    case .closeInput: link?.closeWriting()
    case .terminate: process?.terminate()
    case .kill: process?.kill()
    case .readRest: process?.readRest()
    case .announceEnded(let reason):
      timer?.cancel()
      timer = nil
      link?.handleRest()
      announceSilence()
      link?.close()
      process?.release()
      process = nil
      pendingOwnRequests.removeAll()
      let observer = observer
      self.observer = nil
      observer?.run(self, ended: reason)
    }
  }

  private func arm(_ delay: Duration, _ event: PluginRunStateMachine.Event) {
    timer?.cancel()
    timer = turns.environment.scheduler.schedule(after: delay) { [self] in handle(event) }
  }

  /// Logs something about what it sends, some times a second.
  func warn(_ message: @autoclosure () -> String) {
    guard let text = warnings.admitted(turns.now, message) else { return }
    observer?.run(self, warns: text)
  }

  /// No further answer comes from this run: said once, before its queue and its open requests are given up.
  private func announceSilence() {
    guard !hasAnnouncedSilence, link != nil else { return }
    hasAnnouncedSilence = true
    observer?.runFellSilent(self)
  }
}

extension PluginRun: LinkOwner {
  package func link(_ link: Link, received event: PeerEvent) {
    switch event {
    case .result(Self.initializeRequest, let value) where machine.state == .starting: opened(link.peer[value])
    case .failure(Self.initializeRequest, let error) where machine.state == .starting:
      let what = link.peer.isBrokenAnswer ? "its answer to initialize is malformed" : "it refused initialize"
      handle(.refused("\(what): \(error.message) (code \(error.code.rawValue))"))
    case .malformed(let reason, _, let answer):
      let excerpt = link.peer.excerpt()
      var sentence = "a line that is no message: \(reason)"
      if !excerpt.isEmpty {
        sentence +=
          ": \(excerpt) (a message is one line of JSON; whatever else is printed belongs on standard error)"
      }
      if machine.state == .starting {
        return handle(.refused("instead of an answer to initialize it sent \(sentence)"))
      }
      if let answer { link.refuse(answer.id, answer.error) }
      warn(sentence)
    case .result(let number, let value) where number < 0:
      pendingOwnRequests.removeValue(forKey: number)?(.success(RawJSON(Array(link.peer[value]))))
    case .failure(let number, let error) where number < 0:
      pendingOwnRequests.removeValue(forKey: number)?(.failure(error))
    case .staleAnswer(let id, let wasAnswered):
      if machine.state == .starting {
        return handle(
          .refused("it answered request \(id), which was never made, instead of initialize, which is request 0"))
      }
      warn(
        wasAnswered
          ? "a second answer to request \(id)"
          : "an answer to request \(id), which was never made; ids come back as they were sent")
      observer?.run(self, received: event)
    case .peerRefusedLine(let error): warn("it could not read a line of ours: \(error.message)")
    case .request(let id, _, _) where machine.state == .starting:
      link.refuse(id, ErrorObject(.refused, "requests are answered after initialized"))
    default:
      if machine.state != .starting { observer?.run(self, received: event) }
    }
  }

  package func link(_ link: Link, broke error: String) {
    turns.environment.log(.debug, name, "its input is closed: \(error)")
    // The state first, as at the end of its output. What it has read it may still answer.
    handle(.inputBroken)
    observer?.run(self, inputBroke: error)
  }

  package func linkInputEnded(_ link: Link) {
    // The state first: whoever hears of the silence must not find the run ready and send to it again.
    let wasReady = machine.state != .starting
    handle(.outputEnded)
    if wasReady { announceSilence() }
  }
}

extension PluginRun: ProcessObserver {
  package func processFailedToStart(_ error: ProcessStartError) {
    isProcessGone = true
    handle(.neverStarted(error.description))
  }

  package func processExited(_ status: ExitStatus) {
    isProcessGone = true
    handle(.exited(status))
  }

  package func processLogged(_ bytes: Span<UInt8>) { observer?.run(self, logged: bytes) }
}

/// Who started a run.
package protocol PluginRunObserver: AnyObject {
  func run(_ run: PluginRun, becameReady description: InitializeResult)
  /// A message after the opening.
  func run(_ run: PluginRun, received event: PeerEvent)
  /// It sends what it should not.
  func run(_ run: PluginRun, warns message: String)
  /// It reads no more; its answers may still come.
  func run(_ run: PluginRun, inputBroke error: String)
  /// It writes no more: what is open stays unanswered. Always before `ended`.
  func runFellSilent(_ run: PluginRun)
  func run(_ run: PluginRun, ended reason: PluginRunStateMachine.EndReason)
  func run(_ run: PluginRun, logged bytes: Span<UInt8>)
}
