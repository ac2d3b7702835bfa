import GreenroomBindings
import GreenroomHostCore
import GreenroomProtocol
import Synchronization

/// Everything outside a core, stepped by hand: time, processes as fakes that a test speaks for, and the log.
final class FakeEnvironment: HostEnvironment {
  let time = FakeTime()
  let starter = FakeStarter()
  private let jobs = FakeExecutor()
  private(set) var records: [String] = []

  var scheduler: any Scheduler { time }
  var processes: any ProcessStarter { starter }
  var executor: any SerialExecutor & TaskExecutor { jobs }
  var processID: Int { 42 }
  /// Jitter of zero with the default of 20 percent.
  var roughMilliseconds: Int { scheduler.now.milliseconds }
  func random() -> UInt64 { 20 }
  func runQueuedJobs() { jobs.drain() }
  private(set) var requestedTurnCount = 0
  func requestTurn() { requestedTurnCount += 1 }
  func log(_ level: LogLevel, _ part: String, _ message: @autoclosure () -> String) {
    records.append("\(level) \(part): \(message())")
  }
}

/// Time that a test moves.
final class FakeTime: Scheduler {
  private(set) var now: Duration = .seconds(500)
  /// The next one first; of those that are due at the same time, the one that was scheduled first.
  private var actions: [Action] = []

  private final class Action: ScheduledAction {
    let at: Duration
    var perform: (() -> Void)?
    init(at: Duration, _ perform: @escaping () -> Void) {
      self.at = at
      self.perform = perform
    }
    func cancel() { perform = nil }
  }

  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> any ScheduledAction {
    let action = Action(at: now + delay, action)
    let later = actions.reversed().prefix { $0.at > action.at }.count
    actions.insert(action, at: actions.count - later)
    return action
  }

  /// Performs the next action that is due up to `limit`.
  ///
  /// - Returns: false if there is none; then it is `limit`.
  func step(upTo limit: Duration) -> Bool {
    while let next = actions.first, next.at <= limit {
      actions.removeFirst()
      guard let perform = next.perform else { continue }
      now = max(now, next.at)
      next.perform = nil
      perform()
      return true
    }
    now = limit
    return false
  }
}

/// Runs jobs when the core says so, on the thread of the test.
final class FakeExecutor: SerialExecutor, TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
  func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
  func checkIsolated() {}
  func isIsolatingCurrentContext() -> Bool? { true }

  func drain() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }
}
