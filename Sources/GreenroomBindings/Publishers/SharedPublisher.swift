/// One subscription upstream, many downstream.
@usableFromInline
final class SharedPublisher<Value> {
  @usableFromInline let upstream: Publisher<Value>
  @usableFromInline let broadcast = Broadcast<Value>()
  @usableFromInline let capacity: Int
  // Exclusive by confinement: no access spans a call of a subscriber.
  @exclusivity(unchecked) @usableFromInline var last: [Value] = []
  @usableFromInline var count = 0
  @usableFromInline var connection: Subscription?

  @inlinable
  init(_ upstream: Publisher<Value>, replay: Int) {
    self.upstream = upstream
    capacity = replay
  }

  @inlinable
  func subscribe(_ subscriber: Subscriber<Value>) -> Subscription {
    let replayed = last
    let subscription = broadcast.subscribe(subscriber)
    for value in replayed { subscriber.receive(value) }
    count += 1
    if count == 1 {
      connection = upstream.subscribe(subscriber.upstream { [self] value in receive(value) })
    }
    return ActionSubscription { [self] in
      subscription.cancel()
      count -= 1
      guard count == 0 else { return }
      connection?.cancel()
      connection = nil
      last.removeAll()
    }
  }

  @inlinable
  func receive(_ value: Value) {
    if capacity > 0 {
      if last.count < capacity {
        last.append(value)
      } else {
        for index in 1..<capacity { last[index - 1] = last[index] }
        last[capacity - 1] = value
      }
    }
    broadcast.deliver(value)
  }
}
