package import GreenroomJSONLines
package import GreenroomProtocol

/// A plugin's side of the link as a value that returns actions: the opening, requests of the host with their deadlines,
/// notifications in order, and the end.
///
/// ```
/// opening ── initialize ──> preparing ── opened ──> open ── input ended ──> ending ── all answered, 150 ms ──> ended
///    └── wrong version, wrong role ──────┴─ configuration does not decode ──────────────────────────────────────^
/// ```
///
/// Every request of the host gets exactly one answer. One that is cancelled or past its deadline is answered at once;
/// its handler keeps its place among the running ones until it returns. Time is a duration on any monotonic clock.
/// `PluginStateMachine+Opening.swift` holds the opening.
package struct PluginStateMachine: ~Copyable {
  package enum Action: Sendable {
    /// A whole line.
    case write([UInt8])
    /// Build the plugin, then call `opened` or `refuseOpening`.
    case prepare(InitializeParams)
    /// Run a handler, then call `answer` and, when its line is written, `release`.
    case start(Call)
    case cancelHandler(Int)
    /// To be handled one after the other; call `notificationHandled` after each.
    case notify(method: Notification, params: [UInt8])
    /// The outcome of a request of ours.
    case resume(request: Int, Result<[UInt8], ErrorObject>)
    case log(String)
    case end(PluginExitCode)
  }

  /// The notifications that a presenter gets.
  package enum Notification: Sendable { case attached, output, detached }

  /// One request of the host that a handler is to answer.
  package struct Call: Sendable {
    /// Names it between the machine and its owner.
    package var number: Int
    /// Index of the method among the routes.
    package var route: Int
    package var params: [UInt8]
    package var deadline: Duration?
  }

  enum Phase { case opening, preparing(RequestID), open, ending, ended }

  private struct OpenCall {
    var id: RequestID
    var deadline: Duration?
    var isAnswered = false
  }

  /// Handlers that run at the same time; one more request is answered `busy`. The host opens as many by default.
  package static let runningLimit = 1024
  /// At so many notifications that wait for their handler, and what the last read has brought besides, reading stops, so that
  /// the host's own bounded queue fills; unless a request of ours is open, whose answer has to be found behind them.
  package static let waitingLimit = 64
  /// At so many the open requests of ours fail, since whoever waits for them may be what the notifications wait for.
  package static let waitingLimitOfRequests = 16_384
  /// Bytes that may wait while the plugin is being built; a host sends none before it is ready.
  private static let heldByteLimit = 1 << 20
  /// How long open requests may take after the end of input: the host sends SIGTERM after 500 ms.
  package static let endingGrace = Duration.milliseconds(150)

  let role: PluginRole
  private let endingGrace: Duration
  var peer: PeerStateMachine
  var phase = Phase.opening
  var routes: [[UInt8]] = []
  private var calls: [Int: OpenCall] = [:]
  private var numbers: [RequestID: Int] = [:]
  private var lastCall = 0
  /// No deadline is before this; it may be of a call that is long answered.
  private var nextDeadline: Duration?
  private var lastRequest = 0
  private var waitingNotifications = 0
  /// The longest line that the host takes, without its LF.
  package internal(set) var hostLineLimit = LineFramer.maximumLineLimit
  private var isHungUp = false
  /// When the input has ended: the latest moment at which the plugin ends.
  private var endLimit: Duration?

  package init(role: PluginRole, endingGrace: Duration = PluginStateMachine.endingGrace) {
    self.role = role
    self.endingGrace = endingGrace
    // The host's own requests, such as `ping`, come on top of the callers'; this machine counts those itself.
    peer = PeerStateMachine(
      limits: PeerLimits(
        lineByteCount: LineFramer.maximumLineLimit, incomingRequests: Self.runningLimit + 64))
  }

  // MARK: What the reading thread asks

  package var hasEnded: Bool { if case .ended = phase { true } else { false } }

  /// What to wait for: input, if there is room for it. While a request of ours is open its answer has to be found
  /// behind whatever is before it.
  package var interest: Wire.Interest {
    if hasEnded || endLimit != nil { return .nothing }
    if case .preparing = phase { return peer.bufferedByteCount < Self.heldByteLimit || isHungUp ? .input : .hangUp }
    let hasRoom = waitingNotifications < Self.waitingLimit || peer.openRequestCount > 0 || isHungUp
    return hasRoom ? .input : .hangUp
  }

  /// How long nothing is due: a deadline or the end. Nil: without end.
  package func timeLeft(now: Duration) -> Duration? {
    let next = [nextDeadline, endLimit].compactMap(\.self).min()
    return next.map { max(.zero, $0 - now) }
  }

  package func isRunning(_ number: Int) -> Bool { calls[number] != nil }

  // MARK: Input

  /// The host has closed its end: what it has written is at most a pipe, which is read whatever waits.
  package mutating func hungUp() { isHungUp = true }

  package mutating func receive(_ bytes: Span<UInt8>, now: Duration) -> [Action] {
    guard !hasEnded else { return [] }
    peer.receive(bytes)
    var actions: [Action] = []
    handleInput(now, &actions)
    return actions
  }

  package mutating func inputEnded(now: Duration) -> [Action] {
    var actions: [Action] = []
    guard endLimit == nil, !hasEnded else { return actions }
    endLimit = now + endingGrace
    finishInput(now, &actions)
    return actions
  }

  /// Handles what has come, up to an `initialize`: what follows it waits until the plugin is built.
  private mutating func handleInput(_ now: Duration, _ actions: inout [Action]) {
    while !isHeld, let event = peer.next(now: now) { handle(event, now, &actions) }
  }

  private var isHeld: Bool {
    switch phase {
    case .preparing, .ended: true
    case .opening, .open, .ending: false
    }
  }

  private mutating func finishInput(_ now: Duration, _ actions: inout [Action]) {
    guard !isHeld else { return }
    if let event = peer.finish(now: now) { handle(event, now, &actions) }
    for request in peer.abandonRequests() {
      actions.append(.resume(request: request, .failure(ErrorObject(.unavailable, "the host has closed the wire"))))
    }
    switch phase {
    case .opening: end(.success, &actions)
    case .open:
      phase = .ending
      endIfIdle(&actions)
    case .preparing, .ending, .ended: break
    }
  }

  /// A line could not be written: the host reads no more.
  package mutating func outputBroke() -> [Action] {
    var actions: [Action] = []
    guard !hasEnded else { return actions }
    let isExpected = endLimit != nil || isHungUp
    if !isExpected { actions.append(.log("the host has closed this plugin's standard output")) }
    end(isExpected ? .success : .ioError, &actions)
    return actions
  }

  /// Handles what came while the plugin was being built, answers the calls whose deadline has passed, and ends what had
  /// its time to end.
  package mutating func tick(now: Duration) -> [Action] {
    var actions: [Action] = []
    handleInput(now, &actions)
    if endLimit != nil, case .open = phase { finishInput(now, &actions) }
    if let due = nextDeadline, due <= now {
      nextDeadline = nil
      for (number, call) in calls.sorted(by: { $0.key < $1.key }) where !call.isAnswered {
        guard let deadline = call.deadline else { continue }
        if deadline <= now {
          refuse(number, ErrorObject(.deadline, "no answer before the deadline"), &actions)
        } else {
          nextDeadline = min(nextDeadline ?? deadline, deadline)
        }
      }
    }
    if let endLimit, endLimit <= now, !hasEnded { end(.success, &actions) }
    return actions
  }

  private mutating func handle(_ event: PeerEvent, _ now: Duration, _ actions: inout [Action]) {
    switch event {
    case .request(let id, let method, let params):
      request(id, peer[method], params.map { peer[$0] }, now, &actions)
    case .notification(let method, let params):
      notification(peer[method], params.map { peer[$0] }, &actions)
    case .result(let request, let value): actions.append(.resume(request: request, .success(Array(peer[value]))))
    case .failure(let request, let error): actions.append(.resume(request: request, .failure(error)))
    case .staleAnswer, .blank, .nothing: break
    case .peerRefusedLine(let error): actions.append(.log("the host could not read a line of ours: \(error.message)"))
    case .malformed(let reason, _, let answer):
      guard let answer else { break }
      actions.append(.log("the host sent a line that is no message: \(reason)"))
      write(answer.id, .failure(answer.error), &actions)
    }
  }

  private mutating func notification(
    _ method: ArraySlice<UInt8>, _ params: ArraySlice<UInt8>?, _ actions: inout [Action]
  ) {
    if method.matches(MethodName.cancelRequest) { return cancel(params, &actions) }
    guard role == .presenter, case .open = phase, let params else { return }
    let kind: Notification
    if method.matches(MethodName.output) {
      kind = .output
    } else if method.matches(MethodName.attached) {
      kind = .attached
    } else if method.matches(MethodName.detached) {
      kind = .detached
    } else {
      return
    }
    waitingNotifications += 1
    actions.append(.notify(method: kind, params: Array(params)))
    if waitingNotifications >= Self.waitingLimitOfRequests {
      let error = ErrorObject(
        .busy, "the answer stands behind \(waitingNotifications) notifications that this plugin has not handled")
      for request in peer.abandonRequests() { actions.append(.resume(request: request, .failure(error))) }
    }
  }

  private mutating func cancel(_ params: ArraySlice<UInt8>?, _ actions: inout [Action]) {
    guard params != nil, let member = peer.parameter("id") else { return }
    let id = member.string.map(RequestID.string) ?? JSONDecoding.integer(member.bytes).map(RequestID.number)
    guard let id, let number = numbers[id] else { return }
    refuse(number, ErrorObject(.cancelled, "cancelled by the caller"), &actions)
  }

  // MARK: Requests of the host

  private mutating func request(
    _ id: RequestID, _ method: ArraySlice<UInt8>, _ params: ArraySlice<UInt8>?, _ now: Duration,
    _ actions: inout [Action]
  ) {
    do throws(ErrorObject) {
      let params = params ?? Self.emptyObject
      guard params.first == UInt8(ascii: "{") else {
        throw ErrorObject(.invalidParams, "params: expected an object, its members are the arguments")
      }
      switch phase {
      case .opening:
        guard method.matches(MethodName.initialize) else {
          throw ErrorObject(.refused, "the first request of a host is initialize")
        }
        return initialize(id, params, &actions)
      case .preparing, .ending, .ended: throw ErrorObject(.unavailable, "this plugin is ending")
      case .open: break
      }
      if method.matches(MethodName.ping) { return write(id, .success(Array(Self.emptyObject)), &actions) }
      if method.matches(MethodName.initialize) { throw ErrorObject(.refused, "initialize was answered already") }
      guard let route = routes.firstIndex(where: { method.matches($0) }) else {
        let known = routes.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
        throw ErrorObject(
          .methodNotFound, "no method \"\(method.text.prefix(64))\"\(known.isEmpty ? "" : "; this plugin has \(known)")"
        )
      }
      let deadline = try deadline(params, now)
      if let deadline, deadline <= now { throw ErrorObject(.deadline, "the deadline had passed when the request came") }
      guard calls.count < Self.runningLimit else {
        throw ErrorObject(.busy, "\(Self.runningLimit) requests are being worked on")
      }
      lastCall += 1
      calls[lastCall] = OpenCall(id: id, deadline: deadline)
      numbers[id] = lastCall
      if let deadline { nextDeadline = min(nextDeadline ?? deadline, deadline) }
      actions.append(.start(Call(number: lastCall, route: route, params: Array(params), deadline: deadline)))
    } catch {
      write(id, .failure(error), &actions)
    }
  }

  private static let emptyObject = Array("{}".utf8)[...]
  /// A year: more is the same as no deadline.
  private static let longestDeadline = 365 * 86_400_000

  private mutating func deadline(_ params: ArraySlice<UInt8>, _ now: Duration) throws(ErrorObject) -> Duration? {
    guard let meta = peer.parameter("_meta"), meta.kind == .object,
      let literal = JSONDecoding.member("deadlineMs", of: meta.bytes)
    else { return nil }
    guard let milliseconds = JSONDecoding.integer(literal) else {
      throw ErrorObject(.invalidParams, "params._meta.deadlineMs: expected a whole number of milliseconds")
    }
    return milliseconds > Self.longestDeadline ? nil : now + .milliseconds(milliseconds)
  }

  /// The handler of a call has returned; its place is free after `release`.
  package mutating func answer(_ number: Int, _ outcome: Result<[UInt8], ErrorObject>) -> [Action] {
    guard !hasEnded, let call = calls[number], !call.isAnswered else { return [] }
    var actions: [Action] = []
    settle(number, call.id)
    write(call.id, outcome, &actions)
    return actions
  }

  /// The call's answer, if one was left to give, is written.
  package mutating func release(_ number: Int) -> [Action] {
    calls[number] = nil
    var actions: [Action] = []
    endIfIdle(&actions)
    return actions
  }

  package mutating func notificationHandled() -> [Action] {
    waitingNotifications -= 1
    var actions: [Action] = []
    endIfIdle(&actions)
    return actions
  }

  private mutating func refuse(_ number: Int, _ error: ErrorObject, _ actions: inout [Action]) {
    guard let call = calls[number], !call.isAnswered else { return }
    settle(number, call.id)
    write(call.id, .failure(error), &actions)
    actions.append(.cancelHandler(number))
  }

  private mutating func settle(_ number: Int, _ id: RequestID) {
    calls[number]?.isAnswered = true
    numbers[id] = nil
  }

  mutating func write(
    _ id: RequestID?, _ outcome: Result<[UInt8], ErrorObject>, _ actions: inout [Action]
  ) {
    var line: [UInt8] = []
    switch outcome {
    case .success(let value): if let id { peer.writeResult(id, value, into: &line) }
    case .failure(let error): peer.writeError(id, error, into: &line)
    }
    if line.count - 1 > hostLineLimit {
      // The host would skip it, and the caller wait for its deadline.
      let reason = "the answer has \(line.count - 1) bytes, more than the host takes in a line (\(hostLineLimit))"
      line = []
      peer.writeError(id, ErrorObject(.internalError, reason), into: &line)
      actions.append(.log(reason))
    }
    actions.append(.write(line))
  }

  // MARK: Requests of ours

  /// Opens a request of ours and writes its line.
  ///
  /// - Returns: nil if too many are open or the plugin is ending.
  package mutating func openRequest(_ method: StaticString, _ params: RawJSON) -> (number: Int, line: [UInt8])? {
    guard case .open = phase, peer.openRequestCount < peer.limits.openRequests else { return nil }
    lastRequest += 1
    peer.openRequest(lastRequest)
    var line: [UInt8] = []
    MessageWriter.beginRequest(lastRequest, method, into: &line)
    line.append(contentsOf: params.bytes)
    MessageWriter.endMessage(into: &line)
    return (lastRequest, line)
  }

  // MARK: End

  /// A handler of the plugin wants it to end.
  package mutating func end(_ status: PluginExitCode) -> [Action] {
    var actions: [Action] = []
    if !hasEnded { end(status, &actions) }
    return actions
  }

  private mutating func endIfIdle(_ actions: inout [Action]) {
    guard case .ending = phase, calls.isEmpty, waitingNotifications == 0 else { return }
    end(.success, &actions)
  }

  mutating func end(_ status: PluginExitCode, _ actions: inout [Action]) {
    phase = .ended
    for number in calls.keys.sorted() { actions.append(.cancelHandler(number)) }
    for request in peer.abandonRequests() {
      actions.append(.resume(request: request, .failure(ErrorObject(.unavailable, "the plugin is ending"))))
    }
    actions.append(.end(status))
  }
}
