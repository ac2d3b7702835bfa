import GreenroomBindings
import GreenroomEventLoop
import GreenroomHostCore
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// `greenroom run`: the loop, the core, the control socket and the signals, from start to stop.
final class HostProgram {
  private let configuration: HostConfiguration
  private let types: [ViewModelType]
  private let socket: ControlSocketPath
  private let log: StandardErrorLog
  /// Reads the configuration file again; the text says what is wrong.
  private let load: () -> Result<HostConfiguration, ErrorObject>
  /// The configuration file, if it is read again whenever it has changed.
  private let watched: String?
  private var exitStatus = 0

  init(
    _ configuration: HostConfiguration, types: [ViewModelType], socket: ControlSocketPath,
    log: StandardErrorLog, watched: String?,
    load: @escaping () -> Result<HostConfiguration, ErrorObject>
  ) {
    self.configuration = configuration
    self.types = types
    self.socket = socket
    self.log = log
    self.watched = watched
    self.load = load
  }

  /// Runs until it is stopped.
  ///
  /// - Returns: the exit status: 0, or that of a significant plugin.
  /// - Throws: what keeps the host from starting: no loop, another host of this name, a folder that cannot be made.
  func run() throws(LoopError) -> Int {
    LoopSignal.ignoreBrokenPipes()
    LoopSignal.unblockAll()
    Self.fillStandardDescriptors()
    let loop = try Loop()
    defer { loop.close() }
    // Held before the socket is touched: of two hosts of one name exactly one goes on.
    let lock = try socket.acquire()
    defer { lock.close() }
    let listener = try UnixSocketListener(loop: loop, path: socket.path)
    defer {
      listener.close()
      socket.remove()
    }
    let environment = LoopEnvironment(loop: loop, log: log)
    let core = HostCore(configuration, types: types, version: GreenroomApp.version, environment: environment)
    loop.onEndOfTurn = { core.turns.endOfTurn(mayWait: true) }

    var clientCount = 0
    listener.start { [log] channel, credentials in
      guard credentials.uid == geteuid() else {
        log.write(.warning, "control", "a connection of user \(credentials.uid) was refused")
        return channel.close()
      }
      clientCount += 1
      core.accept(ChannelStream(channel), name: "control-\(clientCount)")
    }

    var signals: [LoopSignal] = []
    for number in [SIGINT, SIGTERM] {
      signals.append(
        try LoopSignal(loop: loop, number: number) { [log] in
          if core.isStopping {
            log.write(.warning, "host", "a second signal: no more waiting")
            core.stopNow()
          } else {
            log.write(.info, "host", "stopping on signal \(number)")
            core.stop()
          }
        })
    }
    let reload = { [log, load] in
      switch load() {
      case .success(let configuration):
        core.reload(configuration) { result in
          for change in result.changes { log.write(.info, "reload", change) }
          for failure in result.failures { log.write(.error, "reload", failure) }
        }
      case .failure(let error):
        for line in error.message.split(separator: "\n") { log.write(.error, "reload", String(line)) }
      }
    }
    signals.append(try LoopSignal(loop: loop, number: SIGHUP, reload))
    let watcher = try watched.map { path throws(LoopError) in
      try ConfigurationWatcher(path, loop: loop) { if !core.isStopping { reload() } }
    }
    core.onReload = load
    core.onStopRequest = { [log] in
      log.write(.info, "host", "stopping: a client has asked for it")
      core.stop()
    }
    core.onStarted = { [log, socket, configuration] in
      log.line("greenroom \(GreenroomApp.version): ready, \(configuration.name) on control socket \(socket.path)")
    }
    core.onStopped = { [weak self] status in
      self?.exitStatus = status
      for signal in signals { signal.close() }
      watcher?.close()
      loop.stop()
    }
    defer {
      // The core is held by the signals and the loop, and these by it.
      loop.onEndOfTurn = nil
      core.onStopped = nil
      core.onStopRequest = nil
      core.onReload = nil
      core.onStarted = nil
    }
    defer { log.finish() }
    core.start()
    loop.run()
    return exitStatus
  }

  /// A host that was started with a closed standard stream must not get a pipe of its own under that number.
  private static func fillStandardDescriptors() {
    for descriptor in CInt(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
    }
  }
}
