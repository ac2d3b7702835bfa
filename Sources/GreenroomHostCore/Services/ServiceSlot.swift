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
  struct Call {
    let finish: (CallOutcome) -> Void
    /// Where its line went; nil while it is held.
    weak var run: PluginRun?
    /// As it stands on the wire.
    var method = ""
    /// When it expires.
    var deadline: Duration = .zero
    /// Its line, kept only if it may be sent again after an unknown outcome.
    var repeatableLine: [UInt8]?
  }

  /// What a request comes to.
  package enum CallOutcome {
    case value(ArraySlice<UInt8>)
    case failure(ServiceError)
  }

  package private(set) var configuration: ServiceConfiguration
  unowned let core: HostCore
  let limits: HostLimits

  var calls: [Int: Call] = [:]
  var lastNumber = 0
  /// Lines of requests that wait for a generation that is ready, oldest first.
  var held: [(number: Int, line: [UInt8])] = []
  var heldByteCount = 0
  /// The settled part of the caller's ledger, counted where an outcome is given.
  var ledger = RequestLedger()
  /// Answers that came after the caller had its outcome (deadline, cancel, superseded).
  package var lateAnswerCount = 0
  var duplicateAnswerCount = 0

  private var deadlines = DeadlineQueue()
  private var deadlineTimer: (any ScheduledAction)?
  private var deadlineTimerAt: Duration?

  /// When requests expire that have their outcome and are still open at a link: only then is their plugin late.
  var unanswered: [Int: Duration] = [:]
  // MARK: Generations
  package var current: SupervisedPlugin
  /// The new generation of a swap before its cut.
  package var next: SupervisedPlugin?
  /// The old generation of a swap after its cut.
  package var old: SupervisedPlugin?
  var swap: SwapInProgress?
  var isHolding = false
  /// The sums at the last receipt.
  var lastReceipt = (made: 0, settled: 0, duplicates: 0)

  package init(_ configuration: ServiceConfiguration, plugin: PluginConfiguration, core: HostCore) {
    self.configuration = configuration
    self.core = core
    limits = core.limits
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
  package var strandedCallCount: Int { calls.values.count { $0.run?.hasAnnouncedSilence == true } }

  package var status: ServiceStatus {
    ServiceStatus(
      name: name, plugin: current.name, generation: current.generation,
      state: swap == nil ? current.stateWord : "swapping", open: calls.count, held: held.count, requests: requests)
  }

  // MARK: Requests in

  /// Whether one more request can be taken; else why not.
  private func refusal(_ link: Link?) -> ServiceError? {
    if calls.count >= limits.openRequests || (link?.peer.openRequestCount ?? 0) >= limits.openRequests {
      return ServiceError(code: .busy, message: "\(name): \(limits.openRequests) requests are open")
    }
    if (link?.output.byteCount ?? 0) > limits.queueByteCount || heldByteCount > limits.queueByteCount {
      return ServiceError(code: .busy, message: "\(name): its queue is full (\(limits.queueByteCount) bytes)")
    }
    return nil
  }

  /// The link that takes new requests now.
  var servingLink: Link? {
    guard !isHolding, let link = current.readyRun?.link, !link.isClosed else { return nil }
    return link
  }

  /// Makes a request; `finish` is called once with its outcome, never within this call.
  ///
  /// - Parameters:
  ///   - method: as it stands on the wire, `quotes.random`.
  ///   - arguments: a JSON object, or nil for none.
  ///   - deadline: nil for the service's own.
  ///   - finish: gets the outcome.
  /// - Returns: the number of the request, by which it is cancelled.
  package func add(
    _ method: String, arguments: [UInt8]?, deadline: Duration?, finish: @escaping (CallOutcome) -> Void
  ) -> Int {
    lastNumber += 1
    let number = lastNumber
    let deadline = deadline ?? configuration.requestDeadline
    let link = servingLink
    let at = core.turns.now + deadline
    // Before this request counts itself among the open ones.
    let refusal = refusal(link)
    calls[number] = Call(finish: finish, run: nil, method: method, deadline: at)
    if let refusal {
      // In a turn of its own: a call never ends before it has begun.
      settleLater(number, refusal)
      return number
    }
    deadlines.insert(number, at: at, openCount: calls.count) { calls[$0] != nil }
    if deadlineTimerAt.map({ at < $0 }) ?? true { armDeadlineTimer(at) }
    if let link, let run = current.run {
      let isRepeatable = isRepeatable(method, at: run)
      calls[number]?.run = run
      link.peer.openRequest(number)
      if isRepeatable {
        let line = self.line(number, method, arguments, deadline)
        calls[number]?.repeatableLine = line
        link.send(.init(.request, number: number)) { $0.append(contentsOf: line) }
      } else {
        link.send(.init(.request, number: number)) {
          write(number, method, arguments, deadline, into: &$0)
        }
      }
    } else {
      hold(number, line(number, method, arguments, deadline))
    }
    return number
  }

  private func isRepeatable(_ method: String, at run: PluginRun) -> Bool {
    run.description?.capabilities?.idempotent?.contains(method) ?? false
  }

  private func line(_ number: Int, _ method: String, _ arguments: [UInt8]?, _ deadline: Duration) -> [UInt8] {
    var line: [UInt8] = []
    write(number, method, arguments, deadline, into: &line)
    return line
  }

  /// `{"jsonrpc":"2.0","id":N,"method":"METHOD","params":{ARGUMENTS,"_meta":{"deadlineMs":MS}}}`
  private func write(
    _ number: Int, _ method: String, _ arguments: [UInt8]?, _ deadline: Duration, into output: inout [UInt8]
  ) {
    output.append(static: #"{"jsonrpc":"2.0","id":"#)
    output.appendJSON(number)
    output.append(static: #","method":""#)
    output.append(contentsOf: method.utf8)
    output.append(static: #"","params":{"#)
    if let arguments, arguments.count > 2 {
      output.append(contentsOf: arguments[1..<(arguments.count - 1)])
      output.append(UInt8(ascii: ","))
    }
    Self.writeMeta(deadline, into: &output)
  }

  private static func writeMeta(_ timeLeft: Duration, into output: inout [UInt8]) {
    output.append(static: #""_meta":{"deadlineMs":"#)
    output.appendJSON(max(1, timeLeft.milliseconds))
    output.append(static: "}}}\n")
  }

  /// The same request with the time that is left now: it has waited since its line was written.
  private func updated(_ line: [UInt8], _ deadline: Duration) -> [UInt8] {
    let end = line.count - #"}}}"#.utf8.count - 1
    var start = end
    while start > 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(line[start - 1]) { start -= 1 }
    var updated = Array(line[..<start])
    updated.appendJSON(max(1, (deadline - core.turns.now).milliseconds))
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
    guard !held.isEmpty, let link = servingLink, let run = current.run else { return }
    let lines = held
    held.removeAll()
    heldByteCount = 0
    for (number, old) in lines {
      guard let call = calls[number] else { continue }
      let line = updated(old, call.deadline)
      calls[number]?.run = run
      calls[number]?.repeatableLine = isRepeatable(call.method, at: run) ? line : nil
      link.peer.openRequest(number)
      link.send(.init(.request, number: number)) { $0.append(contentsOf: line) }
    }
  }

  // MARK: Outcomes

  func settle(_ number: Int, _ outcome: CallOutcome) {
    guard let call = calls.removeValue(forKey: number) else { return }
    switch outcome {
    case .value: ledger.answered += 1
    case .failure: ledger.failed += 1
    }
    core.turn("a reply of \(name)") { call.finish(outcome) }
  }

  /// Takes over deadlines of a new configuration; they hold for the next request.
  func update(_ configuration: ServiceConfiguration?) {
    if let configuration { self.configuration = configuration }
  }

  /// The service is removed: nobody will answer what is open or held.
  func failAll() {
    for number in calls.keys.sorted() {
      settle(number, .failure(ServiceError(code: .unavailable, message: "\(name): the service has been removed")))
    }
    held.removeAll()
    heldByteCount = 0
  }

  private func settleLater(_ number: Int, _ error: ServiceError) {
    _ = core.environment.scheduler.schedule(after: .zero) { [self] in settle(number, .failure(error)) }
  }

  private func armDeadlineTimer(_ at: Duration) {
    deadlineTimer?.cancel()
    deadlineTimerAt = at
    deadlineTimer = core.environment.scheduler.schedule(after: max(.zero, at - core.turns.now)) { [self] in
      deadlineTimerFired()
    }
  }

  private func deadlineTimerFired() {
    deadlineTimer = nil
    deadlineTimerAt = nil
    let now = core.turns.now
    while let number = deadlines.popDue(now) {
      guard let call = calls[number] else { continue }
      let error: ServiceError
      if let link = call.run?.link {
        unanswered[number] = call.deadline
        cancelAtService(number, link)
        error = ServiceError(code: .deadline, message: "\(name): no answer before the deadline")
      } else {
        dropHeld(number)
        error = ServiceError(code: .unavailable, message: "\(name): no plugin was ready before the deadline")
      }
      settle(number, .failure(error))
    }
    if deadlineTimerAt == nil, let at = deadlines.earliest { armDeadlineTimer(at) }
  }

  private func cancelAtService(_ number: Int, _ link: Link) {
    guard link.peer.isOpen(number) else { return }
    link.send(.init(.control)) { MessageWriter.cancel(number, into: &$0) }
  }
}

extension ServiceSlot {
  /// The number of a call that cannot even be written; it fails in a turn of its own.
  func addUnsent(_ error: ServiceError, finish: @escaping (CallOutcome) -> Void) -> Int {
    lastNumber += 1
    calls[lastNumber] = Call(finish: finish, run: nil)
    settleLater(lastNumber, error)
    return lastNumber
  }

  /// The caller wants no outcome any more.
  package func cancel(_ number: Int, because reason: CancellationReason) {
    guard let call = calls.removeValue(forKey: number) else { return }
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
