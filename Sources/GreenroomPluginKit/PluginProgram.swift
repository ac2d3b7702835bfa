#if canImport(Glibc)
  import Glibc
#endif

/// The process around a plugin.
enum PluginProgram {
  /// The program's file name, by which it names itself to the host.
  static let name: String = {
    let path = CommandLine.arguments.first ?? "plugin"
    return path.split(separator: "/").last.map(String.init) ?? path
  }()

  /// Takes over the standard streams and runs the plugin on them.
  static func run(_ definition: PluginDefinition) async -> PluginExitCode {
    if isatty(STDIN_FILENO) == 1 {
      PluginLog.write("\(name) is a plugin of Greenroom: it expects JSON lines of its host on standard input (^D ends)")
    }
    do {
      let wire = try Wire.takeStandardStreams()
      return await PluginSession(definition, wire: wire).run()
    } catch {
      PluginLog.write("\(name): \(error.description)")
      return .usage
    }
  }
}
