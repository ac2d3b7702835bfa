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
    var isClosed = false
    /// A wake-up is under way; another one would tell nothing new.
    var isWaking = false
  }

  private let state = Mutex(State())
  /// The length of the queue, to be read without the lock.
  private let count = Atomic<Int>(0)
  private let thread: pid_t
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - thread: the loop's, by gettid(2).
  ///   - wake: makes the loop come round; called under the lock that also guards 'is closed'.
  init(thread: pid_t, wake: @escaping @Sendable () -> Void) {
    self.thread = thread
    self.wake = wake
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isOnLoop = greenroom_thread_id() == thread
    state.withLock { state in
      precondition(!state.isClosed, "a job was enqueued on a loop that is closed: an actor has outlived its loop")
      state.jobs.append(job)
      count.store(state.jobs.count, ordering: .releasing)
      if !isOnLoop, !state.isWaking {
        state.isWaking = true
        wake()
      }
    }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
  package func asUnownedTaskExecutor() -> UnownedTaskExecutor { unsafe UnownedTaskExecutor(ordinary: self) }

  package func checkIsolated() {
    precondition(greenroom_thread_id() == thread, "this must run on the loop's thread")
  }

  package func isIsolatingCurrentContext() -> Bool? { greenroom_thread_id() == thread }

  /// Whether jobs wait.
  var hasJobs: Bool { count.load(ordering: .acquiring) > 0 }

  /// Runs the jobs that wait, and those that they make, to the last. On the loop's thread.
  package func drain() {
    guard hasJobs else { return }
    while true {
      let batch = state.withLock { state in
        let jobs = state.jobs
        state.jobs = []
        state.isWaking = false
        count.store(0, ordering: .releasing)
        return jobs
      }
      if batch.isEmpty { return }
      for job in batch {
        // SAFETY: each job was taken out of the queue once, so that it runs once.
        unsafe job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
    }
  }

  /// From here on nothing may be enqueued.
  func close() {
    drain()
    state.withLock { $0.isClosed = true }
  }
}
