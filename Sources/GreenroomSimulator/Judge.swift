package import GreenroomHostCore
package import GreenroomProtocol

/// What must hold after every step, whatever happened.
package struct Judge {
  let world: World

  package init(world: World) { self.world = world }

  /// What holds at every moment.
  package func check(_ core: HostCore) {
    let ledgers = core.ledgers
    check(ledgers)
    let totals = (ledgers.inputs.read, ledgers.requests.made, ledgers.outputs.meant)
    if totals.0 < world.totals.read || totals.1 < world.totals.made || totals.2 < world.totals.meant {
      world.violate("a ledger has forgotten something: \(totals) after \(world.totals)")
    }
    world.totals = totals
    for slot in core.services { check(slot, core.limits) }
    for presenter in core.presenters {
      if let endpoint = presenter.endpoint { check(endpoint, core) }
    }
    for client in core.controlClients { check(client.endpoint, core) }
  }

  /// The three ledgers, each summed over the host.
  package func check(_ ledgers: LedgerReport) {
    if !ledgers.inputs.isBalanced { world.violate("inputs do not balance: \(ledgers.inputs)") }
    if !ledgers.outputs.isBalanced { world.violate("outputs do not balance: \(ledgers.outputs)") }
    if !ledgers.requests.isBalanced { world.violate("requests do not balance: \(ledgers.requests)") }
  }

  private func check(_ slot: ServiceSlot, _ limits: HostLimits) {
    if !slot.requests.isBalanced { world.violate("\(slot.name): requests do not balance: \(slot.requests)") }
    if slot.strandedCallCount > 0 {
      world.violate("\(slot.name): \(slot.strandedCallCount) requests wait for a process that answers no more")
    }
    if slot.next != nil, slot.old != nil { world.violate("\(slot.name): three generations") }
    if slot.requests.open > limits.openRequests + 64 {
      world.violate("\(slot.name): \(slot.requests.open) requests open")
    }
    for plugin in [slot.current, slot.next, slot.old].compactMap({ $0 }) {
      guard let link = plugin.run?.link, !link.isClosed else { continue }
      let counters = link.peer.counters
      // The link counts for itself; the caller's table knows nothing of it.
      if counters.requestsSent
        != counters.results + counters.failures + counters.abandoned + link.openRequestCount
      {
        world.violate(
          "\(plugin.name): the link's requests do not balance: \(counters), open \(link.openRequestCount)")
      }
    }
  }

  private func check(_ endpoint: PresenterEndpoint, _ core: HostCore) {
    // One line may go over before the presenter is detached, and `detached` has reserved space.
    if endpoint.link.queuedByteCount > core.limits.queueByteCount + 65_536 {
      world.violate("\(endpoint.name): its queue holds \(endpoint.link.queuedByteCount) bytes")
    }
    for index in endpoint.attached {
      let viewModel = core.viewModels[index]
      if viewModel.isStopped, !core.isStopping {
        world.violate("\(endpoint.name) is attached to \(viewModel.name), which is removed")
      }
      if viewModel.attachments.count(where: { $0 === endpoint }) != 1 {
        world.violate("\(endpoint.name) is attached to \(viewModel.name), which does not know of it")
      }
    }
  }

  /// What must hold when nothing more happens: every request has its outcome.
  package func checkAtRest(_ core: HostCore) {
    check(core)
    for slot in core.services where slot.requests.open > 0 {
      world.violate("\(slot.name): \(slot.requests.open) requests have no outcome")
    }
    if core.ledgers.requests.open > 0 {
      world.violate("\(core.ledgers.requests.open) requests of all services have no outcome")
    }
    for (request, count) in world.readByServices.sorted(by: { $0.key < $1.key }) where count > 1 {
      world.violate("\(request) was read whole by \(count) processes")
    }
  }
}
