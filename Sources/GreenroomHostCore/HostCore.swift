package import GreenroomBindings
import GreenroomJSONLines
package import GreenroomProtocol

/// The host without its outside: view models, services, presenters, control clients, and the three ledgers.
///
/// Confined to the loop's thread; everything that reaches it comes through `HostEnvironment` and the links. View models
/// are there before any process, and their requests and timers end first. Of the processes services start before presenters
/// and stop after them.
///
/// Fields that every message touches are `@exclusivity(unchecked)`, here and in the parts: the dynamic check costs as much
/// as the work. Each such access ends before anything is called that could come back to the field.
package final class HostCore {
  package internal(set) var configuration: HostConfiguration
  package let resources: HostResources
  package var environment: any HostEnvironment { resources.environment }
  package var turns: TurnQueue { resources.turns }
  package var limits: HostLimits { resources.limits }
  package let peerName: PeerName
  /// Told when the host has stopped, with its exit status.
  package var onStopped: ((Int) -> Void)?
  /// Told once when every service and presenter has become ready, or has failed for good, for the first time.
  package var onStarted: (() -> Void)?
  /// Answers `reload` of a control client; the outside reads the file.
  package var onReload: (() -> Result<HostConfiguration, ErrorObject>)?
  /// Told when a control client asks for `stop`.
  package var onStopRequest: (() -> Void)?

  let directory = ViewModelDirectory()
  /// Every instance by its index; one that a reload has removed keeps its place and is stopped.
  package var viewModels: [ViewModelInstance] { directory.all }
  package internal(set) var services: [ServiceSlot] = []
  package internal(set) var presenters: [PresenterPlace] = []
  package private(set) var controlClients: [ControlSession] = []
  private let types: [ViewModelType]
  var boundServices: [String: BoundService] = [:]
  /// The last lines of plugins that are out of use, by the name of their entry.
  private var earlierLogs: [String: [String]] = [:]
  /// Requests of services that a reload has removed.
  var retiredRequests = RequestLedger()
  /// Plugins that are out of use and have not ended yet: old generations, those of a swap that failed, and what a reload has
  /// removed.
  private var retired: [SupervisedPlugin] = []
  /// Presenters and services that a reload has removed, until their processes have ended.
  var removedPlaces: [PresenterPlace] = []
  var removedSlots: [ServiceSlot] = []

  /// What presenters that are gone came to.
  var retiredOutputs = OutputLedger()

  private let gate: HomeGate
  private let startedAt: Duration

  // MARK: Stop
  package private(set) var isStopping = false
  private var exitStatus = 0
  private var stopTimer: (any ScheduledAction)?
  private var isStoppingServices = false
  private var hasStopped = false
  private var hasAnnouncedStart = false

  package init(
    _ configuration: HostConfiguration, types: [ViewModelType], version: String, environment: any HostEnvironment
  ) {
    self.configuration = configuration
    self.types = types
    resources = HostResources(configuration.limits, environment)
    gate = HomeGate(environment.executor)
    peerName = PeerName(name: "greenroom", version: version)
    startedAt = environment.scheduler.now
    for service in configuration.services { addService(service) }
    for viewModel in configuration.viewModels { addViewModel(viewModel) }
    for presenter in configuration.presenters { addPresenter(presenter) }
  }

  // MARK: What the configuration names

  private func plugin(_ name: String) -> PluginConfiguration {
    guard let plugin = configuration.plugin(name) else {
      preconditionFailure("BUG: the plugin \(name) is named and not configured; the loader checks that")
    }
    return plugin
  }

  @discardableResult
  func addService(_ entry: ServiceConfiguration) -> ServiceSlot {
    let slot = ServiceSlot(entry, plugin: plugin(entry.plugin), core: self)
    services.append(slot)
    return slot
  }

  func addViewModel(_ entry: ViewModelConfiguration) {
    guard let type = types.first(where: { $0.name == entry.type }) else {
      preconditionFailure("BUG: the view model type \(entry.type) is not registered; the loader checks that")
    }
    let instance = ViewModelInstance(name: entry.name, typeName: entry.type, index: viewModels.count, core: self)
    directory.add(instance)
    var callers: [(name: String, caller: ServiceCaller)] = []
    for binding in entry.services {
      if let slot = services.first(where: { $0.name == binding.service }) {
        callers.append((binding.alias, ServiceCaller(backend: boundService(slot, alias: binding.alias))))
      }
    }
    let context = HomeContext(
      executor: environment.executor,
      scheduler: TurnScheduler(resources, base: environment.scheduler, viewModel: entry.name), gate: gate)
    let services = Services(callers) { [unowned self, missing = instance.missingServices] name in
      // It may have been added by a reload since.
      if entry.hasAllServices, let slot = service(named: name) {
        return ServiceCaller(backend: boundService(slot, alias: name))
      }
      missing.names.insert(name)
      return nil
    }
    directory.note(HomeContext.with(context) { instance.bind(type.make(services)) }, of: instance.index)
    environment.runQueuedJobs()
  }

  /// A service under an alias, which all view models that know it so share.
  private func boundService(_ slot: ServiceSlot, alias: String) -> BoundService {
    if let known = boundServices[alias], known.slot === slot { return known }
    let new = BoundService(slot, alias: alias)
    boundServices[alias] = new
    return new
  }

  @discardableResult
  func addPresenter(_ entry: PresenterConfiguration) -> PresenterPlace {
    let place = PresenterPlace(entry, plugin: plugin(entry.plugin), core: self)
    presenters.append(place)
    return place
  }

  // MARK: Start

  package func start() {
    for service in services { service.current.start() }
    for presenter in presenters { presenter.plugin.start() }
    stateChanged()
  }

  /// Called whenever a plugin's state has changed.
  func stateChanged() {
    guard !hasAnnouncedStart, !isStopping else { return }
    let plugins = services.map(\.current) + presenters.map(\.plugin)
    for plugin in plugins {
      switch plugin.supervisor.state {
      case .ready, .failed, .stopped: continue
      case .starting, .backOff, .stopping: return
      }
    }
    hasAnnouncedStart = true
    onStarted?()
  }

  // MARK: Names

  package func viewModel(named name: String) -> ViewModelInstance? { directory.find(name) }
  package func service(named name: String) -> ServiceSlot? { services.first { $0.name == name } }

  /// Every plugin that is in use, services first.
  package var plugins: [SupervisedPlugin] {
    services.flatMap { [$0.current, $0.next, $0.old].compactMap { $0 } } + presenters.map(\.plugin)
  }

  /// The entry of that name, if it may serve this service: one entry serves one service, and no presenter's does.
  func swapTarget(_ name: String, for slot: ServiceSlot) throws(ErrorObject) -> PluginConfiguration {
    guard let plugin = configuration.plugin(name) else {
      throw ErrorObject(
        .invalidParams,
        "no plugin named \"\(name)\"; the configuration has \(configuration.plugins.map(\.name).joined(separator: ", "))"
      )
    }
    if presenters.contains(where: { $0.plugin.name == name }) {
      throw ErrorObject(.refused, "\(name) is a presenter and cannot serve \(slot.name)")
    }
    let other = services.first { other in
      other !== slot && [other.current, other.next, other.old].contains { $0?.name == name }
    }
    if let other { throw ErrorObject(.refused, "\(name) serves \(other.name); one entry serves one service") }
    return plugin
  }

  // MARK: Presenters

  func detachOverflowing() {
    for presenter in presenters { presenter.endpoint?.detachOverflowing() }
    for client in controlClients { client.endpoint.detachOverflowing() }
  }

  func closeControlClient(_ endpoint: PresenterEndpoint) {
    controlClients.first { $0.endpoint === endpoint }?.closeWhenDrained()
  }

  /// Takes over a connection of the control socket; its peer's user has been checked.
  package func accept(_ stream: any ByteStream, name: String) {
    let client = ControlSession(stream, name: name, core: self)
    controlClients.append(client)
    client.start()
  }

  func remove(_ client: ControlSession) { controlClients.removeAll { $0 === client } }

  // MARK: Ledgers

  package var ledgers: LedgerReport {
    var outputs = retiredOutputs
    for place in presenters + removedPlaces { outputs = outputs + (place.endpoint?.outputs ?? OutputLedger()) }
    for client in controlClients { outputs = outputs + client.endpoint.outputs }
    return LedgerReport(
      inputs: resources.inputs, requests: services.reduce(retiredRequests) { $0 + $1.requests }, outputs: outputs)
  }

  package var uptime: Duration { turns.now - startedAt }

  // MARK: Stop

  /// Stops everything: presenters, then services, each rank at once.
  package func stop(status: Int = 0) {
    guard !isStopping else { return }
    isStopping = true
    exitStatus = status
    for service in services { service.cancelSwap("the host is stopping") }
    for viewModel in viewModels { viewModel.stop() }
    stopTimer = environment.scheduler.schedule(after: limits.stopTotal) { [self] in stopNow() }
    for presenter in presenters {
      presenter.endpoint?.detachAll(reason: DetachedParams.hostStops)
      presenter.plugin.stop()
    }
    pluginCameToRest()
  }

  /// Waits no longer: SIGKILL for whatever is left.
  package func stopNow() {
    guard isStopping, !hasStopped else { return }
    for plugin in plugins + retired { plugin.stopNow() }
    pluginCameToRest()
  }

  func retire(_ plugin: SupervisedPlugin) {
    guard plugin.isAtRest else { return retired.append(plugin) }
    keepLog(of: plugin)
    plugin.endFollowing()
  }

  /// Its lines are asked for when it is gone: why a swap has failed, or what it said at its end.
  private func keepLog(of plugin: SupervisedPlugin) {
    let lines = (earlierLogs[plugin.name] ?? []) + plugin.log.all
    earlierLogs[plugin.name] = Self.last(of: lines, upTo: limits.logByteCount, PluginLog.cost)
  }

  /// The last lines of an entry's processes, oldest first: of those that are gone, and of the one that is in use. As many as
  /// take so many bytes as an array in JSON.
  func log(ofEntry name: String, upTo byteCount: Int) -> [String] {
    let all = (earlierLogs[name] ?? []) + (retired + plugins).filter { $0.name == name }.flatMap(\.log.all)
    return Self.last(of: all, upTo: byteCount) { line in
      var json: [UInt8] = []
      json.appendJSONString(line)
      return json.count + 1
    }
  }

  /// As many of the last lines as cost so much at most.
  private static func last(of lines: [String], upTo limit: Int, _ cost: (String) -> Int) -> [String] {
    var left = limit
    let fitting = lines.reversed().prefix { line in
      left -= cost(line)
      return left >= 0
    }
    return fitting.reversed()
  }

  /// Called when a process has ended; decides whether the stop goes on to the next rank or is complete.
  func pluginCameToRest() {
    for plugin in retired where plugin.isAtRest { keepLog(of: plugin) }
    retired.removeAll { $0.isAtRest }
    removedPlaces.removeAll { $0.plugin.isAtRest }
    removedSlots.removeAll { slot in
      // Not while it is told of a generation that it has given up: what observes a plugin outlives it.
      [slot.current, slot.next, slot.old].allSatisfy { $0?.isAtRest ?? true }
        && !retired.contains { $0.observer === slot }
    }
    guard isStopping, !hasStopped else { return }
    guard presenters.allSatisfy({ $0.plugin.isAtRest }) else { return }
    if !isStoppingServices {
      isStoppingServices = true
      for service in services {
        for plugin in [service.current, service.next, service.old] { plugin?.stop() }
      }
    }
    guard retired.isEmpty, plugins.allSatisfy(\.isAtRest) else { return }
    hasStopped = true
    stopTimer?.cancel()
    let clients = controlClients
    for client in clients { client.closeAtStop() }
    onStopped?(exitStatus)
  }

  /// A significant plugin ended by itself: the host ends with its status. One that never became ready and will not be
  /// started again ends it, too, and never with success.
  func significantEnd(_ plugin: SupervisedPlugin, _ reason: PluginRunStateMachine.EndReason) {
    guard plugin.isSignificant, !isStopping else { return }
    let hostStatus: Int
    switch reason {
    case .lost(_, let status): hostStatus = status?.hostStatus ?? 1
    case .startFailed(_, let status):
      guard plugin.isAtRest else { return }
      hostStatus = status.flatMap { $0.isSuccess ? nil : $0.hostStatus } ?? 1
    case .stopped: return
    }
    environment.log(.info, plugin.name, "it is significant and has ended: the host stops")
    stop(status: hostStatus)
  }
}

/// Gives timers to view models: each firing is a turn of its own with a number of its own.
private final class TurnScheduler: Scheduler {
  private let resources: HostResources
  private let base: any Scheduler
  private let viewModel: String

  init(_ resources: HostResources, base: any Scheduler, viewModel: String) {
    self.resources = resources
    self.base = base
    self.viewModel = viewModel
  }

  var now: Duration { base.now }

  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> any ScheduledAction {
    base.schedule(after: delay) { [resources, viewModel] in resources.turn("a timer of \(viewModel)", action) }
  }
}
