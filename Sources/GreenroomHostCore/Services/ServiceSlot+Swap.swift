import GreenroomBindings
import GreenroomJSONLines
package import GreenroomProtocol

/// A swap that goes on: its machine and what the receipt needs.
final class SwapInProgress {
  var machine = SwapStateMachine()
  let progress: (String) -> Void
  let finish: (Result<SwapReceipt, ErrorObject>) -> Void
  var drainTimer: (any ScheduledAction)?
  /// What waits for its end.
  var afterwards: [() -> Void] = []
  /// When new requests began to go elsewhere, or to wait.
  var cutAt: Duration?
  var heldSince: Duration?
  var heldFor: Duration?
  /// Open at the old generation at the cut, without what it never took.
  var openAtCut = 0
  /// Those of them that the old generation has not answered.
  var undrained = 0
  var state: RawJSON?
  /// The last sign of the old generation's drain.
  var drainedAt: Duration?

  init(progress: @escaping (String) -> Void, finish: @escaping (Result<SwapReceipt, ErrorObject>) -> Void) {
    self.progress = progress
    self.finish = finish
  }
}

extension ServiceSlot {
  /// Replaces the plugin that serves. `finish` is called once, with the receipt or with the reason why nothing has changed.
  ///
  /// `plugin` is the entry to swap to; the current one means a new process of the same entry.
  package func beginSwap(
    to plugin: PluginConfiguration, progress: @escaping (String) -> Void,
    finish: @escaping (Result<SwapReceipt, ErrorObject>) -> Void
  ) {
    if core.isStopping { return finish(.failure(ErrorObject(.refused, "the host is stopping"))) }
    if swap != nil {
      let target = next?.name ?? current.name
      return finish(
        .failure(
          ErrorObject(.refused, "\(name): a swap to \(target) is in progress; try again when it has its receipt")))
    }
    swap = SwapInProgress(progress: progress, finish: finish)
    let next = SupervisedPlugin(
      plugin, role: .service, generation: current.generation + 1, host: core.peerName, limits: limits,
      turns: core.turns)
    next.endIsFinal = true
    next.observer = self
    self.next = next
    progress("starting \(plugin.name)")
    core.environment.log(.info, name, "swap: starting \(plugin.name) as generation \(next.generation)")
    next.start()
  }

  func swapNextReady(_ run: PluginRun) {
    swap?.progress("ready \(run.name)")
    let oldRun = current.readyRun
    let carriesState =
      run.description?.capabilities?.state == true && oldRun?.description?.capabilities?.state == true
    perform(.nextReady(carriesState: carriesState, oldOpenCount: openCallerRequests(oldRun)))
    // The cut may have taken the last of them away, before they were written: no answer will tell.
    if old != nil, openCallerRequests(oldRun) == 0 { perform(.oldDrained) }
  }

  func swapNextFailed(_ why: String) {
    perform(.nextFailed(why))
  }

  func swapOldEnded() {
    perform(.oldEnded)
  }

  func swapOldAnswered(_ run: PluginRun) {
    let open = openCallerRequests(run)
    if open == 0 { perform(.oldDrained) } else if open % 64 == 0 { swap?.progress("draining \(open)") }
  }

  /// Calls back at the end of the swap that goes on: at once if none does. Another may have begun by then.
  func whenNotSwapping(_ action: @escaping () -> Void) {
    if let swap { swap.afterwards.append(action) } else { action() }
  }

  func cancelSwap(_ why: String) {
    perform(.cancelled(why))
  }

  /// Requests that the service owes an answer for, without the host's own.
  private func openCallerRequests(_ run: PluginRun?) -> Int {
    guard let run, let link = run.link else { return 0 }
    return link.openRequestCount - run.openOwnRequestCount
  }

  /// What happened; `to` a swap that it belongs to, if it may come after that has ended and another one goes on.
  private func perform(_ event: SwapStateMachine.Event, to owner: SwapInProgress? = nil) {
    guard let swap, owner == nil || owner === swap else { return }
    for action in swap.machine.handle(event) { perform(action, swap) }
  }

  private func perform(_ action: SwapStateMachine.Action, _ swap: SwapInProgress) {
    switch action {
    case .hold:
      isHolding = true
      swap.heldSince = core.turns.now
      swap.openAtCut = openCallerRequests(current.readyRun)
      swap.cutAt = core.turns.now
    case .cut: cut(swap)
    case .release:
      isHolding = false
      if let since = swap.heldSince { swap.heldFor = core.turns.now - since }
      releaseHeld()
    case .armDrainDeadline:
      swap.progress("draining \(openCallerRequests((old ?? current).run))")
      swap.drainTimer = core.environment.scheduler.schedule(after: configuration.drainDeadline) { [self] in
        perform(.drainDeadlinePassed, to: swap)
      }
    case .cancelDrainDeadline:
      swap.drainTimer?.cancel()
      swap.drainTimer = nil
    case .exportState:
      // Before the request, which may fail at once.
      armStateDeadline(swap, "state/export")
      current.run?.request(MethodName.stateExport, .emptyObject) { [self] result in
        switch result {
        case .success(let state):
          swap.state = state
          perform(.exported, to: swap)
        case .failure(let error): perform(.exportFailed(error.message), to: swap)
        }
      }
    case .importState:
      armStateDeadline(swap, "state/import")
      let params = RawJSON(Array(#"{"state":"#.utf8) + (swap.state?.bytes ?? Array("null".utf8)) + Array("}".utf8))
      next?.run?.request(MethodName.stateImport, params) { [self] result in
        switch result {
        case .success: perform(.imported, to: swap)
        case .failure(let error): perform(.importFailed(error.message), to: swap)
        }
      }
    case .stopOld:
      if let old {
        if swap.drainedAt == nil { swap.drainedAt = core.turns.now }
        swap.undrained += openCallerRequests(old.run)
        old.stop()
      }
    case .stopNext:
      next?.stop()
      retire(next)
      next = nil
    case .complete: complete(swap)
    case .rollBack(let why):
      if let next { retire(next) }
      next = nil
      self.swap = nil
      swap.drainTimer?.cancel()
      core.environment.log(.error, name, "swap rolled back: \(why)")
      swap.finish(
        .failure(
          ErrorObject(
            .refused,
            "\(name): generation \(current.generation) (\(current.name)) serves on; the swap was rolled back: \(why)")))
      for action in swap.afterwards { action() }
    }
  }

  /// Both halves of carrying state over have the drain deadline: a plugin that does not answer must not hold requests.
  private func armStateDeadline(_ swap: SwapInProgress, _ what: String) {
    swap.drainTimer?.cancel()
    let drain = configuration.drainDeadline
    swap.drainTimer = core.environment.scheduler.schedule(after: drain) { [self] in
      let reason = "no answer within \(drain)"
      perform(what == "state/export" ? .exportFailed(reason) : .importFailed(reason), to: swap)
    }
  }

  private func cut(_ swap: SwapInProgress) {
    guard let next else { return }
    let oldRun = current.readyRun
    if swap.cutAt == nil {
      swap.cutAt = core.turns.now
      swap.openAtCut = openCallerRequests(oldRun)
    }
    let old = current
    self.old = old
    current = next
    self.next = nil
    next.endIsFinal = false
    // What the kernel has not taken of the old one's input belongs to the new one.
    var moved: [(number: Int, line: [UInt8])] = []
    if let oldRun, let link = oldRun.link {
      link.takeWaitingRequests { number, bytes in
        link.peer.withdrawRequest(number)
        unanswered[number] = nil
        if calls.contains(number) { moved.append((number, Array(bytes))) }
      }
      swap.openAtCut -= moved.count
    }
    for request in moved { calls[request.number]?.run = nil }
    held.insert(contentsOf: moved, at: 0)
    heldByteCount = held.reduce(0) { $0 + $1.line.count }
    if !isHolding { releaseHeld() }
    // The old one's supervisor does not bring it back.
    old.endIsFinal = true
    if let oldRun, openCallerRequests(oldRun) == 0 { swap.drainedAt = core.turns.now }
    core.stateChanged()
  }

  private func complete(_ swap: SwapInProgress) {
    swap.drainTimer?.cancel()
    isHolding = false
    releaseHeld()
    let now = core.turns.now
    let ledger = requests
    let receipt = SwapReceipt(
      service: name, fromGeneration: old?.generation ?? current.generation - 1, fromPlugin: old?.name ?? current.name,
      toGeneration: current.generation, toPlugin: current.name,
      requestsIn: ledger.made - lastReceipt.made, requestsOut: ledger.settled - lastReceipt.settled,
      lost: ledger.made - ledger.settled - calls.count,
      duplicated: duplicateAnswerCount - lastReceipt.duplicates,
      drained: max(0, swap.openAtCut - swap.undrained),
      drainMicroseconds: ((swap.drainedAt ?? now) - (swap.cutAt ?? now)).microseconds,
      undrained: swap.undrained, pauseMicroseconds: swap.heldFor?.microseconds)
    lastReceipt = (ledger.made, ledger.settled, duplicateAnswerCount)
    self.swap = nil
    if let old { retire(old) }
    old = nil
    core.environment.log(
      .info, name,
      "swap: generation \(receipt.fromGeneration) (\(receipt.fromPlugin)) -> \(receipt.toGeneration) (\(receipt.toPlugin)), "
        + "in \(receipt.requestsIn), out \(receipt.requestsOut), lost \(receipt.lost), drained \(receipt.drained)")
    swap.finish(.success(receipt))
    for action in swap.afterwards { action() }
  }

  /// A generation that is on its way out still owes its last lines and its process's end.
  private func retire(_ plugin: SupervisedPlugin?) {
    guard let plugin else { return }
    plugin.endIsFinal = true
    plugin.stop()
    core.retire(plugin)
  }
}
