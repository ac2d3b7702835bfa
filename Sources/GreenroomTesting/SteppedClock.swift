package import GreenroomBindings

/// Time that stands still until a test steps it.
package final class SteppedClock: Scheduler {
  private final class Timer: ScheduledAction {
    let at: Duration
    private(set) var action: (() -> Void)?
    init(at: Duration, _ action: @escaping () -> Void) {
      self.at = at
      self.action = action
    }
    func cancel() { action = nil }
    func fire() {
      let due = action
      action = nil
      due?()
    }
  }

  /// Time since the start of the test.
  package private(set) var now = Duration.zero
  private var timers: [Timer] = []
  /// Runs each firing, as a turn of its own.
  private let turn: (() -> Void) -> Void

  /// - Parameter turn: what is done around each firing.
  package init(turn: @escaping (() -> Void) -> Void = { $0() }) { self.turn = turn }

  /// Sets a timer; it fires within `advance`.
  package func schedule(after delay: Duration, _ action: @escaping () -> Void) -> any ScheduledAction {
    let timer = Timer(at: now + max(.zero, delay), action)
    let place = timers.lastIndex { $0.at <= timer.at }.map { $0 + 1 } ?? 0
    timers.insert(timer, at: place)
    return timer
  }

  /// Steps the time and fires what falls due, in order, each at its own time.
  package func advance(by step: Duration) {
    let end = now + step
    while let timer = timers.first, timer.at <= end {
      timers.removeFirst()
      guard timer.action != nil else { continue }
      now = timer.at
      turn(timer.fire)
    }
    now = end
  }

  /// How many timers are set.
  package var timerCount: Int { timers.count { $0.action != nil } }
}
