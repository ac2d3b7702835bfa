import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// An executor that runs its jobs when a test says so, on the test's thread.
package final class ManualExecutor: SerialExecutor, TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let isEntered = Atomic<Bool>(false)

  /// Makes an executor without jobs.
  package init() {}

  /// Takes a job from any thread; it waits for `enter`.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Whether no job waits. Jobs may come from any thread.
  package var isIdle: Bool { jobs.withLock(\.isEmpty) }

  /// Runs a body as code of this executor, then every job that it has led to.
  package func enter<Result>(_ body: () -> Result) -> Result {
    if isCurrent { return body() }
    precondition(
      !isEntered.exchange(true, ordering: .sequentiallyConsistent), "BUG: two threads use one rig at the same time")
    let outer = CurrentExecutor.address
    CurrentExecutor.address = address
    defer {
      CurrentExecutor.address = outer
      isEntered.store(false, ordering: .sequentiallyConsistent)
    }
    let result = body()
    drain()
    return result
  }

  private func drain() {
    while true {
      let batch = jobs.withLock { queue in
        defer { queue.removeAll() }
        return queue
      }
      if batch.isEmpty { return }
      for job in batch {
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
    }
  }

  private var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  private var isCurrent: Bool { CurrentExecutor.address == address }

  /// Whether this thread has entered.
  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Traps unless this thread has entered.
  package func checkIsolated() {
    precondition(isCurrent, "BUG: code of a view model runs outside of its rig")
  }
}

/// Which executor this thread has entered. A slot of the thread: the identity of a thread must not be compared around
/// an `await`, where optimised code may use an old one.
private enum CurrentExecutor {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "a key for the rig's threads could not be made: \(status)")
    return key
  }()

  static var address: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    set { pthread_setspecific(key, newValue) }
  }
}
