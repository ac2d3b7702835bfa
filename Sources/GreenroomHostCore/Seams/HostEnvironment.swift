package import GreenroomBindings

/// Everything that reaches the core from outside: time, chance, processes, the loop's turns and the log.
///
/// With the libuv version the core is the host; with the simulator's it runs on virtual time from a seed.
package protocol HostEnvironment: AnyObject {
  /// Monotonic time and timers.
  var scheduler: any Scheduler { get }
  /// Monotonic milliseconds that may be some too old, for next to nothing: for what is measured in tens of them.
  var roughMilliseconds: Int { get }
  /// Starts plugins.
  var processes: any ProcessStarter { get }
  /// The executor of the view models.
  var executor: any SerialExecutor & TaskExecutor { get }
  /// A number that a seed decides in a simulation.
  func random() -> UInt64
  /// Runs the jobs that the executor has queued, to the last.
  func runQueuedJobs()
  /// Asks for `HostCore.endOfTurn` soon, even if no event comes.
  func requestTurn()
  /// The id of the host's own process.
  var processID: Int { get }
  /// One record of the log; never a payload.
  func log(_ level: LogLevel, _ part: String, _ message: @autoclosure () -> String)
}

/// How much a record of the log matters.
package enum LogLevel: Int, Comparable, Sendable {
  case debug, info, warning, error
  package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
