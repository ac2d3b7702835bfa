/// Monotonic time and one-shot timers; a test steps it, the host's runs on its event loop.
package protocol Scheduler: AnyObject {
  /// Time since an arbitrary start; never goes back.
  var now: Duration { get }

  /// Runs an action once, later, in a turn of its own: never within this call, even for a delay of zero.
  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> any ScheduledAction
}

/// A timer that has been set.
package protocol ScheduledAction: AnyObject {
  /// Makes sure that the action does not run; no effect after it has run.
  func cancel()
}
