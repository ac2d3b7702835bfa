extension PublisherConvertible where Value: PublisherConvertible {
  /// Sends the values of the publisher that came last; the ones before it are given up.
  ///
  /// Combine: `switchToLatest`. Rx: `switchLatest`, with `map` before it `flatMapLatest`.
  @inlinable
  public func switchToLatest() -> Publisher<Value.Value> {
    let upstream = publisher
    return Publisher<Value.Value> { subscriber in
      let inner = SerialSubscription()
      let outer = upstream.subscribe(
        subscriber.upstream { next in inner.replace { next.publisher.subscribe(subscriber) } })
      return ActionSubscription {
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
  /// - Returns: the shared publisher.
  @inlinable
  public func share(replay: Int = 0) -> Publisher<Value> {
    let shared = SharedPublisher(publisher, replay: replay)
    return Publisher { shared.subscribe($0) }
  }
}
