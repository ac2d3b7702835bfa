import GreenroomBindings
import GreenroomHostCore

/// One simulated host with everything around it: virtual time, one random source, one thread.
///
/// Whatever happens is written into the trace, so that two runs of a seed can be compared byte for byte.
final class World: HostEnvironment {
  let time = VirtualTime()
  var dice: RandomSource
  private let jobs = SimulatedExecutor()
  private lazy var starter = SimulatedProcessStarter(world: self)
  private(set) var trace: [String] = []
  /// Ids of requests that a service has read whole, and how often over all its processes.
  var readByServices: [String: Int] = [:]
  private(set) var violations: [String] = []
  /// Simulated processes that have been started and have not ended.
  var living: [SimulatedProcess] = []
  private var isTurnPlanned = false

  init(seed: UInt64) { dice = RandomSource(seed: seed) }

  // MARK: HostEnvironment

  var scheduler: any Scheduler { time }
  var processes: any ProcessStarter { starter }
  var executor: any SerialExecutor & TaskExecutor { jobs }
  var processID: Int { 1 }
  func random() -> UInt64 { dice.next() }
  func runQueuedJobs() { jobs.drain() }

  func requestTurn() {
    guard !isTurnPlanned else { return }
    isTurnPlanned = true
    time.schedule(after: .zero) { [weak self] in self?.isTurnPlanned = false }
  }

  func log(_ level: LogLevel, _ part: String, _ message: @autoclosure () -> String) {
    note("log \(level) \(part): \(message())")
  }

  /// Decides how the next process of an entry misbehaves.
  func fault(next plugin: String, _ fault: PeerFault) { starter.nextFault[plugin] = fault }

  // MARK: Trace

  func note(_ text: String) { trace.append("\(time.now.microseconds) \(text)") }

  func violate(_ text: String) {
    note("VIOLATION \(text)")
    violations.append(text)
  }
}
