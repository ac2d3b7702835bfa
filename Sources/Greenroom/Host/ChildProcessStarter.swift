import GreenroomEventLoop
import GreenroomHostCore

/// Starts plugins as child processes through the launcher.
final class ChildProcessStarter: ProcessStarter {
  private let loop: Loop
  private let launcher: String

  init(loop: Loop, launcher: String) {
    self.loop = loop
    self.launcher = launcher
  }

  func start(_ plugin: PluginConfiguration, observer: any ProcessObserver) throws(ProcessStartError)
    -> any PluginProcess
  {
    let specification = ProcessSpecification(
      executable: plugin.executable, arguments: plugin.arguments,
      environment: plugin.environment.map { ($0.name, $0.value) }, workingDirectory: plugin.workingDirectory,
      inheritedDescriptors: plugin.inherit.enumerated().map { (host: Self.descriptor(of: $1), child: CInt(3 + $0)) })
    do {
      return try RunningPlugin(specification, launcher: launcher, loop: loop, observer: observer)
    } catch {
      throw ProcessStartError("\(plugin.executable): \(error.description)")
    }
  }

  private static func descriptor(of stream: InheritedStream) -> CInt {
    switch stream {
    case .stdout: 1
    }
  }
}

/// One child process with its three pipes.
private final class RunningPlugin: PluginProcess {
  private var process: ChildProcess?
  private let stream: ChannelStream
  private let errors: ByteChannel
  private var hasExited = false

  init(
    _ specification: ProcessSpecification, launcher: String, loop: Loop, observer: any ProcessObserver
  ) throws(LoopError) {
    let relay = Relay(observer)
    let process = try ChildProcess.start(
      specification, launcher: launcher, loop: loop,
      onStartFailure: { error in relay.observer?.processFailedToStart(ProcessStartError(error.description)) },
      onExit: { status in
        relay.hasExited?()
        switch status {
        case .exited(let code): relay.observer?.processExited(.exited(Int(code)))
        case .signalled(let signal): relay.observer?.processExited(.signalled(Int(signal)))
        }
      })
    self.process = process
    stream = ChannelStream(process.wire)
    errors = process.standardError
    relay.hasExited = { [weak self] in self?.hasExited = true }
    errors.startReading(
      onBytes: { bytes in relay.observer?.processLogged(bytes) },
      onEnd: { [weak errors] _ in errors?.close() })
  }

  var pid: Int? { process.map { Int($0.pid) } }
  var wire: any ByteStream { stream }
  // The group outlives its leader: a grandchild in it is still reached.
  func terminate() { process?.signalGroup(.terminate) }
  func kill() { process?.signalGroup(.kill) }
  func readRest() {
    errors.readAvailable()
    stream.readRest()
  }

  func release() {
    process?.signalGroup(.kill)
    errors.close()
    process?.close()
    process = nil
  }

  /// Breaks the circle between the process, which calls, and its observer.
  private final class Relay {
    weak var observer: (any ProcessObserver)?
    var hasExited: (() -> Void)?
    init(_ observer: any ProcessObserver) { self.observer = observer }
  }
}
