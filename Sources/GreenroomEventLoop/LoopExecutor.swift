import CLibuv
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The executor of everything that runs on the loop's thread: jobs wait in a queue until the loop drains it.
///
/// A serial executor for actors and a task executor for tasks: with both a task that calls an actor stays on the thread.
/// `enqueue` may be called from any thread; from another one it wakes the loop. After `close` it traps, since the job
/// would never run: an actor must not outlive its loop.
package final class LoopExecutor: SerialExecutor, TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// An empty array with room, so that a drain allocates nothing.
    var spare: [UnownedJob] = []
    var isClosed = false
    /// A wake-up is under way; another one would tell nothing new.
    var isWaking = false
  }

  private let state = Mutex(State())
  /// The length of the queue, to be read without the lock.
  private let count = Atomic<Int>(0)
  /// Only the loop's thread looks at it; atomic so that the class is Sendable without a promise.
  private let isDraining = Atomic<Bool>(false)
  private let thread: CInt
  private let wakeLoop: @Sendable () -> Void

  /// Jobs that make jobs get so many rounds at a time: a task that yields for ever must not keep the loop from its events.
  private static let roundLimit = 64
  /// A closing loop waits longer for the last jobs to come to an end.
  private static let closingRoundLimit = 4096

  /// - Parameters:
  ///   - thread: the loop's, by gettid(2).
  ///   - wake: makes the loop come round; called under the lock that also guards 'is closed'.
  init(thread: CInt, wake: @escaping @Sendable () -> Void) {
    self.thread = thread
    wakeLoop = wake
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isOnLoop = isOnLoop
    state.withLock { state in
      // Not a precondition, whose text a release build leaves out: this one is read by those who write actors.
      if state.isClosed { fatalError("a job was enqueued on a loop that is closed: an actor has outlived its loop") }
      state.jobs.append(job)
      count.store(state.jobs.count, ordering: .releasing)
      // On its own thread the loop drains before it waits.
      if !isOnLoop { wake(&state) }
    }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    // SAFETY: whoever gets the reference is kept from outliving the loop by the trap in `enqueue`.
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    // SAFETY: as above.
    unsafe UnownedTaskExecutor(ordinary: self)
  }

  package func checkIsolated() {
    if !isOnLoop { fatalError("this must run on the loop's thread") }
  }

  package func isIsolatingCurrentContext() -> Bool? { isOnLoop }

  /// Whether the caller runs on the loop's thread.
  package var isOnLoop: Bool { greenroom_thread_id() == thread }

  /// Makes the loop come round once. From any thread; nothing happens after `close`.
  package func wake() {
    state.withLock { state in
      if !state.isClosed { wake(&state) }
    }
  }

  private func wake(_ state: inout State) {
    guard !state.isWaking else { return }
    state.isWaking = true
    wakeLoop()
  }

  /// The wake-up has arrived: the next one counts again. On the loop's thread.
  func wakeArrived() { state.withLock { $0.isWaking = false } }

  // MARK: Draining

  /// Whether jobs wait.
  package var hasJobs: Bool { count.load(ordering: .acquiring) > 0 }

  /// Runs the jobs that wait, and those that they make. On the loop's thread.
  ///
  /// Called within a job it does nothing: an actor is not entered in the middle of a turn of its own. Jobs that go on making
  /// jobs are left to the next turn after some rounds.
  package func drain() {
    guard hasJobs else { return }
    precondition(isOnLoop, "BUG: a loop was drained on another thread")
    drain(rounds: Self.roundLimit)
  }

  private func drain(rounds: Int) {
    guard !isDraining.load(ordering: .relaxed) else { return }
    isDraining.store(true, ordering: .relaxed)
    defer { isDraining.store(false, ordering: .relaxed) }
    for _ in 0..<rounds {
      var batch = takeBatch()
      if batch.isEmpty { return }
      for job in batch {
        // SAFETY: each job was taken out of the queue once, so that it runs once.
        unsafe job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
      batch.removeAll(keepingCapacity: batch.capacity <= Self.spareLimit)
      giveBack(&batch)
    }
  }

  /// Room for so many jobs is kept between drains; a burst gives its memory back.
  private static let spareLimit = 4096

  private func takeBatch() -> [UnownedJob] {
    state.withLock { state in
      guard !state.jobs.isEmpty else { return [] }
      let batch = state.jobs
      state.jobs = state.spare
      state.spare = []
      count.store(0, ordering: .releasing)
      return batch
    }
  }

  private func giveBack(_ batch: inout [UnownedJob]) {
    state.withLock { [batch] state in state.spare = batch }
    batch = []
  }

  // MARK: Closing

  /// Runs what waits; from here on nothing may be enqueued. On the loop's thread.
  ///
  /// - Returns: the number of jobs that will never run.
  func close() -> Int {
    precondition(isOnLoop && !isDraining.load(ordering: .relaxed), "BUG: a loop was closed by one of its jobs")
    for _ in 0..<Self.closingRoundLimit {
      // Empty and closed in one step: another thread is either in time or gets the trap.
      let isDone = state.withLock { state in
        state.isClosed = state.jobs.isEmpty
        return state.isClosed
      }
      if isDone { return 0 }
      drain(rounds: 1)
    }
    return state.withLock { state in
      state.isClosed = true
      return state.jobs.count
    }
  }
}
