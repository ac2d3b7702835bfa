import GreenroomBindings
import GreenroomJSONLines
package import GreenroomProtocol

extension ServiceSlot: SupervisedPluginObserver {
  package func plugin(_ plugin: SupervisedPlugin, becameReady run: PluginRun) {
    warnIfForeign(plugin, run)
    if plugin === next {
      swapNextReady(run)
    } else if plugin === current {
      core.environment.log(.info, name, "\(plugin.name) is ready (generation \(plugin.generation))")
      releaseHeld()
    }
    core.stateChanged()
  }

  /// Says so if the plugin offers operations, and none under a name by which view models call this service: it is the wrong
  /// plugin, or the alias is wrong. It serves all the same, since what it offers is only what it says.
  private func warnIfForeign(_ plugin: SupervisedPlugin, _ run: PluginRun) {
    let provides = run.description?.provides ?? []
    var aliases: [String] = []
    for binding in core.configuration.viewModels.flatMap(\.services) where binding.service == name {
      if !aliases.contains(binding.alias) { aliases.append(binding.alias) }
    }
    guard !provides.isEmpty, !aliases.isEmpty, !provides.contains("*"),
      !provides.contains(where: { operation in aliases.contains { operation.hasPrefix($0 + ".") } })
    else { return }
    let message =
      "\(plugin.name) provides \(provides.joined(separator: ", ")), but view models call this service as "
      + aliases.map { $0 + ".…" }.joined(separator: ", ") + ": it may not understand their requests"
    core.environment.log(.warning, name, message)
    if plugin === next { swap?.progress("warning: \(message)") }
  }

  package func plugin(_ plugin: SupervisedPlugin, _ run: PluginRun, received event: PeerEvent) {
    switch event {
    case .result(let number, let value):
      guard let link = run.link else { return }
      if !settle(number, .value(link, value)) { answeredLate(number) }
      answered(plugin, run)
    case .failure(let number, let error):
      let failure = ServiceError(code: .init(rawValue: error.code.rawValue), message: error.message)
      if Self.isOfProtocol(error.code) {
        complain("\(plugin.name) answers request \(number) with code \(error.code.rawValue): \(error.message)")
      }
      if !settle(number, .failure(failure)) { answeredLate(number) }
      answered(plugin, run)
    case .staleAnswer(_, let wasAnswered):
      if wasAnswered { duplicateAnswerCount += 1 }
    case .request(let id, let method, _):
      guard let link = run.link else { return }
      // One write more, since a turn's burst may be all that is in the way.
      if link.queuedByteCount > limits.queueByteCount { link.flush() }
      if link.queuedByteCount > limits.queueByteCount {
        return run.fail("it does not read the answers to its requests")
      }
      link.refuse(
        id, ErrorObject(.methodNotFound, "a service makes no requests in protocol version 1: \(link.peer[method].text)")
      )
    case .notification(let method, _):
      guard let link = run.link, !link.peer[method].starts(with: "$/".utf8) else { return }
      run.warn("a service sends no notifications in protocol version 1: \"\(link.peer[method].text)\"")
    case .malformed, .peerRefusedLine, .blank, .nothing: break
    }
  }

  /// Of JSON-RPC's own codes: caller and service do not understand each other.
  private static func isOfProtocol(_ code: ErrorCode) -> Bool { (-32_768 ... -32_000).contains(code.rawValue) }

  private func answeredLate(_ number: Int) {
    lateAnswerCount += 1
    unanswered[number] = nil
  }

  private func answered(_ plugin: SupervisedPlugin, _ run: PluginRun) {
    guard swap != nil, plugin === old || (isHolding && plugin === current) else { return }
    swapOldAnswered(run)
  }

  /// It reads no more: what the kernel has not taken whole goes to whoever serves next. The rest may still be answered.
  package func plugin(_ plugin: SupervisedPlugin, _ run: PluginRun, inputBroke error: String) {
    guard let link = run.link else { return }
    holdAgain(takeBack(plugin, link))
  }

  /// Takes the requests out of the queue whose line the kernel has not taken whole.
  private func takeBack(_ plugin: SupervisedPlugin, _ link: Link) -> [(number: Int, line: [UInt8])] {
    var unsent: [(number: Int, line: [UInt8])] = []
    link.removeAll { line, bytes in
      if line.kind == .request { unsent.append((line.number, Array(bytes))) }
    }
    for request in unsent {
      link.peer.withdrawRequest(request.number)
      unanswered[request.number] = nil
    }
    if plugin === old { swap?.openAtCut -= unsent.count }
    return unsent
  }

  /// Puts requests before all that wait, in the order of their making, and sends them if somebody is ready.
  private func holdAgain(_ requests: [(number: Int, line: [UInt8])]) {
    let again = requests.filter { calls.contains($0.number) }.sorted { $0.number < $1.number }
    for request in again { calls[request.number]?.run = nil }
    held.insert(contentsOf: again, at: 0)
    heldByteCount = held.reduce(0) { $0 + $1.line.count }
    releaseHeld()
  }

  /// No answer comes any more: requests whose line the kernel has not taken whole are sent again, the others have an
  /// unknown outcome, unless the operation may be repeated.
  package func plugin(_ plugin: SupervisedPlugin, fellSilent run: PluginRun) {
    guard let link = run.link else { return }
    var again = takeBack(plugin, link)
    var unknown: [Int] = []
    for number in link.peer.abandonRequests() where number > 0 {
      unanswered[number] = nil
      if plugin === old { swap?.undrained += 1 }
      guard let call = calls[number] else { continue }
      if let line = call.repeatableLine, !call.wasRepeated {
        call.wasRepeated = true
        again.append((number, line))
      } else {
        unknown.append(number)
      }
    }
    holdAgain(again)
    for number in unknown {
      settle(
        number,
        .failure(
          ServiceError(
            code: .outcomeUnknown,
            message: "\(name): \(plugin.name) ended after it had taken the request; whether it acted on it is not known"
          )))
    }
  }

  package func plugin(
    _ plugin: SupervisedPlugin, ended reason: PluginRunStateMachine.EndReason, sentence: String
  ) {
    if plugin === next {
      swapNextFailed(sentence)
    } else if plugin === old || (isHolding && plugin === current) {
      swapOldEnded()
    }
    if plugin === current { core.significantEnd(plugin, reason) }
    core.pluginCameToRest()
    core.stateChanged()
  }

  package func pluginGaveUp(_ plugin: SupervisedPlugin, why: String) {
    core.stateChanged()
  }

  package func pluginHasOverdueRequest(_ plugin: SupervisedPlugin) -> Bool {
    guard let link = plugin.run?.link else { return false }
    // An expired request keeps its place among the link's open ones. One that was cancelled or superseded does too, and
    // is overdue no sooner than its own deadline.
    let now = core.turns.now
    return link.peer.hasOpenRequest { number in unanswered[number].map { $0 <= now } ?? false }
  }
}
