package import GreenroomProtocol

extension HostCore {
  /// Takes over a checked configuration by the smallest set of steps.
  ///
  /// `finish` is called once with what was changed and what failed, when the swaps among it have ended.
  package func reload(_ new: HostConfiguration, finish: @escaping (ReloadResult) -> Void) {
    if isStopping { return finish(ReloadResult(changes: [], failures: ["nothing has changed: the host is stopping"])) }
    let change = ConfigurationChange(from: configuration, to: new)
    let old = configuration
    configuration = new
    configuration.name = old.name
    configuration.limits = old.limits
    var sentences = change.ignored.map { "not taken over: \($0)" } + change.notes
    var failures: [String] = []
    var openSwaps = 1
    func swapEnded() {
      openSwaps -= 1
      guard openSwaps == 0 else { return }
      if sentences.isEmpty, failures.isEmpty { sentences = ["nothing has changed"] }
      finish(ReloadResult(changes: sentences, failures: failures))
    }
    for step in change.steps {
      switch step {
      case .swapService(let name, let plugin):
        guard let slot = service(named: name), let target = new.plugin(plugin) else { continue }
        slot.update(new.services.first { $0.name == name })
        openSwaps += 1
        swap(slot, to: target) { outcome in
          switch outcome {
          case .success(let sentence): sentences.append(sentence)
          case .failure(let error): failures.append(error.message)
          }
          swapEnded()
        }
      default:
        if let done = take(step, old, new) { sentences.append(done) }
      }
    }
    // Entries that are in use besides, by a swap by hand: the change holds from their next start on. Where a swap has begun,
    // that decides.
    let swapped = change.steps.compactMap { if case .swapService(let name, _) = $0 { name } else { nil } }
    for slot in services where !swapped.contains(slot.name) {
      for plugin in [slot.current, slot.next, slot.old].compactMap(\.self) {
        if let entry = new.plugin(plugin.name), entry != plugin.configuration { plugin.configuration = entry }
      }
    }
    // Presenters see view models that are new or have been replaced.
    for presenter in presenters { presenter.refresh() }
    swapEnded()
  }

  /// Swaps a service to the entry of a new configuration. A swap that goes on, by hand or by a reload before, has its receipt
  /// first.
  private func swap(
    _ slot: ServiceSlot, to target: PluginConfiguration, finish: @escaping (Result<String, ErrorObject>) -> Void
  ) {
    if slot.swap != nil { return slot.whenNotSwapping { [self] in swap(slot, to: target, finish: finish) } }
    let name = slot.name
    guard service(named: name) === slot, configuration.plugin(target.name) == target,
      slot.configuration.plugin == target.name
    else { return finish(.success("service \(name): left to a later reload")) }
    if slot.applied == target {
      let byHand = slot.current.name == target.name ? "" : ", and \(slot.current.name) serves by a swap by hand"
      return finish(.success("service \(name): \(target.name) is in force already\(byHand)"))
    }
    slot.beginSwap(to: target, progress: { _ in }) { [self] result in
      switch result {
      case .success(let receipt):
        slot.applied = target
        finish(
          .success(
            "service \(name): generation \(receipt.toGeneration) (\(receipt.toPlugin)), lost \(receipt.lost)"))
      case .failure(let error):
        keepApplied(slot, instead: target)
        finish(.failure(error))
      }
    }
  }

  /// The swap to a new plugin has failed and changed nothing: what is in force stays, so that the next reload tries again.
  private func keepApplied(_ slot: ServiceSlot, instead target: PluginConfiguration) {
    guard let index = configuration.services.firstIndex(where: { $0.name == slot.name }),
      // Not if another reload has come in between.
      configuration.services[index].plugin == target.name, configuration.plugin(target.name) == target
    else { return }
    configuration.services[index].plugin = slot.applied.name
    configuration.plugins.removeAll { $0.name == slot.applied.name }
    configuration.plugins.append(slot.applied)
  }

  /// - Returns: what was done; nil for nothing.
  private func take(_ step: ConfigurationChange.Step, _ old: HostConfiguration, _ new: HostConfiguration) -> String? {
    switch step {
    case .addService(let name):
      if let entry = new.services.first(where: { $0.name == name }) { addService(entry).current.start() }
      return "service \(name): added"
    case .updateService(let name):
      service(named: name)?.update(new.services.first { $0.name == name })
      return "service \(name): deadlines changed"
    case .removeService(let name):
      if let slot = service(named: name) {
        // First out of the list, so that nothing begins on it any more.
        services.removeAll { $0 === slot }
        removedSlots.append(slot)
        slot.cancelSwap("the service is removed")
        slot.current.endIsFinal = true
        slot.current.stop()
        retire(slot.current)
        slot.failAll()
        retiredRequests = retiredRequests + slot.requests
        boundServices = boundServices.filter { $0.value.slot !== slot }
      }
      return "service \(name): removed"
    case .addViewModel(let name):
      if let entry = new.viewModels.first(where: { $0.name == name }) { addViewModel(entry) }
      return "view model \(name): added"
    case .extendViewModel(let name, let added):
      guard let instance = viewModel(named: name), !instance.missingServices.names.isDisjoint(with: added) else {
        return nil
      }
      return take(.replaceViewModel(name), old, new)
    case .replaceViewModel(let name), .removeViewModel(let name):
      removeViewModel(name)
      guard let entry = new.viewModels.first(where: { $0.name == name }) else { return "view model \(name): removed" }
      addViewModel(entry)
      return "view model \(name): a new instance; presenters attach to it again"
    case .addPresenter(let name):
      if let entry = new.presenters.first(where: { $0.name == name }) { addPresenter(entry).plugin.start() }
      return "presenter \(name): added"
    case .updatePresenter(let name):
      if let entry = new.presenters.first(where: { $0.name == name }) {
        presenters.first { $0.configuration.name == name }?.update(entry)
      }
      return "presenter \(name): its view models changed"
    case .replacePresenter(let name), .removePresenter(let name):
      removePresenter(name)
      guard let entry = new.presenters.first(where: { $0.name == name }) else { return "presenter \(name): removed" }
      addPresenter(entry).plugin.start()
      return "presenter \(name): a new process"
    case .swapService: preconditionFailure("BUG: a swap is no step of a moment")
    }
  }

  private func removeViewModel(_ name: String) {
    guard let instance = viewModel(named: name) else { return }
    for presenter in instance.attachments { presenter.detach(instance, reason: "the view model is removed") }
    instance.stop()
    instance.forgetValues()
    directory.forgetName(of: instance)
  }

  private func removePresenter(_ name: String) {
    guard let place = presenters.first(where: { $0.configuration.name == name }) else { return }
    place.endpoint?.detachAll(reason: "the presenter is removed")
    place.plugin.endIsFinal = true
    place.plugin.stop()
    retire(place.plugin)
    presenters.removeAll { $0 === place }
    removedPlaces.append(place)
  }
}
