import CLibuv

/// A one-shot timer of the loop. Delays are never shorter than asked for; libuv counts whole milliseconds.
package final class LoopTimer: HandleOwner {
  private var action: (() -> Void)?

  package init(loop: Loop) {
    do {
      unsafe try super.init(loop: loop, kind: UV_TIMER, during: "uv_timer_init") {
        unsafe uv_timer_init($0, $1.assumingMemoryBound(to: uv_timer_t.self))
      }
    } catch {
      preconditionFailure("BUG: \(error)")
    }
  }

  /// Starts anew; an earlier start is forgotten.
  package func start(after delay: Duration, _ action: @escaping () -> Void) {
    precondition(!isClosed, "BUG: a closed timer was started")
    self.action = action
    let (seconds, attoseconds) = max(.zero, delay).components
    let milliseconds = UInt64(seconds) * 1000 + UInt64((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    // The loop's clock stands still during a turn: a delay counts from now.
    unsafe uv_update_time(loop.pointer)
    unsafe mustSucceed(uv_timer_start(handle(as: uv_timer_t.self), timerFired, milliseconds, 0), "uv_timer_start")
  }

  package func stop() {
    guard !isClosed else { return }
    action = nil
    unsafe mustSucceed(uv_timer_stop(handle(as: uv_timer_t.self)), "uv_timer_stop")
  }

  func fired() {
    let action = action
    self.action = nil
    action?()
    loop.executor.drain()
  }

  override func willClose() { action = nil }
}
