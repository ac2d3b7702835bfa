package import GreenroomHostCore
import GreenroomJSONLines

/// Reads a configuration file, checks it whole, and resolves every name in it.
///
/// The keys are documented in `Config/greenroom.schema.json`, which a test compares with the lists here.
package struct ConfigurationLoader {
  /// The keys of each kind of object.
  package enum Keys {
    package static let top = ["$schema", "name", "plugins", "services", "viewModels", "presenters", "limits"]
    package static let plugin = [
      "program", "arguments", "environment", "configuration", "restart", "significant", "startDeadlineMs", "heartbeatMs",
      "workingDirectory", "inherit",
    ]
    package static let service = ["plugin", "requestDeadlineMs", "drainDeadlineMs"]
    package static let viewModel = ["type", "services"]
    package static let presenter = ["plugin", "viewModels", "attach"]
    package static let limits = [
      "lineBytes", "queueBytes", "openRequests", "messagesPerTurn", "backOffMs", "backOffMaximumMs",
      "backOffJitterPercent", "backOffResetMs", "restarts", "restartWindowMs", "stopStepMs", "stopTotalMs",
      "drainGraceMs", "slowTurnMs", "logBytes",
    ]
  }

  private let viewModelTypes: [String]
  private let executableFolder: String
  private let pluginFolders: [String]
  private let environment: [(name: String, value: String)]

  /// - Parameters:
  ///   - viewModelTypes: the names that the app has registered.
  ///   - executableFolder: of the running program; plugins are looked for beside it first.
  ///   - environment: of the host; only the allow-list and what entries name gets to plugins.
  package init(
    viewModelTypes: [String], executableFolder: String, pluginFolders: [String],
    environment: [(name: String, value: String)]
  ) {
    self.viewModelTypes = viewModelTypes
    self.executableFolder = executableFolder
    self.pluginFolders = pluginFolders
    self.environment = environment
  }

  /// A file may have so many bytes.
  private static let fileLimit = 4 << 20

  package func load(_ path: String) throws(ConfigurationError) -> HostConfiguration {
    let text: [UInt8]
    do {
      text = try FileBytes.read(path, limit: Self.fileLimit)
    } catch {
      throw ConfigurationError(
        file: path, problems: [.init(position: nil, path: "", message: "cannot be read: \(error.sentence)")])
    }
    return try load(text, file: path)
  }

  /// - Parameter file: for messages, and its folder for relative paths.
  package func load(_ text: [UInt8], file: String) throws(ConfigurationError) -> HostConfiguration {
    let reader = ConfigurationReader(file: file, text: text)
    let root: JSONNode
    do {
      root = try JSONNode.parse(text)
    } catch {
      throw ConfigurationError(
        file: file,
        problems: [
          .init(
            position: SourcePosition(offset: error.offset, in: text), path: "",
            message: "not strict JSON: \(error.description)")
        ])
    }
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    let configuration = reader.object(root, "").map { read($0, reader, folder.isEmpty ? "/" : folder) }
    if let error = reader.error { throw error }
    guard let configuration else { preconditionFailure("BUG: no configuration and no problem") }
    return configuration
  }

  private typealias Object = ConfigurationReader.Object

  private func read(_ top: Object, _ reader: ConfigurationReader, _ folder: String) -> HostConfiguration {
    top.allow(Keys.top)
    var configuration = HostConfiguration(name: "host")
    if let name = top.string("name") {
      configuration.name = name
      if let problem = ConfigurationReader.problem(inName: name) {
        reader.report(at: top.member("name")?.range.lowerBound, "name", problem)
      }
    }
    if let limits = top.object("limits") { configuration.limits = read(limits: limits) }
    let finder = PluginFinder(
      executableFolder: executableFolder, pluginFolders: pluginFolders, configurationFolder: folder)
    for entry in top.entries("plugins") {
      configuration.plugins.append(plugin(entry.name, entry.object, finder))
    }
    var users: [String: String] = [:]
    for entry in top.entries("services") {
      configuration.services.append(service(entry.name, entry.object, configuration, &users))
    }
    for entry in top.entries("viewModels") {
      configuration.viewModels.append(viewModel(entry.name, entry.object, configuration))
    }
    for entry in top.entries("presenters") {
      configuration.presenters.append(presenter(entry.name, entry.object, configuration, &users))
    }
    if configuration.viewModels.isEmpty, reader.error == nil {
      reader.report(at: top.offset, "viewModels", "the configuration has no view model, so that there is nothing to run")
    }
    return configuration
  }

  // MARK: Plugins

  private func plugin(_ name: String, _ object: Object, _ finder: PluginFinder) -> PluginConfiguration {
    object.allow(Keys.plugin)
    var plugin = PluginConfiguration(name: name, executable: "")
    if let program = object.requiredString("program") {
      switch finder.find(program) {
      case .success(let path): plugin.executable = path
      case .failure(let error):
        object.reader.report(
          at: object.member("program")?.range.lowerBound, object.path("program"), error.sentence)
      }
    }
    plugin.arguments = object.strings("arguments")?.map(\.value) ?? []
    plugin.environment = pluginEnvironment(object)
    plugin.workingDirectory = object.string("workingDirectory").map(finder.path)
    if let node = object.member("configuration"), object.object("configuration") != nil {
      plugin.configuration = RawJSON(object.reader.bytes(of: node))
    }
    if let policy = object.string("restart") {
      let known = RestartPolicy.allCases.map(\.rawValue)
      if let restart = RestartPolicy(rawValue: policy) {
        plugin.restart = restart
      } else {
        object.reader.report(
          at: object.member("restart")?.range.lowerBound, object.path("restart"),
          "expected \(known.joined(separator: ", ")), found \"\(policy)\"" + Suggestion.phrase(for: policy, among: known))
      }
    }
    plugin.isSignificant = object.bool("significant") ?? false
    plugin.startDeadline = object.milliseconds("startDeadlineMs") ?? plugin.startDeadline
    plugin.heartbeat = object.milliseconds("heartbeatMs") ?? plugin.heartbeat
    for (index, stream) in (object.strings("inherit") ?? []).enumerated() {
      if let inherited = InheritedStream(rawValue: stream.value) {
        plugin.inherit.append(inherited)
      } else {
        object.reader.report(
          at: stream.offset, "\(object.path("inherit"))[\(index)]", "expected \"stdout\", found \"\(stream.value)\"")
      }
    }
    return plugin
  }

  /// What every plugin may know of the host's environment; anything else is named by its entry.
  package static func isAllowed(_ variable: String) -> Bool {
    ["PATH", "HOME", "LANG", "TZ", "TMPDIR"].contains(variable) || variable.hasPrefix("LC_")
  }

  private func pluginEnvironment(_ object: Object) -> [EnvironmentVariable] {
    var variables = environment.filter { Self.isAllowed($0.name) }
      .map { EnvironmentVariable(name: $0.name, value: $0.value) }
    for member in object.object("environment")?.members ?? [] {
      let path = "\(object.path("environment")).\(member.name)"
      let offset = member.node.range.lowerBound
      if member.name.isEmpty || member.name.contains("=") || member.name.utf8.contains(0) {
        object.reader.report(at: member.nameOffset, path, "not a name of an environment variable")
      }
      var value: String?
      switch member.node.value {
      case .string(let text): value = text
      case .object:
        guard let reference = object.reader.object(member.node, path) else { continue }
        reference.allow(["from"])
        guard let source = reference.requiredString("from") else { continue }
        value = environment.first { $0.name == source }?.value
        if value == nil {
          object.reader.report(at: offset, path, "the host's environment has no variable \(source); set it before the start")
        }
      default:
        object.reader.report(
          at: offset, path, #"expected a string or {"from": "VARIABLE"}, found \#(member.node.kindName)"#)
      }
      if let value, !value.utf8.contains(0) {
        variables.removeAll { $0.name == member.name }
        variables.append(EnvironmentVariable(name: member.name, value: value))
      }
    }
    return variables.sorted { $0.name < $1.name }
  }

  // MARK: Names that refer to others

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
        at: offset, object.path("plugin"), "the plugin \"\(name)\" is already used by \(other); write a second entry for it")
    }
    users[name] = user
    return name
  }

  private func service(
    _ name: String, _ object: Object, _ configuration: HostConfiguration, _ users: inout [String: String]
  ) -> ServiceConfiguration {
    object.allow(Keys.service)
    var service = ServiceConfiguration(
      name: name, plugin: use(object, as: "services.\(name)", configuration, &users))
    service.requestDeadline = object.milliseconds("requestDeadlineMs") ?? service.requestDeadline
    service.drainDeadline = object.milliseconds("drainDeadlineMs") ?? service.drainDeadline
    return service
  }

  private func viewModel(
    _ name: String, _ object: Object, _ configuration: HostConfiguration
  ) -> ViewModelConfiguration {
    object.allow(Keys.viewModel)
    var viewModel = ViewModelConfiguration(name: name, type: object.requiredString("type") ?? "")
    if !viewModelTypes.contains(viewModel.type), object.string("type") != nil {
      object.reader.report(
        at: object.member("type")?.range.lowerBound, object.path("type"),
        "no view model type \"\(viewModel.type)\"; this program has \(viewModelTypes.joined(separator: ", "))"
          + Suggestion.phrase(for: viewModel.type, among: viewModelTypes))
    }
    let known = configuration.services.map(\.name)
    guard let services = object.object("services") else {
      // Without a list every service is known by its own name.
      viewModel.services = known.map { ServiceBinding(alias: $0, service: $0) }
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

  private func presenter(
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

  private func read(limits object: Object) -> HostLimits {
    object.allow(Keys.limits)
    var limits = HostLimits()
    limits.lineByteCount = object.integer("lineBytes", 1_024...LineFramer.maximumLineLimit) ?? limits.lineByteCount
    limits.queueByteCount = object.integer("queueBytes", 4_096...(1 << 30)) ?? limits.queueByteCount
    limits.openRequests = object.integer("openRequests", 1...1_000_000) ?? limits.openRequests
    limits.messagesPerTurn = object.integer("messagesPerTurn", 1...100_000) ?? limits.messagesPerTurn
    limits.backOff = object.milliseconds("backOffMs") ?? limits.backOff
    limits.backOffMaximum = object.milliseconds("backOffMaximumMs") ?? limits.backOffMaximum
    limits.backOffJitterPercent = object.integer("backOffJitterPercent", 0...100) ?? limits.backOffJitterPercent
    limits.backOffReset = object.milliseconds("backOffResetMs") ?? limits.backOffReset
    limits.restarts = object.integer("restarts", 0...1_000_000) ?? limits.restarts
    limits.restartWindow = object.milliseconds("restartWindowMs") ?? limits.restartWindow
    limits.stopStep = object.milliseconds("stopStepMs") ?? limits.stopStep
    limits.stopTotal = object.milliseconds("stopTotalMs") ?? limits.stopTotal
    limits.drainGrace = object.milliseconds("drainGraceMs") ?? limits.drainGrace
    limits.slowTurn = object.milliseconds("slowTurnMs") ?? limits.slowTurn
    limits.logByteCount = object.integer("logBytes", 1_024...(1 << 26)) ?? limits.logByteCount
    return limits
  }
}
