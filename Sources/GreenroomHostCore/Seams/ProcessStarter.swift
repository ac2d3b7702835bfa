package import GreenroomProtocol

/// The seam for processes: starts a plugin's program, as a child process or as a simulated peer.
package protocol ProcessStarter: AnyObject {
  /// Starts a program; a failure that shows at once is thrown, one that shows later comes as `processFailedToStart`.
  ///
  /// The role decides the pipes: a service's are made large; a presenter's stay small, since state inside a pipe cannot
  /// be conflated.
  func start(
    _ plugin: PluginConfiguration, as role: PluginRole, observer: any ProcessObserver
  ) throws(ProcessStartError) -> any PluginProcess
}

/// A running plugin. Confined to the loop's thread; kept until `processExited` and the end of its streams.
package protocol PluginProcess: AnyObject {
  /// nil before the process exists and in a simulation that has none.
  var pid: Int? { get }
  /// The plugin's standard input and output: its wire.
  var wire: any ByteStream { get }
  /// SIGTERM to the process's group.
  func terminate()
  /// SIGKILL to the process's group.
  func kill()
  /// Reads what is in the pipes of an exited process and at most one system buffer more, then ends the stream.
  func readRest()
  /// Frees what belongs to the process. Called once, after it has exited.
  func release()
}

/// Who is told what becomes of a process.
package protocol ProcessObserver: AnyObject {
  /// The program could not be executed; `processExited` does not follow.
  func processFailedToStart(_ error: ProcessStartError)
  func processExited(_ status: ExitStatus)
  /// Bytes of the plugin's standard error.
  func processLogged(_ bytes: Span<UInt8>)
}

/// Why a program did not start, as one sentence with path and cause.
package struct ProcessStartError: Error, Equatable, CustomStringConvertible {
  package var description: String
  package init(_ description: String) { self.description = description }
}

/// How a process ended.
package enum ExitStatus: Equatable, Sendable, CustomStringConvertible {
  case exited(Int)
  case signalled(Int)

  package var isSuccess: Bool { self == .exited(0) }
  package var description: String {
    switch self {
    case .exited(let code): "exited with status \(code)"
    case .signalled(let signal): "was ended by signal \(signal)"
    }
  }

  /// The status that a host takes over from a significant plugin: 128 + n for a signal, as a shell does.
  package var hostStatus: Int {
    switch self {
    case .exited(let code): code
    case .signalled(let signal): 128 + signal
    }
  }
}
