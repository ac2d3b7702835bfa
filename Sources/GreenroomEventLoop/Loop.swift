import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// One libuv loop, its executor, and the end of each of its turns.
///
/// Made, run and closed on one thread; not Sendable. Every handle keeps its loop alive until it is closed.
@safe package final class Loop {
  let pointer: UnsafeMutablePointer<uv_loop_t>
  package let executor: LoopExecutor
  /// Called once a turn after the callbacks and before the loop blocks: here links write what they have gathered.
  package var onEndOfTurn: (() -> Void)?

  /// One read's worth, shared by all channels of the loop: bytes are valid during a callback only.
  let readBuffer: UnsafeMutableRawBufferPointer
  /// 256 KiB: what a service's pipe holds.
  private static let readBufferByteCount = 256 << 10

  private let prepare: UnsafeMutablePointer<uv_prepare_t>
  private let idle: UnsafeMutablePointer<uv_idle_t>
  private let async: UnsafeMutablePointer<uv_async_t>
  private var isTurnRequested = false
  private var isClosed = false

  package init() throws(LoopError) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe prepare = .allocate(capacity: 1)
    unsafe idle = .allocate(capacity: 1)
    unsafe async = .allocate(capacity: 1)
    unsafe readBuffer = .allocate(byteCount: Self.readBufferByteCount, alignment: 64)
    let code = unsafe uv_loop_init(pointer)
    // SAFETY: the address is only used for uv_async_send, which any thread may call until the executor is closed.
    let wakeAddress = unsafe UInt(bitPattern: async)
    executor = LoopExecutor(thread: greenroom_thread_id()) {
      unsafe _ = uv_async_send(UnsafeMutablePointer<uv_async_t>(bitPattern: wakeAddress))
    }
    try check(code, during: "uv_loop_init")
    try check(unsafe uv_async_init(pointer, async, loopWasWoken), during: "uv_async_init")
    unsafe mustSucceed(uv_prepare_init(pointer, prepare), "uv_prepare_init")
    unsafe mustSucceed(uv_idle_init(pointer, idle), "uv_idle_init")
    // SAFETY: the handles are closed in `close`, before the loop can be freed; until then the caller owns the loop.
    let own = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe prepare.pointee.data = own
    unsafe idle.pointee.data = own
    unsafe async.pointee.data = own
    unsafe mustSucceed(uv_prepare_start(prepare, loopIsAboutToBlock), "uv_prepare_start")
    // None of the three keeps a loop running that has nothing else to do.
    unsafe uv_unref(Self.handle(prepare))
    unsafe uv_unref(Self.handle(async))
    unsafe uv_unref(Self.handle(idle))
  }

  deinit { precondition(isClosed, "BUG: a loop was dropped without close()") }

  static func handle<Handle>(_ handle: UnsafeMutablePointer<Handle>) -> UnsafeMutablePointer<uv_handle_t> {
    // SAFETY: every libuv handle begins with the fields of uv_handle_t.
    unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)
  }

  /// Monotonic time; not that of the turn's beginning.
  package var now: Duration { .nanoseconds(Int64(bitPattern: uv_hrtime())) }

  // MARK: Running

  /// Runs until `stop`, or until nothing is left that could happen.
  package func run() {
    executor.drain()
    onEndOfTurn?()
    _ = unsafe uv_run(pointer, UV_RUN_DEFAULT)
  }

  /// One turn: waits for an event unless a turn was requested. For tests and small programs.
  package func turn() {
    executor.drain()
    onEndOfTurn?()
    _ = unsafe uv_run(pointer, UV_RUN_ONCE)
    endTurn()
  }

  /// Makes `run` return after this turn.
  package func stop() { unsafe uv_stop(pointer) }

  /// Makes one more turn come without waiting, because there is work that is no event.
  package func scheduleNextTurn() {
    guard !isTurnRequested else { return }
    isTurnRequested = true
    unsafe mustSucceed(uv_idle_start(idle, loopIsIdle), "uv_idle_start")
  }

  func endTurn() {
    if isTurnRequested {
      isTurnRequested = false
      unsafe mustSucceed(uv_idle_stop(idle), "uv_idle_stop")
    }
    executor.drain()
    onEndOfTurn?()
    // What the end of the turn has made runnable is not left until the next event.
    if executor.hasJobs { scheduleNextTurn() }
  }

  // MARK: Closing

  /// Closes whatever handle is still open, then the loop. Nothing may use the loop afterwards.
  ///
  /// - Returns: the kinds of handles that were still open; none of them is the loop's own.
  @discardableResult
  package func close() -> [String] {
    precondition(!isClosed, "BUG: a loop was closed twice")
    executor.close()
    onEndOfTurn = nil
    isClosed = true
    unsafe uv_close(Self.handle(prepare), nil)
    unsafe uv_close(Self.handle(idle), nil)
    unsafe uv_close(Self.handle(async), nil)
    var open = OpenHandles()
    unsafe withUnsafeMutablePointer(to: &open) { unsafe uv_walk(pointer, noteOpenHandle, $0) }
    while unsafe uv_run(pointer, UV_RUN_DEFAULT) != 0 {}
    unsafe mustSucceed(uv_loop_close(pointer), "uv_loop_close")
    unsafe pointer.deallocate()
    unsafe prepare.deallocate()
    unsafe idle.deallocate()
    unsafe async.deallocate()
    unsafe readBuffer.deallocate()
    return open.kinds
  }
}

/// What `Loop.close` found.
struct OpenHandles {
  var kinds: [String] = []
}
