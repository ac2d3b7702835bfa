import GreenroomJSONLines
package import GreenroomProtocol

/// One entry of `presenters`: the supervised plugin and, while it is ready, its endpoint.
package final class PresenterPlace {
  package private(set) var configuration: PresenterConfiguration
  package let plugin: SupervisedPlugin
  @exclusivity(unchecked) package private(set) var endpoint: PresenterEndpoint?
  private unowned let core: HostCore
  private let queueByteCount: Int
  /// What its earlier processes came to, so that the presenter's row in `status` adds up over restarts.
  private var earlier = OutputLedger()

  init(_ configuration: PresenterConfiguration, plugin: PluginConfiguration, core: HostCore) {
    self.configuration = configuration
    self.core = core
    queueByteCount = core.limits.queueByteCount
    self.plugin = SupervisedPlugin(
      plugin, role: .presenter, generation: 1, host: core.peerName, limits: core.limits, turns: core.turns)
    self.plugin.observer = self
  }

  package var status: PresenterStatus {
    PresenterStatus(
      name: configuration.name, state: plugin.stateWord,
      viewModels: endpoint?.attached.map { core.viewModels[$0].name } ?? [],
      queuedBytes: endpoint?.link.queuedByteCount ?? 0, outputs: earlier + (endpoint?.outputs ?? OutputLedger()))
  }
}

extension PresenterPlace: SupervisedPluginObserver {
  package func plugin(_ plugin: SupervisedPlugin, becameReady run: PluginRun) {
    guard let link = run.link else { return }
    let allowed = allowedIndices(run)
    let endpoint = PresenterEndpoint(
      name: configuration.name, link: link, allowed: allowed, isControlClient: false, core: core)
    self.endpoint = endpoint
    core.environment.log(.info, configuration.name, "presenter \(plugin.name) is ready")
    if allowed.isEmpty, !configuration.viewModels.isEmpty {
      let presents = run.description?.presents ?? []
      core.environment.log(
        .warning, configuration.name,
        "\(plugin.name) presents \(presents.isEmpty ? "nothing" : presents.joined(separator: ", ")), and its entry names "
          + "\(configuration.viewModels.joined(separator: ", ")): it will see nothing")
    }
    if configuration.attachesAtStart {
      for index in allowed { endpoint.attach(core.viewModels[index]) }
    }
    core.stateChanged()
  }

  /// The view models of the entry that the plugin says it can present.
  private func allowedIndices(_ run: PluginRun) -> [Int] {
    let presents = run.description?.presents ?? []
    return configuration.viewModels.filter { presents.contains("*") || presents.contains($0) }
      .compactMap { core.viewModel(named: $0)?.index }
  }

  /// Takes over a changed entry of the same plugin.
  func update(_ configuration: PresenterConfiguration) {
    self.configuration = configuration
    refresh()
  }

  /// Attaches to what is there now: view models may have been added or replaced.
  func refresh() {
    guard let endpoint, let run = plugin.readyRun else { return }
    endpoint.allow(allowedIndices(run), attaches: configuration.attachesAtStart)
  }

  package func plugin(_ plugin: SupervisedPlugin, _ run: PluginRun, received event: PeerEvent) {
    guard let endpoint, endpoint.link === run.link else { return }
    if endpoint.link.queuedByteCount > queueByteCount {
      // One write more, since a turn's burst may be all that is in the way.
      endpoint.link.flush()
      guard self.endpoint === endpoint else { return }
      if endpoint.link.queuedByteCount > queueByteCount {
        return run.fail("it does not read the answers to its requests")
      }
    }
    if endpoint.handle(event) { return }
    switch event {
    case .request(let id, let method, _):
      endpoint.link.refuse(
        id, ErrorObject(.methodNotFound, "a presenter has no method \"\(endpoint.link.peer[method].text)\""))
    case .notification(let method, _): endpoint.ignore(method)
    default: break
    }
  }

  /// It sees nothing any more. What it has sent until its end is taken all the same: a presenter may send its last input
  /// and end, and which of the two is noticed first is chance.
  package func plugin(_ plugin: SupervisedPlugin, _ run: PluginRun, inputBroke error: String) { endOutputs() }

  package func plugin(_ plugin: SupervisedPlugin, fellSilent run: PluginRun) {
    endOutputs()
    endpoint = nil
  }

  private func endOutputs() {
    guard let endpoint else { return }
    let before = core.retiredOutputs
    endpoint.linkEnded()
    earlier = earlier + (core.retiredOutputs - before)
  }

  package func plugin(
    _ plugin: SupervisedPlugin, ended reason: PluginRunStateMachine.EndReason, sentence: String
  ) {
    core.significantEnd(plugin, reason)
    core.pluginCameToRest()
    core.stateChanged()
  }

  package func pluginGaveUp(_ plugin: SupervisedPlugin, why: String) { core.stateChanged() }
  package func pluginHasOverdueRequest(_ plugin: SupervisedPlugin) -> Bool { false }
}
