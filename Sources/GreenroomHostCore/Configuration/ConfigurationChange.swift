/// The smallest set of steps that turns one configuration into another, in the order in which they are taken:
/// services, then view models, then presenters.
///
/// A value: it is computed before anything is touched.
package struct ConfigurationChange: Equatable {
  package enum Step: Equatable {
    case addService(String)
    /// Another plugin, or the same entry with other content: a swap.
    case swapService(String, to: String)
    /// Only deadlines have changed.
    case updateService(String)
    case removeService(String)
    case addViewModel(String)
    /// Its type or services have changed: a new instance, since its actor cannot be rewired.
    case replaceViewModel(String)
    /// It may call services that there are besides: the instance stays, unless it has asked for one of them in vain.
    case extendViewModel(String, by: [String])
    case removeViewModel(String)
    case addPresenter(String)
    /// Its plugin or the entry of its plugin has changed: a new process.
    case replacePresenter(String)
    /// Only the list of view models has changed: attach and detach.
    case updatePresenter(String)
    case removePresenter(String)
  }

  package private(set) var steps: [Step] = []
  /// What a running host cannot take over; told to the operator.
  package private(set) var ignored: [String] = []
  /// What has changed of plugins that nobody uses, which needs no step.
  package private(set) var notes: [String] = []

  package init(from old: HostConfiguration, to new: HostConfiguration) {
    if old.name != new.name { ignored.append("name: a running host keeps its name, \"\(old.name)\"") }
    if old.limits != new.limits { ignored.append("limits: they hold from the next start on") }
    for service in new.services {
      guard let before = old.services.first(where: { $0.name == service.name }) else {
        steps.append(.addService(service.name))
        continue
      }
      if before.plugin != service.plugin || old.plugin(before.plugin) != new.plugin(service.plugin) {
        steps.append(.swapService(service.name, to: service.plugin))
      } else if before != service {
        steps.append(.updateService(service.name))
      }
    }
    for viewModel in new.viewModels {
      guard let before = old.viewModels.first(where: { $0.name == viewModel.name }) else {
        steps.append(.addViewModel(viewModel.name))
        continue
      }
      if before == viewModel { continue }
      guard before.isExtended(by: viewModel) else {
        steps.append(.replaceViewModel(viewModel.name))
        continue
      }
      let added = viewModel.services.filter { !before.services.contains($0) }.map(\.alias)
      if !added.isEmpty { steps.append(.extendViewModel(viewModel.name, by: added)) }
    }
    for viewModel in old.viewModels where !new.viewModels.contains(where: { $0.name == viewModel.name }) {
      steps.append(.removeViewModel(viewModel.name))
    }
    for presenter in new.presenters {
      guard let before = old.presenters.first(where: { $0.name == presenter.name }) else {
        steps.append(.addPresenter(presenter.name))
        continue
      }
      if before.plugin != presenter.plugin || old.plugin(before.plugin) != new.plugin(presenter.plugin) {
        steps.append(.replacePresenter(presenter.name))
      } else if before != presenter {
        steps.append(.updatePresenter(presenter.name))
      }
    }
    for presenter in old.presenters where !new.presenters.contains(where: { $0.name == presenter.name }) {
      steps.append(.removePresenter(presenter.name))
    }
    for service in old.services where !new.services.contains(where: { $0.name == service.name }) {
      steps.append(.removeService(service.name))
    }
    let used = Set(new.services.map(\.plugin) + new.presenters.map(\.plugin))
    for plugin in new.plugins where !used.contains(plugin.name) {
      guard let before = old.plugin(plugin.name) else {
        notes.append("plugin \(plugin.name): added, not in use")
        continue
      }
      if before != plugin { notes.append("plugin \(plugin.name): changed, from its next start on") }
    }
    for plugin in old.plugins where new.plugin(plugin.name) == nil { notes.append("plugin \(plugin.name): removed") }
  }
}
