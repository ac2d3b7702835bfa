import GreenroomHostCore
import GreenroomJSONLines

extension ConfigurationLoader {
  /// One entry of `plugins`.
  func plugin(_ name: String, _ object: Object, _ finder: PluginFinder) -> PluginConfiguration {
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
    if let folder = object.string("workingDirectory").map(finder.path) {
      plugin.workingDirectory = folder
      if let error = finder.checkFolder(folder) {
        object.reader.report(
          at: object.member("workingDirectory")?.range.lowerBound, object.path("workingDirectory"), error.sentence)
      }
    }
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
          "expected \(known.joined(separator: ", ")), found \"\(policy)\""
            + Suggestion.phrase(for: policy, among: known))
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

  /// What every plugin may know of the host's environment, beside `LC_*`; anything else is named by its entry.
  package static let allowedVariables = ["PATH", "HOME", "XDG_STATE_HOME", "LANG", "TZ", "TMPDIR"]

  /// Whether a variable of the host's environment gets to every plugin.
  package static func isAllowed(_ variable: String) -> Bool {
    allowedVariables.contains(variable) || variable.hasPrefix("LC_")
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
      case .string(let text): value = object.reader.checked(text, at: offset, path)
      case .object:
        guard let reference = object.reader.object(member.node, path) else { continue }
        reference.allow(["from"])
        guard let source = reference.requiredString("from") else { continue }
        value = environment.first { $0.name == source }?.value
        if value == nil {
          object.reader.report(
            at: offset, path, "the host's environment has no variable \(source); set it before the start")
        }
      default:
        object.reader.report(
          at: offset, path, #"expected a string or {"from": "VARIABLE"}, found \#(member.node.kindName)"#)
      }
      if let value {
        variables.removeAll { $0.name == member.name }
        variables.append(EnvironmentVariable(name: member.name, value: value))
      }
    }
    return variables.sorted { $0.name < $1.name }
  }
}
