import GreenroomBindings
import GreenroomJSONLines
package import GreenroomProtocol

/// One client of the control socket: a presenter in every respect, and an operator.
///
/// Confined to the loop's thread. The list of methods is closed: names are compared with it and never looked up.
package final class ControlSession {
  package let name: String
  package let endpoint: PresenterEndpoint
  private let link: Link
  private unowned let core: HostCore
  private var isOpen = false
  /// Whose log it follows, and how many lines it was too slow for.
  private var followed: [(plugin: SupervisedPlugin, missed: Int)] = []
  private var closeTimer: (any ScheduledAction)?

  init(_ stream: any ByteStream, name: String, core: HostCore) {
    self.name = name
    self.core = core
    link = Link(
      name: name, stream: stream, limits: PeerLimits(lineByteCount: core.limits.lineByteCount), turns: core.turns)
    endpoint = PresenterEndpoint(name: name, link: link, allowed: nil, isControlClient: true, core: core)
    link.owner = self
  }

  func start() { link.start() }

  /// Ends the session of a client that reads too slowly, once it has taken why, or has had the time for it.
  func closeWhenDrained() {
    guard closeTimer == nil else { return }
    closeTimer = core.environment.scheduler.schedule(after: core.limits.stopStep) { [self] in end() }
    link.onDrained = { [self] in end() }
    link.flush()
  }

  /// Ends the session because the host has stopped: whoever is attached is told so behind what waits.
  func closeAtStop() {
    endpoint.detachAll(reason: DetachedParams.hostStops)
    for entry in followed where core.plugins.contains(where: { $0 === entry.plugin }) {
      link.notify(MethodName.log, LogParams(plugin: entry.plugin.name, line: LogParams.hostStops))
    }
    link.flush()
    end()
  }

  private func end() {
    closeTimer?.cancel()
    link.onDrained = nil
    guard !link.isClosed else { return }
    for entry in followed { entry.plugin.unfollowLog(self) }
    followed.removeAll()
    endpoint.linkEnded()
    link.close()
    core.remove(self)
  }

  private func open(_ id: RequestID, _ params: ArraySlice<UInt8>?) {
    do throws(ErrorObject) {
      let opening = try decode(ControlInitializeParams.self, params)
      guard opening.protocolVersion == ProtocolVersion.current else {
        throw ErrorObject(
          .refused,
          "this host speaks protocol version \"\(ProtocolVersion.current)\", not \"\(opening.protocolVersion)\"")
      }
      isOpen = true
      link.answer(
        id,
        ControlInitializeResult(host: core.peerName, name: core.configuration.name, pid: core.environment.processID))
    } catch {
      link.refuse(id, error)
    }
  }

  private func decode<Params: Decodable>(_ type: Params.Type, _ params: ArraySlice<UInt8>?) throws(ErrorObject)
    -> Params
  {
    do {
      return try JSONDecoding.decode(type, from: params ?? Array("{}".utf8)[...])
    } catch {
      throw ErrorObject(.invalidParams, "params: \(error.description)")
    }
  }

  // MARK: Methods

  private func request(_ id: RequestID, _ method: ArraySlice<UInt8>, _ params: ArraySlice<UInt8>?) {
    do throws(ErrorObject) {
      if method.matches(MethodName.status) {
        link.answer(id, core.statusReport)
      } else if method.matches(MethodName.describe) {
        link.answer(id, try describe(try decode(DescribeParams.self, params)))
      } else if method.matches(MethodName.swap) {
        try swap(id, try decode(SwapParams.self, params))
      } else if method.matches(MethodName.restart) {
        try restart(id, try decode(PluginParams.self, params))
      } else if method.matches(MethodName.logs) {
        link.answer(id, try logs(id, try decode(PluginParams.self, params)))
      } else if method.matches(MethodName.reload) {
        guard let reload = core.onReload else { throw ErrorObject(.refused, "this host cannot reload") }
        switch reload() {
        case .success(let configuration):
          core.reload(configuration) { [weak self] in self?.link.answer(id, $0) }
        case .failure(let error): throw error
        }
      } else if method.matches(MethodName.stop) {
        link.answer(id, json: Array("null".utf8))
        link.flush()
        core.onStopRequest?()
      } else {
        throw ErrorObject(.methodNotFound, "no method named \"\(method.text.prefix(64))\"")
      }
    } catch {
      link.refuse(id, error)
    }
  }

  private func describe(_ params: DescribeParams) throws(ErrorObject) -> DescribeResult {
    guard let name = params.viewModel else {
      return DescribeResult(
        viewModels: core.viewModels.filter { !$0.isStopped }.map {
          .init(viewModel: $0.name, schema: $0.describedSchema)
        })
    }
    guard let viewModel = core.viewModel(named: name) else {
      throw ErrorObject(.invalidParams, "no view model named \"\(name)\"")
    }
    return DescribeResult(viewModels: [.init(viewModel: viewModel.name, schema: viewModel.describedSchema)])
  }

  private func swap(_ id: RequestID, _ params: SwapParams) throws(ErrorObject) {
    guard let slot = core.service(named: params.service) else {
      let known = core.services.map(\.name).joined(separator: ", ")
      throw ErrorObject(.invalidParams, "no service named \"\(params.service)\"; the host has \(known)")
    }
    let plugin: PluginConfiguration
    if let name = params.plugin {
      plugin = try core.swapTarget(name, for: slot)
    } else {
      plugin = slot.current.configuration
    }
    let progress: (String) -> Void = { [weak self] message in
      guard case .number(let number) = id else { return }
      self?.link.notify(MethodName.progress, ProgressParams(id: number, message: message))
    }
    slot.beginSwap(to: plugin, progress: progress) { [weak self] result in
      switch result {
      case .success(let receipt): self?.link.answer(id, receipt)
      case .failure(let error): self?.link.refuse(id, error)
      }
    }
  }

  /// The plugin of an entry, if it is in use.
  private func plugin(named name: String) throws(ErrorObject) -> SupervisedPlugin? {
    if let plugin = core.plugins.first(where: { $0.name == name }) { return plugin }
    if core.configuration.plugin(name) != nil { return nil }
    let names = core.configuration.plugins.map(\.name).joined(separator: ", ")
    throw ErrorObject(.invalidParams, "no plugin named \"\(name)\"; the configuration has \(names)")
  }

  private func restart(_ id: RequestID, _ params: PluginParams) throws(ErrorObject) {
    if core.isStopping { throw ErrorObject(.refused, "the host is stopping") }
    guard let plugin = try plugin(named: params.plugin) else {
      throw ErrorObject(.refused, "the plugin \(params.plugin) is configured, but not in use")
    }
    guard !plugin.endIsFinal else { throw ErrorObject(.refused, "\(plugin.name): a swap is in progress") }
    plugin.restart { [weak self] failure in
      if let failure {
        self?.link.refuse(id, ErrorObject(.refused, "\(params.plugin): \(failure)"))
      } else {
        self?.link.answer(id, json: Array("null".utf8))
      }
    }
  }

  private func logs(_ id: RequestID, _ params: PluginParams) throws(ErrorObject) -> LogsResult {
    // What is gone needs no hold. Not before it is at rest: until then it may call back, and has to be told of the end.
    followed.removeAll { entry in entry.plugin.isAtRest && !core.plugins.contains { $0 === entry.plugin } }
    let lines = core.log(
      ofEntry: params.plugin, upTo: core.limits.lineByteCount - Link.answerByteCount(id) - Self.logByteCount)
    let plugin = try plugin(named: params.plugin)
    if params.follow == true {
      guard let plugin else {
        throw ErrorObject(
          .refused,
          "the plugin \(params.plugin) is configured, but not in use: nothing follows; leave out -f to see what was")
      }
      followed.removeAll { $0.plugin === plugin }
      followed.append((plugin, 0))
      // Held by the plugin until the session ends.
      plugin.followLog(self) { [unowned self, unowned plugin] in pass(on: $0, of: plugin) }
    }
    return LogsResult(lines: lines)
  }

  /// What the result has beside the lines.
  private static let logByteCount = #"{"lines":[]}"#.utf8.count

  /// A line for a client that does not read is dropped: its session must not cost memory for each line.
  private func pass(on line: String, of plugin: SupervisedPlugin) {
    guard let place = followed.firstIndex(where: { $0.plugin === plugin }) else { return }
    if link.queuedByteCount > core.limits.queueByteCount {
      followed[place].missed += 1
      return
    }
    let missed = followed[place].missed
    followed[place].missed = 0
    if missed > 0 {
      link.notify(
        MethodName.log, LogParams(plugin: plugin.name, line: "(\(missed) lines left out: they were not read)"))
    }
    link.notify(MethodName.log, LogParams(plugin: plugin.name, line: line))
  }
}

extension ControlSession: LinkOwner {
  package func link(_ link: Link, received event: PeerEvent) {
    if link.queuedByteCount > core.limits.queueByteCount {
      // One write more, since a turn's burst may be all that is in the way.
      link.flush()
      guard !link.isClosed else { return }
      if link.queuedByteCount > core.limits.queueByteCount {
        core.environment.log(.warning, name, "closed: it does not read its answers")
        return end()
      }
    }
    switch event {
    case .request(let id, let method, let params):
      if !isOpen {
        if link.peer.isMethod(method, MethodName.initialize) { return open(id, params.map { link.peer[$0] }) }
        return link.refuse(id, ErrorObject(.refused, "the first request of a control client is initialize"))
      }
      if !endpoint.handle(event) { request(id, link.peer[method], params.map { link.peer[$0] }) }
    case .notification(let method, _):
      if isOpen, !endpoint.handle(event) { endpoint.ignore(method) }
    case .malformed(_, _, let answer):
      if let answer { link.refuse(answer.id, answer.error) }
    case .result, .failure, .staleAnswer, .peerRefusedLine, .blank, .nothing: break
    }
  }

  /// It sees nothing any more. What it has sent before it closed the connection is handled all the same.
  package func link(_ link: Link, broke error: String) { endpoint.linkEnded() }
  package func linkInputEnded(_ link: Link) {
    link.flush()
    end()
  }
}
