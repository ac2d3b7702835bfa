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
      "program", "arguments", "environment", "configuration", "restart", "significant", "startDeadlineMs",
      "heartbeatMs",
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

  let viewModelTypes: [String]
  private let executableFolder: String
  private let pluginFolders: [String]
  let environment: [(name: String, value: String)]

  /// A loader for the files of one program.
  ///
  /// - Parameters:
  ///   - viewModelTypes: the names that the app has registered.
  ///   - executableFolder: of the running program; plugins are looked for beside it first.
  ///   - pluginFolders: where they are looked for then, in this order.
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

  /// Reads and checks a file.
  ///
  /// - Parameters:
  ///   - path: of the file; its folder is that of relative paths in it.
  ///   - mayWait: for a pipe in its place; a running host has no time for that.
  /// - Returns: the configuration, every name resolved.
  /// - Throws: everything that is wrong with it: up to twenty problems, and how many more there are.
  package func load(_ path: String, mayWait: Bool = false) throws(ConfigurationError) -> HostConfiguration {
    let text: [UInt8]
    do {
      text = try FileBytes.read(path, limit: Self.fileLimit, mayWait: mayWait)
    } catch {
      throw ConfigurationError(
        file: path, problems: [.init(position: nil, path: "", message: "cannot be read: \(error.sentence)")])
    }
    return try load(text, file: path)
  }

  /// Checks a text.
  ///
  /// - Parameters:
  ///   - text: strict JSON.
  ///   - file: for messages, and its folder for relative paths.
  /// - Returns: the configuration, every name resolved.
  /// - Throws: everything that is wrong with it: up to twenty problems, and how many more there are.
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

  typealias Object = ConfigurationReader.Object

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
      reader.report(
        at: top.offset, "viewModels", "the configuration has no view model, so that there is nothing to run")
    }
    return configuration
  }
}
