extension PublisherConvertible {
  /// Sends a value once none has come for a while after it.
  ///
  /// Combine: `debounce(for:scheduler:)`. Rx: `debounce(_:scheduler:)`. Difference: time is the view model's, which a test
  /// steps; each firing is a turn with a cause of its own.
  ///
  /// - Parameter interval: the silence that is waited for.
  /// - Returns: the values that were followed by silence.
  public func debounce(for interval: Duration) -> Publisher<Value> {
    let upstream = publisher
    return Publisher { subscriber in
      let debounce = Debounce(interval, subscriber)
      let subscription = upstream.subscribe(subscriber.upstream { debounce.receive($0) })
      return ActionSubscription {
        subscription.cancel()
        debounce.cancel()
      }
    }
  }

  /// Sends at most one value in an interval: the first at once, then at the interval's end one of those that came.
  ///
  /// Combine: `throttle(for:scheduler:latest:)`. Rx: `throttle(_:latest:scheduler:)`. Difference: time is the view model's.
  ///
  /// - Parameters:
  ///   - interval: the least time between two values.
  ///   - latest: whether the last value of an interval is sent at its end, or the first.
  /// - Returns: at most one value in an interval.
  public func throttle(for interval: Duration, latest: Bool = true) -> Publisher<Value> {
    let upstream = publisher
    return Publisher { subscriber in
      let throttle = Throttle(interval, latest: latest, subscriber)
      let subscription = upstream.subscribe(subscriber.upstream { throttle.receive($0) })
      return ActionSubscription {
        subscription.cancel()
        throttle.cancel()
      }
    }
  }
}

/// One timer for a whole burst: it is not set again with each value, but when it fires too early.
private final class Debounce<Value> {
  private let interval: Duration
  private let subscriber: Subscriber<Value>
  private let scheduler: any Scheduler
  private var value: Value?
  private var dueAt = Duration.zero
  private var timer: (any ScheduledAction)?

  init(_ interval: Duration, _ subscriber: Subscriber<Value>) {
    self.interval = interval
    self.subscriber = subscriber
    scheduler = HomeContext.scheduler(subscriber.context, "debounce")
  }

  func receive(_ next: Value) {
    value = next
    dueAt = scheduler.now + interval
    if timer == nil { arm(after: interval) }
  }

  func cancel() {
    timer?.cancel()
    timer = nil
    value = nil
  }

  private func arm(after delay: Duration) {
    timer = scheduler.schedule(after: delay) { [self] in fired() }
  }

  private func fired() {
    timer = nil
    let left = dueAt - scheduler.now
    guard left <= .zero else { return arm(after: left) }
    guard let due = value else { return }
    value = nil
    subscriber.receive(due)
  }
}

private final class Throttle<Value> {
  private let interval: Duration
  private let isLatest: Bool
  private let subscriber: Subscriber<Value>
  private let scheduler: any Scheduler
  private var held: Value?
  private var timer: (any ScheduledAction)?

  init(_ interval: Duration, latest: Bool, _ subscriber: Subscriber<Value>) {
    self.interval = interval
    isLatest = latest
    self.subscriber = subscriber
    scheduler = HomeContext.scheduler(subscriber.context, "throttle")
  }

  func receive(_ value: Value) {
    if timer == nil {
      arm()
      subscriber.receive(value)
    } else if isLatest || held == nil {
      held = value
    }
  }

  func cancel() {
    timer?.cancel()
    timer = nil
    held = nil
  }

  private func arm() {
    timer = scheduler.schedule(after: interval) { [self] in fired() }
  }

  private func fired() {
    timer = nil
    guard let value = held else { return }
    held = nil
    arm()
    subscriber.receive(value)
  }
}
