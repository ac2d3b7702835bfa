package import GreenroomBindings
import GreenroomJSONLines
package import GreenroomProtocol

/// One service: the place that view models call, whatever plugin serves it at the moment.
///
/// The slot is the caller's side of the request ledger: it numbers the requests, holds them while nobody is ready, and
/// gives each exactly one outcome. The link of each generation counts for itself what was sent and answered.
/// Confined to the loop's thread. `ServiceSlot+Swap.swift` holds the swap, `ServiceSlot+Runs.swift` what comes from the
/// plugins.
package final class ServiceSlot {
  /// A request that has no outcome yet.
  final class Call {
    let method: ServiceMethod
    /// When it expires.
    let deadline: Duration
    /// Where its line went; nil while it is held. A run that ends lets go of its calls.
    @exclusivity(unchecked) var run: PluginRun?
    /// Its line, kept only if it may be sent again after an unknown outcome.
    @exclusivity(unchecked) var repeatableLine: [UInt8]?
    /// It was sent again already: whatever ends one process after the other with it ends no third.
    @exclusivity(unchecked) var wasRepeated = false
    private let outcome: (ServiceOutcome) throws -> Void

    init(_ method: ServiceMethod, deadline: Duration, outcome: @escaping (ServiceOutcome) throws -> Void) {
      self.method = method
      self.deadline = deadline
      self.outcome = outcome
    }

    /// Hands the outcome to the caller; an answer that it cannot read is a failure, and is told to `onUnread`.
    func finish(_ end: CallOutcome, _ reply: Reply, onUnread: (String) -> Void) {
      do {
        switch end {
        case .failure(let error): try outcome(.failure(error))
        case .value(let link, let place):
          try withExtendedLifetime(link) {
            reply.begin(link, place)
            defer { reply.end() }
            try outcome(.reply(reply))
          }
        }
      } catch {
        let message = "the answer to \(method.name) is not understood: \(error)"
        onUnread(message)
        try? outcome(.failure(ServiceError(code: .decoding, message: message)))
      }
    }
  }

  /// What a request comes to.
  enum CallOutcome {
    /// A value that stands on the line of the link that has come last.
    case value(Link, Range<Int>)
    case failure(ServiceError)
  }

  @exclusivity(unchecked) package private(set) var configuration: ServiceConfiguration
  @exclusivity(unchecked) private var requestDeadlineMilliseconds: Int
  unowned let core: HostCore
  let resources: HostResources
  let limits: HostLimits
  // Those that each request is held against: to read a part of `limits` all of it is copied (6.3.1).
  private let lineByteLimit: Int
  private let openRequestLimit: Int
  private let queueByteLimit: Int

  @exclusivity(unchecked) var calls = NumberTable<Call>()
  @exclusivity(unchecked) var lastNumber = 0
  /// Lines of requests that wait for a generation that is ready, oldest first.
  @exclusivity(unchecked) var held: [(number: Int, line: [UInt8])] = []
  @exclusivity(unchecked) var heldByteCount = 0
  /// The settled part of the caller's ledger, counted where an outcome is given.
  @exclusivity(unchecked) var ledger = RequestLedger()
  /// Answers that came after the caller had its outcome (deadline, cancel, superseded).
  package var lateAnswerCount = 0
  package var duplicateAnswerCount = 0
  private var complaints = RateWindow(perSecond: 10)

  @exclusivity(unchecked) private var deadlines = DeadlineQueue()
  @exclusivity(unchecked) private var deadlineTimer: (any ScheduledAction)?
  @exclusivity(unchecked) private var deadlineTimerAt: Duration?

  /// When requests expire that have their outcome and are still open at a link: only then is their plugin late.
  var unanswered: [Int: Duration] = [:]
  /// The entry that the configuration has given it and that has come into force: a swap by hand is none, and neither is one
  /// that has failed.
  var applied: PluginConfiguration
  // MARK: Generations
  @exclusivity(unchecked) package var current: SupervisedPlugin
  /// The new generation of a swap before its cut.
  package var next: SupervisedPlugin?
  /// The old generation of a swap after its cut.
  @exclusivity(unchecked) package var old: SupervisedPlugin?
  @exclusivity(unchecked) var swap: SwapInProgress?
  @exclusivity(unchecked) var isHolding = false
  /// The sums at the last receipt.
  var lastReceipt = (made: 0, settled: 0, duplicates: 0)

  package init(_ configuration: ServiceConfiguration, plugin: PluginConfiguration, core: HostCore) {
    self.configuration = configuration
    requestDeadlineMilliseconds = configuration.requestDeadline.milliseconds
    self.core = core
    resources = core.resources
    limits = core.limits
    lineByteLimit = limits.lineByteCount
    openRequestLimit = limits.openRequests
    queueByteLimit = limits.queueByteCount
    applied = plugin
    current = SupervisedPlugin(
      plugin, role: .service, generation: 1, host: core.peerName, limits: core.limits, turns: core.turns)
    current.observer = self
  }

  package var name: String { configuration.name }

  /// The caller's ledger at this moment.
  package var requests: RequestLedger {
    var all = ledger
    all.made = lastNumber
    all.open = calls.count
    return all
  }

  /// Requests that wait for a process which answers no more; always 0, or nobody would settle them.
  package var strandedCallCount: Int { calls.numbers.count { calls[$0]?.run?.hasAnnouncedSilence == true } }

  package var status: ServiceStatus {
    ServiceStatus(
      name: name, plugin: current.name, generation: current.generation,
      state: swap == nil ? current.stateWord : "swapping", open: calls.count, held: held.count, requests: requests)
  }

  // MARK: Requests in

  /// Whether one more request can be taken; else why not.
  private func refusal(_ link: Link?, lineByteCount: Int) -> ServiceError? {
    if lineByteCount > lineByteLimit {
      return ServiceError(
        code: .refused, message: "\(name): the request is longer than a line may be (\(lineByteLimit) bytes)")
    }
    if calls.count >= openRequestLimit || (link?.openRequestCount ?? 0) >= openRequestLimit {
      return ServiceError(code: .busy, message: "\(name): \(openRequestLimit) requests are open")
    }
    if (link?.queuedByteCount ?? 0) > queueByteLimit || heldByteCount > queueByteLimit {
      return ServiceError(code: .busy, message: "\(name): its queue is full (\(queueByteLimit) bytes)")
    }
    return nil
  }

  /// The run that takes new requests now.
  private var serving: PluginRun? {
    guard !isHolding, let run = current.run, run.isReady, let link = run.link, !link.isClosed else { return nil }
    return run
  }

  /// A year.
  private static let longestDeadline = Duration.seconds(365 * 86_400)

  /// Makes a request; `outcome` is told once how it has ended, never within this call.
  ///
  /// - Parameters:
  ///   - method: the operation.
  ///   - arguments: a JSON object, or nil for none.
  ///   - deadline: nil for the service's own.
  ///   - outcome: see `ServiceBackend`.
  /// - Returns: the number of the request, by which it is cancelled.
  package func add(
    _ method: ServiceMethod, arguments: [UInt8]?, deadline: Duration?,
    outcome: @escaping (ServiceOutcome) throws -> Void
  ) -> Int {
    lastNumber += 1
    let number = lastNumber
    let deadline = deadline.map { min($0, Self.longestDeadline) }
    let at = resources.turns.now + (deadline ?? configuration.requestDeadline)
    let milliseconds = deadline?.milliseconds ?? requestDeadlineMilliseconds
    let capacity = ServiceMethod.lineByteCount + method.lineBytes.count + (arguments?.count ?? 0)
    let run = serving
    let link = run?.link
    // Before this request counts itself among the open ones.
    let refusal = refusal(link, lineByteCount: capacity)
    if let refusal {
      calls.insert(number, Call(method, deadline: at, outcome: outcome))
      // In a turn of its own: a call never ends before it has begun.
      settleLater(number, refusal)
      return number
    }
    let call = Call(method, deadline: at, outcome: outcome)
    calls.insert(number, call)
    deadlines.insert(number, at: at, openCount: calls.count) { calls.contains($0) }
    if deadlineTimerAt.map({ at < $0 }) ?? true { armDeadlineTimer(at) }
    if let run, let link, !run.repeats(method.name) {
      call.run = run
      link.peer.openRequest(number)
      link.send(.init(.request, number: number), upTo: capacity) {
        method.write(number, arguments, milliseconds, into: &$0)
      }
      return number
    }
    var line: [UInt8] = []
    line.append(upTo: capacity) { method.write(number, arguments, milliseconds, into: &$0) }
    if let run, let link {
      call.repeatableLine = line
      send(number, call, line, run, link)
    } else {
      hold(number, line)
    }
    return number
  }

  /// Sends a request whose line is there.
  private func send(_ number: Int, _ call: Call, _ line: [UInt8], _ run: PluginRun, _ link: Link) {
    call.run = run
    link.peer.openRequest(number)
    link.send(.init(.request, number: number), upTo: line.count) { $0.write(line) }
  }

  /// The same request with the time that is left now: it has waited since its line was written.
  private func updated(_ line: [UInt8], _ deadline: Duration) -> [UInt8] {
    let end = line.count - #"}}}"#.utf8.count - 1
    var start = end
    while start > 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(line[start - 1]) { start -= 1 }
    var updated = Array(line[..<start])
    updated.appendJSON(max(1, (deadline - resources.turns.now).milliseconds))
    updated.append(contentsOf: line[end...])
    return updated
  }

  func hold(_ number: Int, _ line: [UInt8]) {
    held.append((number, line))
    heldByteCount += line.count
  }

  private func dropHeld(_ number: Int) {
    held.removeAll { $0.number == number }
    heldByteCount = held.reduce(0) { $0 + $1.line.count }
  }

  /// Sends what is held to the generation that serves, oldest first. What has an outcome already is left out.
  func releaseHeld() {
    guard !held.isEmpty, let run = serving, let link = run.link else { return }
    let lines = held
    held.removeAll()
    heldByteCount = 0
    for (number, old) in lines {
      guard let call = calls[number] else { continue }
      let line = updated(old, call.deadline)
      call.repeatableLine = run.repeats(call.method.name) ? line : nil
      send(number, call, line, run, link)
    }
  }

  // MARK: Outcomes

  /// Gives a request its outcome.
  ///
  /// - Returns: false if it has one already.
  @discardableResult
  func settle(_ number: Int, _ outcome: CallOutcome) -> Bool {
    guard let call = calls.remove(number) else { return false }
    switch outcome {
    case .value: ledger.answered += 1
    case .failure: ledger.failed += 1
    }
    resources.turn("a reply of \(name)") { call.finish(outcome, resources.reply, onUnread: complain) }
    return true
  }

  /// Logs, some times a second, what a view model may keep to itself: that its service does not do as the contract says.
  func complain(_ message: String) {
    guard let text = complaints.admitted(resources.turns.now, { message }) else { return }
    resources.environment.log(.warning, name, text)
  }

  /// Takes over deadlines of a new configuration; they hold for the next request.
  func update(_ configuration: ServiceConfiguration?) {
    guard let configuration else { return }
    self.configuration = configuration
    requestDeadlineMilliseconds = configuration.requestDeadline.milliseconds
  }

  /// The service is removed: nobody will answer what is open or held.
  func failAll() {
    for number in calls.numbers {
      settle(number, .failure(ServiceError(code: .unavailable, message: "\(name): the service has been removed")))
    }
    held.removeAll()
    heldByteCount = 0
  }

  private func settleLater(_ number: Int, _ error: ServiceError) {
    _ = resources.environment.scheduler.schedule(after: .zero) { [self] in settle(number, .failure(error)) }
  }

  private func armDeadlineTimer(_ at: Duration) {
    deadlineTimer?.cancel()
    deadlineTimerAt = at
    deadlineTimer = resources.environment.scheduler.schedule(after: max(.zero, at - resources.turns.now)) { [self] in
      deadlineTimerFired()
    }
  }

  private func deadlineTimerFired() {
    deadlineTimer = nil
    deadlineTimerAt = nil
    let now = resources.turns.now
    while let number = deadlines.popDue(now) {
      guard let call = calls[number] else { continue }
      let error: ServiceError
      if let link = call.run?.link {
        unanswered[number] = call.deadline
        cancelAtService(number, link)
        error = ServiceError(code: .deadline, message: "\(name): no answer before the deadline")
        complain("no answer to \(call.method.name) before its deadline")
      } else {
        dropHeld(number)
        error = ServiceError(code: .unavailable, message: "\(name): no plugin was ready before the deadline")
      }
      settle(number, .failure(error))
    }
    // A handler of one of the failures may have made a request, and with it a timer for a later deadline.
    if let at = deadlines.earliest, deadlineTimerAt.map({ at < $0 }) ?? true { armDeadlineTimer(at) }
  }

  private func cancelAtService(_ number: Int, _ link: Link) {
    guard link.peer.isOpen(number) else { return }
    link.send(.init(.control)) { MessageWriter.cancel(number, into: &$0) }
  }
}

extension ServiceSlot {
  /// The number of a call that cannot even be written; it fails in a turn of its own.
  func addUnsent(
    _ method: ServiceMethod, _ error: ServiceError, outcome: @escaping (ServiceOutcome) throws -> Void
  ) -> Int {
    lastNumber += 1
    calls.insert(lastNumber, Call(method, deadline: resources.turns.now, outcome: outcome))
    settleLater(lastNumber, error)
    return lastNumber
  }

  /// The caller wants no outcome any more.
  package func cancel(_ number: Int, because reason: CancellationReason) {
    guard let call = calls.remove(number) else { return }
    switch reason {
    case .cancelled: ledger.cancelled += 1
    case .superseded: ledger.superseded += 1
    }
    if let link = call.run?.link {
      unanswered[number] = call.deadline
      cancelAtService(number, link)
    } else {
      dropHeld(number)
    }
  }
}
