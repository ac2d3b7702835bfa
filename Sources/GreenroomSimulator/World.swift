package import GreenroomBindings
package import GreenroomHostCore

/// One simulated host with everything around it: virtual time, one random source, one thread.
///
/// Whatever happens is written into the trace, so that two runs of a seed can be compared byte for byte.
package final class World: HostEnvironment {
  let time = VirtualTime()
  var dice: RandomSource
  private let jobs = SimulatedExecutor()
  private lazy var starter = SimulatedProcessStarter(world: self)
  private(set) var trace: [String] = []
  /// Requests that a service has read whole, and by how many of its processes, from the first on that does not declare
  /// that it may be sent again.
  package private(set) var readByServices: [String: Int] = [:]
  private var readAtAll: Set<String> = []
  /// How often a request was read that another process had read before it, as it may be if that one declared so.
  package private(set) var repeatCount = 0
  /// Changes that the next reloads of the configuration bring, in order.
  var reloads: [ReloadChange] = []
  /// No peer begins anything new: the run waits until all is settled.
  var isEnding = false
  /// The totals of the ledgers when they were last looked at.
  var totals = (read: 0, made: 0, meant: 0)
  /// What the judge and the peers found, in the order of finding.
  package private(set) var violations: [String] = []
  /// Simulated processes that have been started and have not ended.
  var living: [SimulatedProcess] = []
  private var isTurnPlanned = false

  /// Bytes of one pipe towards a peer: a page is what the system gives to a user who has too many.
  let pipeCapacity: Int

  /// The lie of this run, if it is one that must be found out.
  let sabotage: Sabotage?
  /// Outputs that presenters have read, for the sabotage that overlooks one.
  var readOutputCount = 0

  package init(seed: UInt64, sabotage: Sabotage? = nil) {
    dice = RandomSource(seed: seed)
    pipeCapacity = seed % 4 < 2 ? 4 << 10 : 64 << 10
    self.sabotage = sabotage
  }

  // MARK: HostEnvironment

  package var scheduler: any Scheduler { time }
  package var processes: any ProcessStarter { starter }
  package var executor: any SerialExecutor & TaskExecutor { jobs }
  package var processID: Int { 1 }
  package var roughMilliseconds: Int { scheduler.now.milliseconds }
  package func random() -> UInt64 { dice.next() }
  package func runQueuedJobs() { jobs.drain() }

  package func requestTurn() {
    guard !isTurnPlanned else { return }
    isTurnPlanned = true
    time.schedule(after: .zero) { [weak self] in self?.isTurnPlanned = false }
  }

  package func log(_ level: LogLevel, _ part: String, _ message: @autoclosure () -> String) {
    note("log \(level) \(part): \(message())")
  }

  /// Decides how the next process of an entry misbehaves.
  func fault(next plugin: String, _ fault: PeerFault) { starter.nextFault[plugin] = fault }

  /// A service has read a request whole.
  package func read(_ request: String, isRepeatable: Bool) {
    if !readAtAll.insert(request).inserted { repeatCount += 1 }
    if isRepeatable, readByServices[request] == nil { return }
    readByServices[request, default: 0] += sabotage == .requestReadTwice ? 2 : 1
  }

  // MARK: Trace

  func note(_ text: String) { trace.append("\(time.now.microseconds) \(text)") }

  func violate(_ text: String) {
    note("VIOLATION \(text)")
    violations.append(text)
  }
}
