import GreenroomEventLoop
import GreenroomHostCore
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// Starts plugins as child processes.
final class ChildProcessStarter: ProcessStarter {
  private let loop: Loop

  init(loop: Loop) {
    self.loop = loop
  }

  func start(
    _ plugin: PluginConfiguration, as role: PluginRole, observer: any ProcessObserver
  ) throws(ProcessStartError) -> any PluginProcess {
    let specification = ProcessSpecification(
      executable: plugin.executable, arguments: plugin.arguments,
      environment: plugin.environment.map { ($0.name, $0.value) }, workingDirectory: plugin.workingDirectory,
      inheritedDescriptors: plugin.inherit.map(Self.descriptor))
    do {
      return try RunningPlugin(
        specification, loop: loop,
        pipeCapacity: role == .service ? ChildProcess.pipeCapacity : nil, observer: observer)
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
  private let relay: Relay

  init(
    _ specification: ProcessSpecification, loop: Loop, pipeCapacity: Int?,
    observer: any ProcessObserver
  ) throws(LoopError) {
    let relay = Relay(observer)
    self.relay = relay
    let process = try ChildProcess(
      specification, loop: loop, pipeCapacity: pipeCapacity,
      onStartFailure: { error in relay.observer?.processFailedToStart(ProcessStartError(error.description)) },
      onExit: { status in
        switch status {
        case .exited(let code): relay.observer?.processExited(.exited(code))
        case .signalled(let signal): relay.observer?.processExited(.signalled(signal))
        }
      })
    self.process = process
    stream = ChannelStream(process.wire)
    errors = process.standardError
    errors.startReading(
      atMost: Self.errorByteCount, onBytes: { bytes in relay.observer?.processLogged(bytes) },
      onEnd: { [weak errors] _ in errors?.close() })
  }

  /// Standard error in one turn: each byte may be a line, and the neighbours wait meanwhile.
  private static let errorByteCount = 4 << 10

  var pid: Int? { process?.pid }
  var wire: any ByteStream { stream }
  // The group outlives its leader: a grandchild in it is still reached.
  func terminate() { process?.signalGroup(SIGTERM) }
  func kill() { process?.signalGroup(SIGKILL) }
  func readRest() {
    errors.readAvailable()
    stream.readRest()
  }

  func release() {
    process?.signalGroup(SIGKILL)
    errors.close()
    process?.close()
    process = nil
    relay.observer = nil
  }

  /// Holds the observer until `release` breaks the circle; no weak reference, which would slow down every access to it.
  private final class Relay {
    var observer: (any ProcessObserver)?
    init(_ observer: any ProcessObserver) { self.observer = observer }
  }
}
