extension Publisher {
  /// Sends the values of all publishers as they come; those of one moment in the order of the list.
  ///
  /// Combine: `Publishers.Merge`, `merge(with:)`. Rx: `merge`.
  @inlinable
  public static func merge(_ publishers: Publisher<Value>...) -> Publisher<Value> { merge(publishers) }

  /// Sends the values of all publishers as they come; those of one moment in the order of the list.
  ///
  /// Combine: `Publishers.MergeMany`. Rx: `merge`.
  @inlinable
  public static func merge(_ publishers: [Publisher<Value>]) -> Publisher<Value> {
    Publisher { subscriber in
      let subscriptions = publishers.map { $0.subscribe(subscriber) }
      return ActionSubscription { for subscription in subscriptions { subscription.cancel() } }
    }
  }
}

extension PublisherConvertible {
  /// Sends the values of this publisher and of another as they come.
  ///
  /// Combine: `merge(with:)`. Rx: `Observable.merge`.
  @inlinable
  public func merge(with other: some PublisherConvertible<Value>) -> Publisher<Value> {
    .merge(publisher, other.publisher)
  }

  /// Sends a value to each subscriber first.
  ///
  /// Combine: `prepend`. Rx: `startWith`.
  @inlinable
  public func prepend(_ value: Value) -> Publisher<Value> { .merge(.just(value), publisher) }

  /// Once both have sent, sends the latest of both whenever one of them sends.
  ///
  /// Combine: `combineLatest`. Rx: `combineLatest`. A source on both sides sends twice, as it does there.
  @inlinable
  public func combineLatest<Other>(_ other: some PublisherConvertible<Other>) -> Publisher<(Value, Other)> {
    combineLatest(other) { ($0, $1) }
  }

  /// Once both have sent, sends what a closure makes of the latest of both whenever one of them sends.
  ///
  /// Combine: `combineLatest(_:_:)`. Rx: `combineLatest(_:_:resultSelector:)`.
  @inlinable
  public func combineLatest<Other, Result>(
    _ other: some PublisherConvertible<Other>, _ transform: @escaping (Value, Other) -> Result
  ) -> Publisher<Result> {
    let (leftSource, rightSource) = (publisher, other.publisher)
    return Publisher<Result> { subscriber in
      let receive = subscriber.receive
      var left: Value?
      var right: Other?
      let leftSubscription = leftSource.subscribe(
        subscriber.upstream { value in
          left = value
          if let right { receive(transform(value, right)) }
        })
      let rightSubscription = rightSource.subscribe(
        subscriber.upstream { value in
          right = value
          if let left { receive(transform(left, value)) }
        })
      return ActionSubscription {
        leftSubscription.cancel()
        rightSubscription.cancel()
      }
    }
  }

  /// Once all three have sent, sends the latest of all whenever one of them sends.
  ///
  /// Combine: `combineLatest(_:_:)`. Rx: `combineLatest`.
  @inlinable
  public func combineLatest<Second, Third>(
    _ second: some PublisherConvertible<Second>, _ third: some PublisherConvertible<Third>
  ) -> Publisher<(Value, Second, Third)> {
    combineLatest(second, third) { ($0, $1, $2) }
  }

  /// Once all three have sent, sends what a closure makes of the latest of all whenever one of them sends.
  ///
  /// Combine: `combineLatest(_:_:_:)`. Rx: `combineLatest(_:_:_:resultSelector:)`.
  @inlinable
  public func combineLatest<Second, Third, Result>(
    _ second: some PublisherConvertible<Second>, _ third: some PublisherConvertible<Third>,
    _ transform: @escaping (Value, Second, Third) -> Result
  ) -> Publisher<Result> {
    combineLatest(second).combineLatest(third) { transform($0.0, $0.1, $1) }
  }

  /// With each value of this publisher, sends the latest of another; silent until the other has sent.
  ///
  /// Combine: none (`Publishers.CombineLatest` and a filter). Rx: `withLatestFrom(_:)`.
  @inlinable
  public func withLatestFrom<Other>(_ other: some PublisherConvertible<Other>) -> Publisher<Other> {
    withLatestFrom(other) { $1 }
  }

  /// With each value of this publisher, sends what a closure makes of it and the latest of another.
  ///
  /// Combine: none. Rx: `withLatestFrom(_:resultSelector:)`.
  @inlinable
  public func withLatestFrom<Other, Result>(
    _ other: some PublisherConvertible<Other>, _ transform: @escaping (Value, Other) -> Result
  ) -> Publisher<Result> {
    let (trigger, source) = (publisher, other.publisher)
    return Publisher<Result> { subscriber in
      let receive = subscriber.receive
      var latest: Other?
      let sourceSubscription = source.subscribe(subscriber.upstream { latest = $0 })
      let triggerSubscription = trigger.subscribe(
        subscriber.upstream { value in if let latest { receive(transform(value, latest)) } })
      return ActionSubscription {
        triggerSubscription.cancel()
        sourceSubscription.cancel()
      }
    }
  }
}
