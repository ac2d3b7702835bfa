import GreenroomBindings
import GreenroomEventLoop
import GreenroomHostCore

#if canImport(Glibc)
  import Glibc
#endif

/// The outside of a real host: libuv's clock and timers, child processes, the system's randomness, standard error.
final class LoopEnvironment: HostEnvironment {
  let loop: Loop
  let scheduler: any Scheduler
  let processes: any ProcessStarter
  private let jobs: LoopExecutor
  private let record: StandardErrorLog
  private var generator = SystemRandomNumberGenerator()

  init(loop: Loop, log: StandardErrorLog) {
    self.loop = loop
    jobs = loop.executor
    record = log
    scheduler = LoopScheduler(loop: loop)
    processes = ChildProcessStarter(loop: loop)
  }

  var executor: any SerialExecutor & TaskExecutor { loop.executor }
  var processID: Int { Int(getpid()) }
  var roughMilliseconds: Int { loop.roughMilliseconds }
  func random() -> UInt64 { generator.next() }
  func runQueuedJobs() { jobs.drain() }
  func requestTurn() { loop.scheduleNextTurn() }
  func log(_ level: LogLevel, _ part: String, _ message: @autoclosure () -> String) {
    guard level >= record.level else { return }
    record.write(level, part, message())
  }
}

/// One-shot timers of the loop; each frees itself after it has fired or was cancelled.
final class LoopScheduler: Scheduler {
  private let loop: Loop
  init(loop: Loop) { self.loop = loop }

  var now: Duration { loop.now }

  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> any ScheduledAction {
    let scheduled = ScheduledTimer(LoopTimer(loop: loop))
    scheduled.start(after: delay, action)
    return scheduled
  }
}

private final class ScheduledTimer: ScheduledAction {
  private var timer: LoopTimer?
  init(_ timer: LoopTimer) { self.timer = timer }

  func start(after delay: Duration, _ action: @escaping () -> Void) {
    timer?.start(after: delay) { [self] in
      guard timer != nil else { return }
      cancel()
      action()
    }
  }

  func cancel() {
    timer?.stop()
    timer?.close()
    timer = nil
  }
}

/// The seam's byte stream over one of the loop's channels.
final class ChannelStream: ByteStream {
  @exclusivity(unchecked) var receiver: (any ByteStreamReceiver)?
  private let channel: ByteChannel
  private var isClosed = false

  init(_ channel: ByteChannel) { self.channel = channel }

  func start() {
    channel.startReading(
      onBytes: { [unowned self] bytes in receiver?.received(bytes) },
      onEnd: { [unowned self] error in receiver?.streamEnded(error?.description) })
  }

  func write(_ bytes: Span<UInt8>) -> WriteOutcome {
    switch channel.write(bytes) {
    case .accepted(let count): .taken(count)
    case .blocked: .taken(0)
    case .broken(let error): .broken(error.description)
    }
  }

  func awaitWritable() {
    channel.awaitWritable { [unowned self] in receiver?.streamIsWritable() }
  }

  func pauseReading() { channel.pauseReading() }
  func resumeReading() { channel.resumeReading() }
  func closeWriting() { channel.closeWriting() }
  func readRest() { channel.readAvailable() }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    channel.close()
  }
}
