import CLibuv

/// A timer of the loop. Delays are never shorter than asked for; libuv counts whole milliseconds. Timers that are due
/// in the same turn fire in the order of their times, equal ones in the order of their starts.
///
/// Confined to the loop's thread; keeps the loop running while it is started.
package final class LoopTimer: HandleOwner {
  private var action: (() -> Void)?
  private var isRepeating = false

  /// A year: longer delays are cut, so that no sum overflows.
  private static let longest: Duration = .seconds(365 * 86_400)

  package init(loop: Loop) {
    do throws(LoopError) {
      // SAFETY: the memory has the size of the kind.
      unsafe try super.init(loop: loop, kind: UV_TIMER, during: "uv_timer_init") {
        unsafe uv_timer_init($0, $1.assumingMemoryBound(to: uv_timer_t.self))
      }
    } catch {
      preconditionFailure("BUG: \(error)")
    }
  }

  /// Fires once. Starts anew; an earlier start is forgotten.
  package func start(after delay: Duration, _ action: @escaping () -> Void) {
    start(after: delay, repeating: 0, action)
  }

  /// Fires after each `interval`, of at least a millisecond, until `stop`. A firing that was missed is not made up for.
  package func startRepeating(every interval: Duration, _ action: @escaping () -> Void) {
    start(after: interval, repeating: max(1, Self.milliseconds(interval)), action)
  }

  private func start(after delay: Duration, repeating interval: UInt64, _ action: @escaping () -> Void) {
    precondition(!isClosed, "BUG: a closed timer was started")
    self.action = action
    isRepeating = interval > 0
    // The loop's clock stands still during a turn and has lost its fraction of a millisecond: a delay from there would
    // be too short by up to one. So the end is rounded up, not the delay.
    // SAFETY: the loop and the handle are open.
    unsafe uv_update_time(loop.pointer)
    let end = Self.milliseconds(loop.now + min(max(.zero, delay), Self.longest))
    let begin = unsafe uv_now(loop.pointer)
    unsafe mustSucceed(
      uv_timer_start(handle(as: uv_timer_t.self), timerFired, end > begin ? end - begin : 0, interval), "uv_timer_start"
    )
  }

  /// Whole milliseconds, rounded up.
  private static func milliseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = min(max(.zero, duration), .seconds(1 << 40)).components
    return UInt64(seconds) * 1000 + UInt64((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// Does not fire any more. Calling it again does nothing.
  package func stop() {
    guard !isClosed else { return }
    action = nil
    // SAFETY: the handle is open.
    unsafe mustSucceed(uv_timer_stop(handle(as: uv_timer_t.self)), "uv_timer_stop")
  }

  func fired() {
    loop.hasTimerFired = true
    let action = action
    if !isRepeating { self.action = nil }
    action?()
    loop.executor.drain()
  }

  override func willClose() { action = nil }
}
