extension PublisherConvertible {
  /// Changes each value.
  ///
  /// Combine: `map`. Rx: `map`.
  @inlinable
  public func map<Result>(_ transform: @escaping (Value) -> Result) -> Publisher<Result> {
    let upstream = publisher
    return Publisher<Result> { subscriber in
      let receive = subscriber.receive
      return upstream.subscribe(subscriber.upstream { receive(transform($0)) })
    }
  }

  /// Lets only those values through that a condition holds for.
  ///
  /// Combine: `filter`. Rx: `filter`.
  @inlinable
  public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Publisher<Value> {
    let upstream = publisher
    return Publisher { subscriber in
      let receive = subscriber.receive
      return upstream.subscribe(subscriber.upstream { if isIncluded($0) { receive($0) } })
    }
  }

  /// Changes each value and drops those that become nil.
  ///
  /// Combine: `compactMap`. Rx: `compactMap`.
  @inlinable
  public func compactMap<Result>(_ transform: @escaping (Value) -> Result?) -> Publisher<Result> {
    let upstream = publisher
    return Publisher<Result> { subscriber in
      let receive = subscriber.receive
      return upstream.subscribe(subscriber.upstream { if let result = transform($0) { receive(result) } })
    }
  }

  /// Replaces each value by several, sent one after the other.
  ///
  /// Combine: `flatMap { $0.publisher }` of a sequence. Rx: `flatMap { .from($0) }`. Difference: only for sequences; a
  /// publisher of publishers is flattened by ``switchToLatest()``, requests by a slot.
  @inlinable
  public func flatMap<Results: Sequence>(_ transform: @escaping (Value) -> Results) -> Publisher<Results.Element> {
    let upstream = publisher
    return Publisher<Results.Element> { subscriber in
      let receive = subscriber.receive
      let activity = Activity()
      let subscription = upstream.subscribe(
        subscriber.upstream {
          for result in transform($0) {
            receive(result)
            // The subscriber may have had enough.
            if !activity.goesOn { break }
          }
        })
      return ActionSubscription {
        activity.goesOn = false
        subscription.cancel()
      }
    }
  }

  /// Carries a result from value to value and sends it each time; the first result itself is not sent.
  ///
  /// Combine: `scan`. Rx: `scan`. Each subscriber has a result of its own, as there.
  @inlinable
  public func scan<Result>(
    _ initial: Result, _ next: @escaping (Result, Value) -> Result
  ) -> Publisher<Result> {
    let upstream = publisher
    return Publisher<Result> { subscriber in
      let receive = subscriber.receive
      var result = initial
      return upstream.subscribe(
        subscriber.upstream { value in
          result = next(result, value)
          receive(result)
        })
    }
  }

  /// Drops a value that is the same as the one before, by a rule.
  ///
  /// Combine: `removeDuplicates(by:)`. Rx: `distinctUntilChanged(_:)`.
  @inlinable
  public func removeDuplicates(by isSame: @escaping (Value, Value) -> Bool) -> Publisher<Value> {
    let upstream = publisher
    return Publisher { subscriber in
      let receive = subscriber.receive
      var last: Value?
      return upstream.subscribe(
        subscriber.upstream { value in
          if let last, isSame(last, value) { return }
          last = value
          receive(value)
        })
    }
  }
}

extension PublisherConvertible where Value: Equatable {
  /// Drops a value that is equal to the one before.
  ///
  /// Combine: `removeDuplicates`. Rx: `distinctUntilChanged`. A state port that does not repeat does this by itself.
  @inlinable
  public func removeDuplicates() -> Publisher<Value> { removeDuplicates(by: ==) }
}
