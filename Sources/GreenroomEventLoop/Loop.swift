import CLibuv

/// One libuv loop, its executor, and the end of each of its turns.
///
/// Made, run and closed on one thread; not Sendable. Every handle keeps its loop alive until it is closed. A loop that has
/// nothing to do sleeps in epoll_wait(2).
@safe package final class Loop {
  /// Runs the actors and tasks of this loop.
  package let executor: LoopExecutor
  /// Called after the callbacks and jobs of a turn and before the loop waits: here links write what they have gathered.
  package var onEndOfTurn: (() -> Void)?

  /// Waits for this loop's children, while there are any.
  var reaper: ChildReaper?

  private let handles: LoopHandles
  private let readBuffer: UnsafeMutableRawBufferPointer
  private var isReadBufferLent = false
  private var isTurnRequested = false
  /// Set by each timer that fires, for `turn`.
  var hasTimerFired = false
  private var isSingleTurn = false
  private var isStopRequested = false
  private var isClosed = false

  /// 256 KiB: what a service's pipe holds, so that one read(2) empties it.
  private static let readBufferByteCount = 256 << 10

  /// - Throws: the system's reason (EMFILE, ENOMEM).
  package init() throws(LoopError) {
    let handles = try LoopHandles()
    // SAFETY: the address is only used for uv_async_send, and only while the executor is open: its lock sees to that.
    let wakeAddress = unsafe UInt(bitPattern: handles.async)
    executor = LoopExecutor(thread: greenroom_thread_id()) {
      unsafe _ = uv_async_send(UnsafeMutablePointer<uv_async_t>(bitPattern: wakeAddress))
    }
    // SAFETY: freed in `close`, after the last callback.
    unsafe readBuffer = .allocate(byteCount: Self.readBufferByteCount, alignment: 64)
    self.handles = handles
    // SAFETY: the handles are closed in `close`, without which a loop cannot end (see deinit).
    unsafe handles.setOwner(Unmanaged.passUnretained(self).toOpaque())
    unsafe mustSucceed(uv_prepare_start(handles.prepare, loopIsAboutToWait), "uv_prepare_start")
  }

  deinit { precondition(isClosed, "BUG: a loop was dropped without close()") }

  /// For the owners of handles.
  var pointer: UnsafeMutablePointer<uv_loop_t> { unsafe handles.loop }

  /// Monotonic time since the machine has started; read now, not at the beginning of the turn.
  package var now: Duration { .nanoseconds(Int64(bitPattern: uv_hrtime())) }

  /// Monotonic milliseconds as of the kernel's last tick, at most 10 ms ago: a few nanoseconds instead of some tens.
  package var roughMilliseconds: Int { greenroom_rough_milliseconds() }

  // MARK: Running

  /// Runs until `stop`, or until nothing is left that could happen. The end of the last turn is kept, too.
  package func run() {
    precondition(!isClosed, "BUG: a closed loop was run")
    repeat {
      executor.drain()
      // SAFETY: the loop is open; callbacks find their owners alive (fence rule 2).
      _ = unsafe uv_run(pointer, UV_RUN_DEFAULT)
      endTurn()
    } while unsafe !isStopRequested && uv_loop_alive(pointer) != 0
    // What the end of the last turn has put off is not lost.
    if isTurnRequested { endTurn() }
    isStopRequested = false
  }

  /// One turn: waits for an event unless a turn was requested or a timer was due. For tests and small programs.
  package func turn() {
    precondition(!isClosed, "BUG: a closed loop was run")
    executor.drain()
    isSingleTurn = true
    defer { isSingleTurn = false }
    hasTimerFired = false
    // SAFETY: as in `run`.
    _ = unsafe uv_run(pointer, UV_RUN_ONCE)
    endTurn()
  }

  /// The timers that were due have fired, and the loop is about to wait.
  func isAboutToWait() {
    endTurn()
    // libuv counts no timer as an event here: it would wait for another one, and the caller with it.
    if isSingleTurn, hasTimerFired { scheduleNextTurn() }
  }

  /// Makes `run` return after this turn.
  package func stop() {
    isStopRequested = true
    // SAFETY: sets a flag of the open loop.
    unsafe uv_stop(pointer)
  }

  /// Makes the loop come round once. From another thread use the executor's.
  package func wake() { executor.wake() }

  /// Makes one more turn come without waiting, because there is work that is no event.
  package func scheduleNextTurn() {
    guard !isTurnRequested, !isClosed else { return }
    isTurnRequested = true
    // SAFETY: the handle is open.
    unsafe mustSucceed(uv_idle_start(handles.idle, loopIsIdle), "uv_idle_start")
  }

  func endTurn() {
    if isTurnRequested {
      isTurnRequested = false
      // SAFETY: the handle is open.
      unsafe mustSucceed(uv_idle_stop(handles.idle), "uv_idle_stop")
    }
    executor.drain()
    onEndOfTurn?()
    // What the end of the turn has made runnable is not left until the next event.
    if executor.hasJobs { scheduleNextTurn() }
  }

  // MARK: Reading

  /// Lends the buffer that all channels share. Who reads while somebody else's bytes are in it gets a smaller one.
  func withReadBuffer<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
    if isReadBufferLent {
      // 64 KiB: a default pipe.
      let own = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
      // SAFETY: freed when the body is done with it.
      defer { unsafe own.deallocate() }
      return unsafe body(own)
    }
    isReadBufferLent = true
    defer { isReadBufferLent = false }
    // SAFETY: alive until `close`; lent to one at a time.
    return unsafe body(readBuffer)
  }

  // MARK: Closing

  /// Closes whatever handle is still open, then the loop. Nothing may use the loop afterwards.
  ///
  /// Not to be called from a callback or a job of this loop.
  ///
  /// - Returns: what was left: kinds of handles as libuv names them, and `job` for each that never ran.
  @discardableResult
  package func close() -> [String] {
    precondition(!isClosed, "BUG: a loop was closed twice")
    let jobCount = executor.close()
    onEndOfTurn = nil
    isClosed = true
    handles.close()
    var open = OpenHandles()
    // SAFETY: the walk is over when the call returns, and with it the use of `open`.
    unsafe withUnsafeMutablePointer(to: &open) { unsafe uv_walk(pointer, closeOpenHandle, $0) }
    // SAFETY: runs the close callbacks; then libuv is done with all memory.
    while unsafe uv_run(pointer, UV_RUN_DEFAULT) != 0 {}
    unsafe mustSucceed(uv_loop_close(pointer), "uv_loop_close")
    handles.free()
    unsafe readBuffer.deallocate()
    return open.kinds + Array(repeating: "job", count: jobCount)
  }
}

/// What `Loop.close` found.
struct OpenHandles {
  var kinds: [String] = []
}
