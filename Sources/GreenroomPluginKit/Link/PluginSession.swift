import GreenroomJSONLines
import GreenroomProtocol

/// One plugin on one wire: performs what `PluginStateMachine` decides.
///
/// A thread of its own reads the wire and keeps the deadlines, so that a handler that blocks a thread of the
/// concurrency pool, or never returns, delays neither. Handlers are tasks on the pool.
package final class PluginSession: Sendable {
  private struct State: ~Copyable {
    var machine: PluginStateMachine
    var content: PluginContent?
    var handlers: [Int: Task<Void, Never>] = [:]
    var requests: [Int: CheckedContinuation<[UInt8], any Error>] = [:]
    /// Whether all that the end asks for is performed, the last line written.
    var isOver = false
    var finished: CheckedContinuation<PluginExitCode, Never>?
  }

  private let state: Guarded<State>
  private let definition: PluginDefinition
  private let wire: Wire
  private let queue = HandlerQueue()
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant

  /// A session on a wire that it closes at its end.
  package init(
    _ definition: PluginDefinition, wire: Wire, endingGrace: Duration = PluginStateMachine.endingGrace
  ) {
    self.definition = definition
    self.wire = wire
    start = clock.now
    state = Guarded(State(machine: PluginStateMachine(role: definition.role, endingGrace: endingGrace)))
  }

  /// Runs the plugin until its host closes the wire or the plugin cannot go on. Called once.
  ///
  /// - Returns: the status that the process is to exit with. Handlers that do not return are left behind.
  package func run() async -> PluginExitCode {
    await withCheckedContinuation { continuation in
      state.withLock { $0.finished = continuation }
      do throws(WireError) {
        try Wire.startThread { [self] in readUntilEnd() }
      } catch {
        PluginLog.write(error.description)
        perform([.end(.ioError)])
      }
    }
  }

  private var now: Duration { start.duration(to: clock.now) }

  // MARK: The reading thread

  private func readUntilEnd() {
    var buffer = [UInt8](repeating: 0, count: Wire.readByteCount)
    while let (interest, timeLeft) = state.withLock({ state in
      state.machine.hasEnded ? nil : (state.machine.interest, state.machine.timeLeft(now: now))
    }) {
      let readiness = wire.wait(for: interest, timeout: timeLeft)
      if readiness.isHungUp { state.withLock { $0.machine.hungUp() } }
      if readiness.hasInput {
        switch wire.read(into: &buffer) {
        case .bytes(0): break
        case .bytes(let count):
          perform(state.withLock { $0.machine.receive(buffer.span.extracting(0..<count), now: now) })
        case .end: perform(state.withLock { $0.machine.inputEnded(now: now) })
        case .failed(let errno):
          PluginLog.write("reading from the host failed (errno \(errno))")
          perform(state.withLock { $0.machine.inputEnded(now: now) })
        }
      }
      perform(state.withLock { $0.machine.tick(now: now) })
    }
    // A task may have decided the end, such as a refused opening, and have its answer still to write.
    while !state.withLock({ $0.isOver }) { _ = wire.wait(for: .nothing, timeout: nil) }
    wire.close()
  }

  // MARK: Actions

  private func perform(_ actions: [PluginStateMachine.Action]) {
    for action in actions { perform(action) }
  }

  private func perform(_ action: PluginStateMachine.Action) {
    switch action {
    case .write(let line): send(line)
    case .log(let message): PluginLog.write(message)
    case .prepare(let params): prepare(params)
    case .start(let call): run(call)
    case .cancelHandler(let number): state.withLock { $0.handlers[number] }?.cancel()
    case .notify(let method, let params): notify(method, params)
    case .resume(let request, let outcome):
      let continuation = state.withLock { $0.requests.removeValue(forKey: request) }
      continuation?.resume(with: outcome.mapError { PluginError($0) })
    case .end(let status):
      queue.close()
      let finished = state.withLock { state in
        state.content = nil
        state.isOver = true
        defer { state.finished = nil }
        return state.finished
      }
      wire.wake()
      finished?.resume(returning: status)
    }
  }

  @discardableResult
  private func send(_ line: [UInt8]) -> Bool {
    if wire.write(line) { return true }
    perform(state.withLock { $0.machine.outputBroke() })
    return false
  }

  private func prepare(_ params: InitializeParams) {
    Task { [self] in
      do {
        let content = try await definition.prepare(params.configuration, HostLink(self))
        let description = try RawJSON(encoding: content.description)
        let routes = content.routes.map { Array($0.method.utf8) }
        perform(
          state.withLock { state in
            state.content = content
            return state.machine.opened(description, routes: routes)
          })
        wire.wake()
      } catch {
        perform(state.withLock { $0.machine.refuseOpening(ErrorObject(thrown: error)) })
      }
    }
  }

  private func run(_ call: PluginStateMachine.Call) {
    guard let route = state.withLock({ $0.content?.routes[call.route] }) else { return }
    let request = Request(method: route.method, deadline: call.deadline.map { start.advanced(by: $0) })
    let handler = Task { [self] in
      let outcome: Result<[UInt8], ErrorObject>
      do {
        outcome = .success(try await route.run(call.params, request))
      } catch {
        outcome = .failure(ErrorObject(thrown: error))
      }
      // Written before its place is given up: the program may end as soon as nothing is open.
      perform(state.withLock { $0.machine.answer(call.number, outcome) })
      perform(
        state.withLock { state in
          state.handlers[call.number] = nil
          return state.machine.release(call.number)
        })
    }
    state.withLock { state in
      if state.machine.isRunning(call.number) { state.handlers[call.number] = handler }
    }
  }

  private func notify(_ method: PluginStateMachine.Notification, _ params: [UInt8]) {
    let notified = state.withLock { $0.content?.notified }
    queue.append { [self] in
      do {
        try await notified?(method, params)
        perform(state.withLock { $0.machine.notificationHandled() })
      } catch {
        PluginLog.write("\(error)")
        perform(state.withLock { $0.machine.end(.failure) })
      }
      wire.wake()
    }
  }

  // MARK: Messages of ours

  /// Sends a notification.
  func notify(_ method: StaticString, _ params: some Encodable) throws(PluginError) {
    var line: [UInt8] = []
    do {
      try MessageWriter.notification(method, params, into: &line)
    } catch {
      throw PluginError(ErrorObject(.invalidParams, error.description))
    }
    try checkLength(line.count - 1)
    guard send(line) else { throw PluginError(ErrorObject(.unavailable, "the host reads no more")) }
  }

  /// The host would skip a line that is longer than it takes.
  private func checkLength(_ byteCount: Int) throws(PluginError) {
    let limit = state.withLock { $0.machine.hostLineLimit }
    guard byteCount > limit else { return }
    throw PluginError(
      ErrorObject(.invalidParams, "\(byteCount) bytes are more than the host takes in a line (\(limit))"))
  }
  /// What the line of a request has beside its `params`, at most.
  private static let requestByteCount = 96

  /// Sends a request. Cancelling the task neither ends the wait nor takes the request back.
  ///
  /// - Returns: the bytes of its result.
  func request(_ method: StaticString, _ params: some Encodable) async throws -> [UInt8] {
    let params = try RawJSON(encoding: params)
    try checkLength(params.bytes.count + Self.requestByteCount)
    return try await withCheckedThrowingContinuation { continuation in
      let line = state.withLock { state -> [UInt8]? in
        guard let (number, line) = state.machine.openRequest(method, params) else { return nil }
        state.requests[number] = continuation
        return line
      }
      guard let line else {
        return continuation.resume(throwing: PluginError(ErrorObject(.unavailable, "no request can be sent now")))
      }
      wire.wake()
      send(line)
    }
  }
}
