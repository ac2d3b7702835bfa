import GreenroomBindings
import GreenroomEventLoop
import GreenroomHostCore
import GreenroomProtocol
import GreenroomTerminalText

extension GreenroomApp {
  /// Runs one command line, without the program's name.
  ///
  /// - Returns: the exit code of the process.
  func run(_ arguments: [String]) -> Int32 {
    let invocation: Invocation
    do {
      invocation = try CommandLineParser.parse(arguments)
    } catch {
      StandardOutput.complain(error.message)
      StandardOutput.complain("greenroom --help shows the commands")
      return ExitCode.usage.rawValue
    }
    do throws(CommandFailure) {
      switch invocation.command {
      case .help(let verb):
        StandardOutput.line(CommandLineParser.help(for: verb))
      case .version: StandardOutput.line("greenroom \(Self.version)")
      case .check(let path):
        let configuration = try load(path, mayWait: true)
        StandardOutput.line(
          "\(path): good; \(configuration.plugins.count) plugins, \(configuration.services.count) services, "
            + "\(configuration.viewModels.count) view models, \(configuration.presenters.count) presenters")
      case .run(let path, let watches): return try host(path, watches: watches, invocation)
      default:
        StandardOutput.fillClosedDescriptors()
        let name = invocation.host ?? "host"
        let socket = socketPath(invocation, defaultName: name)
        let connection = try ControlConnection(socket, hostName: invocation.socket == nil ? name : nil)
        let style = invocation.isPlain ? .plain : StandardOutput.style
        let code = try ClientCommands(connection: connection, socket: socket, style: style).run(invocation.command)
        if code != .success { return code.rawValue }
      }
      if let problem = StandardOutput.problem { throw CommandFailure(.failure, problem) }
      return ExitCode.success.rawValue
    } catch {
      for message in error.messages { StandardOutput.complain(message) }
      return error.code.rawValue
    }
  }

  private func socketPath(_ invocation: Invocation, defaultName: String) -> ControlSocketPath {
    if let path = invocation.socket { return ControlSocketPath(path: path) }
    return ControlSocketPath(hostName: invocation.host ?? defaultName)
  }

  private func load(_ path: String, mayWait: Bool = false) throws(CommandFailure) -> HostConfiguration {
    let loader = ConfigurationLoader(
      viewModelTypes: viewModels.map(\.name), executableFolder: ProcessEnvironment.executableFolder,
      pluginFolders: Self.pluginFolders, environment: ProcessEnvironment.all)
    do {
      return try loader.load(path, mayWait: mayWait)
    } catch {
      throw CommandFailure(.badConfiguration, error.lines)
    }
  }

  /// Where plugins are looked for after the folder of the executable.
  static var pluginFolders: [String] {
    var folders = (ProcessEnvironment.value("GREENROOM_PLUGINS") ?? "").split(separator: ":").map(String.init)
    folders.append(ProcessEnvironment.executableFolder + "/../libexec/greenroom")
    if let home = ProcessEnvironment.value("HOME") { folders.append(home + "/.local/lib/greenroom/plugins") }
    return folders + ["/usr/local/lib/greenroom/plugins", "/usr/lib/greenroom/plugins"]
  }

  private func host(_ path: String, watches: Bool, _ invocation: Invocation) throws(CommandFailure) -> Int32 {
    let configuration = try load(path, mayWait: true)
    let program = HostProgram(
      configuration, types: viewModels, socket: socketPath(invocation, defaultName: configuration.name),
      log: StandardErrorLog(level: invocation.verbose ? .debug : .info),
      watched: watches ? path : nil,
      load: {
        do throws(CommandFailure) {
          return .success(try load(path))
        } catch {
          return .failure(
            ErrorObject(.refused, (["the host runs on as before:"] + error.messages).joined(separator: "\n")))
        }
      })
    do {
      return Int32(truncatingIfNeeded: try program.run())
    } catch {
      throw CommandFailure(.failure, error.description)
    }
  }
}
