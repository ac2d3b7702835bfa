import GreenroomHostCore
import GreenroomJSONLines

extension ConfigurationLoader {
  /// A plugin that an entry names: it must exist and have no other user.
  private func use(
    _ object: Object, as user: String, _ configuration: HostConfiguration, _ users: inout [String: String]
  ) -> String {
    guard let name = object.requiredString("plugin") else { return "" }
    let offset = object.member("plugin")?.range.lowerBound
    let known = configuration.plugins.map(\.name)
    if !known.contains(name) {
      object.reader.report(
        at: offset, object.path("plugin"), "no plugin named \"\(name)\"" + Suggestion.phrase(for: name, among: known))
    } else if let other = users[name] {
      object.reader.report(
        at: offset, object.path("plugin"),
        "the plugin \"\(name)\" is already used by \(other); write a second entry for it")
    }
    users[name] = user
    return name
  }

  /// One entry of `services`.
  func service(
    _ name: String, _ object: Object, _ configuration: HostConfiguration, _ users: inout [String: String]
  ) -> ServiceConfiguration {
    object.allow(Keys.service)
    var service = ServiceConfiguration(
      name: name, plugin: use(object, as: "services.\(name)", configuration, &users))
    service.requestDeadline = object.milliseconds("requestDeadlineMs") ?? service.requestDeadline
    service.drainDeadline = object.milliseconds("drainDeadlineMs") ?? service.drainDeadline
    return service
  }

  /// One entry of `viewModels`; the services are known already.
  func viewModel(
    _ name: String, _ object: Object, _ configuration: HostConfiguration
  ) -> ViewModelConfiguration {
    object.allow(Keys.viewModel)
    var viewModel = ViewModelConfiguration(name: name, type: object.requiredString("type") ?? "")
    if !viewModelTypes.contains(viewModel.type), object.string("type") != nil {
      object.reader.report(
        at: object.member("type")?.range.lowerBound, object.path("type"),
        "no view model type \"\(viewModel.type)\"; this program has "
          + (viewModelTypes.isEmpty ? "none" : viewModelTypes.joined(separator: ", "))
          + Suggestion.phrase(for: viewModel.type, among: viewModelTypes))
    }
    let known = configuration.services.map(\.name)
    guard let services = object.object("services") else {
      // Without a list every service is known by its own name.
      viewModel.services = known.map { ServiceBinding(alias: $0, service: $0) }
      viewModel.hasAllServices = true
      return viewModel
    }
    for member in services.members {
      guard let service = services.string(member.name) else { continue }
      if !known.contains(service) {
        object.reader.report(
          at: member.node.range.lowerBound, services.path(member.name),
          "no service named \"\(service)\"" + Suggestion.phrase(for: service, among: known))
      }
      viewModel.services.append(ServiceBinding(alias: member.name, service: service))
    }
    return viewModel
  }

  /// One entry of `presenters`; the view models are known already.
  func presenter(
    _ name: String, _ object: Object, _ configuration: HostConfiguration, _ users: inout [String: String]
  ) -> PresenterConfiguration {
    object.allow(Keys.presenter)
    let plugin = use(object, as: "presenters.\(name)", configuration, &users)
    let known = configuration.viewModels.map(\.name)
    if object.member("viewModels") == nil {
      object.reader.report(
        at: object.offset, object.path("viewModels"), #"missing; expected an array of names, or ["*"] for all"#)
    }
    var names: [String] = []
    for (index, entry) in (object.strings("viewModels") ?? []).enumerated() {
      if entry.value == "*" {
        names.append(contentsOf: known.filter { !names.contains($0) })
      } else if known.contains(entry.value) {
        if !names.contains(entry.value) { names.append(entry.value) }
      } else {
        object.reader.report(
          at: entry.offset, "\(object.path("viewModels"))[\(index)]",
          "no view model named \"\(entry.value)\"" + Suggestion.phrase(for: entry.value, among: known))
      }
    }
    return PresenterConfiguration(
      name: name, plugin: plugin, viewModels: names, attachesAtStart: object.bool("attach") ?? true)
  }
}
