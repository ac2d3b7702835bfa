import GreenroomPluginKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Runs the jobs of an actor on a thread of its own, so that what blocks there keeps nobody else waiting.
///
/// It lives as long as the program. The kit's limit of open requests bounds what waits.
final class ThreadExecutor: SerialExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  /// Counts the jobs that wait.
  private let semaphore: Semaphore

  init() throws {
    semaphore = Semaphore()
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<ThreadExecutor>.fromOpaque(argument).takeUnretainedValue().run() }
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      throw PluginError.unavailable("no thread: \(String(cString: strerror(code)))")
    }
    pthread_detach(thread)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    semaphore.signal()
  }

  private func run() -> Never {
    while true {
      semaphore.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}

/// sem_init(3): a counter that a thread waits on. Never freed.
///
/// Sendable without the compiler's check, since sem_post(3) and sem_wait(3) may be called from any thread.
private struct Semaphore: @unchecked Sendable {
  private let address = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(address, 0, 0) }
  func signal() { sem_post(address) }
  func wait() { while sem_wait(address) != 0 {} }
}
