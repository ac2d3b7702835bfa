import CLibuv

/// Watches one descriptor for being readable or writable (epoll(7) through uv_poll_t). The descriptor becomes
/// non-blocking; it stays its owner's and is closed after this.
final class Readiness: HandleOwner {
  var onReadable: (() -> Void)?
  var onWritable: (() -> Void)?
  private var wantsReading = false
  private var wantsWriting = false

  /// - Throws: EPERM for what epoll cannot watch: regular files, `/dev/null`.
  init(loop: Loop, descriptor: CInt) throws(LoopError) {
    unsafe try super.init(loop: loop, kind: UV_POLL, during: "uv_poll_init") {
      unsafe uv_poll_init($0, $1.assumingMemoryBound(to: uv_poll_t.self), descriptor)
    }
  }

  func want(reading: Bool? = nil, writing: Bool? = nil) {
    guard !isClosed else { return }
    wantsReading = reading ?? wantsReading
    wantsWriting = writing ?? wantsWriting
    let events =
      (wantsReading ? CInt(UV_READABLE.rawValue) : 0) | (wantsWriting ? CInt(UV_WRITABLE.rawValue) : 0)
    let poll = unsafe handle(as: uv_poll_t.self)
    if events == 0 {
      unsafe mustSucceed(uv_poll_stop(poll), "uv_poll_stop")
    } else {
      unsafe mustSucceed(uv_poll_start(poll, events, descriptorIsReady), "uv_poll_start")
    }
  }

  /// A status below 0 is EPOLLERR: the next read or write finds out what it is. libuv has stopped the handle then.
  func isReady(_ status: CInt, _ events: CInt) {
    let isError = status < 0
    if wantsReading, isError || events & CInt(UV_READABLE.rawValue) != 0 { onReadable?() }
    if !isClosed, wantsWriting, isError || events & CInt(UV_WRITABLE.rawValue) != 0 { onWritable?() }
    if isError, !isClosed, wantsReading || wantsWriting { want() }
    loop.executor.drain()
  }

  override func willClose() {
    onReadable = nil
    onWritable = nil
  }
}
