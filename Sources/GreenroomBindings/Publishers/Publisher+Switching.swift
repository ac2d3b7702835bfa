extension PublisherConvertible where Value: PublisherConvertible {
  /// Sends the values of the publisher that came last; the ones before it are given up.
  ///
  /// Combine: `switchToLatest`. Rx: `switchLatest`, with `map` before it `flatMapLatest`.
  public func switchToLatest() -> Publisher<Value.Value> {
    let upstream = publisher
    return Publisher<Value.Value> { subscriber in
      let inner = SerialSubscription()
      let outer = upstream.subscribe(
        subscriber.upstream { next in inner.replace { next.publisher.subscribe(subscriber) } })
      return Subscription {
        outer.cancel()
        inner.cancel()
      }
    }
  }
}

extension PublisherConvertible {
  /// Runs the operators above it once for all subscribers, and gives a late one the last values.
  ///
  /// Combine: `share()`, for which a replay needs `multicast`. Rx: `share(replay:scope: .whileConnected)`. The first
  /// subscriber connects, the last to leave disconnects. Every later subscriber gets the last `replay` values, whenever
  /// it comes.
  ///
  /// - Parameter replay: how many values a late subscriber gets; they are kept.
  public func share(replay: Int = 0) -> Publisher<Value> {
    let shared = SharedPublisher(publisher, replay: replay)
    return Publisher { shared.subscribe($0) }
  }
}

/// One subscription upstream, many downstream.
private final class SharedPublisher<Value> {
  private let upstream: Publisher<Value>
  private let broadcast = Broadcast<Value>()
  private let capacity: Int
  private var last: [Value] = []
  private var count = 0
  private var connection: Subscription?

  init(_ upstream: Publisher<Value>, replay: Int) {
    self.upstream = upstream
    capacity = replay
  }

  func subscribe(_ subscriber: Subscriber<Value>) -> Subscription {
    let replayed = last
    let subscription = broadcast.subscribe(subscriber)
    for value in replayed { subscriber.receive(value) }
    count += 1
    if count == 1 {
      connection = upstream.subscribe(subscriber.upstream { [self] value in receive(value) })
    }
    return Subscription { [self] in
      subscription.cancel()
      count -= 1
      guard count == 0 else { return }
      connection?.cancel()
      connection = nil
      last.removeAll()
    }
  }

  private func receive(_ value: Value) {
    if capacity > 0 {
      if last.count == capacity { last.removeFirst() }
      last.append(value)
    }
    broadcast.deliver(value)
  }
}
