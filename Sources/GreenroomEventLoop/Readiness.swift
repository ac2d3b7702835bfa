import CLibuv

/// Tells when one descriptor can be read or written. The descriptor stays its owner's and is closed after this.
class Readiness: HandleOwner {
  final var onReadable: (() -> Void)?
  final var onWritable: (() -> Void)?
  private(set) final var wantsReading = false
  private(set) final var wantsWriting = false

  /// What suits the descriptor: epoll(7) if it can be watched, else a turn of the loop after another.
  static func watching(_ descriptor: CInt, loop: Loop) throws(LoopError) -> Readiness {
    do throws(LoopError) {
      return try PollReadiness(loop: loop, descriptor: descriptor)
    } catch .libuv(_, UV_EPERM.rawValue, _) {
      // Regular files, /dev/null.
      return TurnReadiness(loop: loop)
    }
  }

  /// Starts or stops one direction; nil leaves it as it is.
  final func want(reading: Bool? = nil, writing: Bool? = nil) {
    guard !isClosed else { return }
    let (reading, writing) = (reading ?? wantsReading, writing ?? wantsWriting)
    guard (reading, writing) != (wantsReading, wantsWriting) else { return }
    wantsReading = reading
    wantsWriting = writing
    apply()
  }

  /// For subclasses: does what is wanted from now on.
  func apply() { preconditionFailure("BUG: a readiness of no kind") }

  /// Calls whoever still wants it: the first call may change its mind about the second.
  final func isReady(reading: Bool, writing: Bool) {
    if reading, wantsReading { onReadable?() }
    if writing, wantsWriting { onWritable?() }
  }

  override final func willClose() {
    onReadable = nil
    onWritable = nil
    wantsReading = false
    wantsWriting = false
  }
}

/// Readiness by epoll(7). Makes the descriptor's open file description non-blocking.
final class PollReadiness: Readiness {
  /// - Throws: EPERM for what epoll cannot watch.
  init(loop: Loop, descriptor: CInt) throws(LoopError) {
    // SAFETY: the memory has the size of the kind.
    unsafe try super.init(loop: loop, kind: UV_POLL, during: "uv_poll_init", of: "descriptor \(descriptor)") {
      unsafe uv_poll_init($0, $1.assumingMemoryBound(to: uv_poll_t.self), descriptor)
    }
  }

  override func apply() {
    let events =
      (wantsReading ? CInt(UV_READABLE.rawValue) : 0) | (wantsWriting ? CInt(UV_WRITABLE.rawValue) : 0)
    // SAFETY: the handle is open. Stopped, the descriptor is not watched at all: a peer that hangs up wakes nobody.
    let poll = unsafe handle(as: uv_poll_t.self)
    if events == 0 {
      unsafe mustSucceed(uv_poll_stop(poll), "uv_poll_stop")
    } else {
      unsafe mustSucceed(uv_poll_start(poll, events, descriptorIsReady), "uv_poll_start")
    }
  }

  /// A status below 0 is EPOLLERR, which a pipe without a reader has: the next read or write finds out what it is.
  func polled(_ status: CInt, _ events: CInt) {
    let isError = status < 0
    isReady(
      reading: isError || events & CInt(UV_READABLE.rawValue) != 0,
      writing: isError || events & CInt(UV_WRITABLE.rawValue) != 0)
    // libuv has stopped the handle after an error; whoever still wants something goes on.
    if isError, !isClosed { apply() }
    loop.executor.drain()
  }
}

/// Readiness of what is always ready: once a turn, while it is wanted.
final class TurnReadiness: Readiness {
  init(loop: Loop) {
    do throws(LoopError) {
      // SAFETY: the memory has the size of the kind.
      unsafe try super.init(loop: loop, kind: UV_IDLE, during: "uv_idle_init") {
        unsafe uv_idle_init($0, $1.assumingMemoryBound(to: uv_idle_t.self))
      }
    } catch {
      preconditionFailure("BUG: \(error)")
    }
  }

  override func apply() {
    // SAFETY: the handle is open.
    let idle = unsafe handle(as: uv_idle_t.self)
    if wantsReading || wantsWriting {
      unsafe mustSucceed(uv_idle_start(idle, descriptorHasItsTurn), "uv_idle_start")
    } else {
      unsafe mustSucceed(uv_idle_stop(idle), "uv_idle_stop")
    }
  }

  func turned() {
    isReady(reading: true, writing: true)
    loop.executor.drain()
  }
}
