/// Values over time, confined to one view model.
///
/// Counterparts: Combine's `AnyPublisher<Value, Never>`, Rx's `Observable<Value>`. The differences:
///
/// - It never fails and never finishes. A failure is a value (``RequestSlot/reply``); the end is the view model's.
/// - It is confined to its actor: synchronous, without locks, without `receive(on:)`.
/// - The host owns its lifetime: no `store(in:)`, no dispose bag, no `[weak self]`.
///
/// As in Combine and Rx a publisher is a description: each subscriber runs the operators for itself, ``share(replay:)``
/// runs them once for all. Values of one source reach its subscribers in the order in which these subscribed. A diamond
/// (one source on both sides of ``combineLatest(_:)``) therefore sends once for each side, the first time with the
/// other side's old value, as it does in Combine and Rx.
public struct Publisher<Value> {
  /// Starts the operators for one subscriber.
  @usableFromInline package let subscribe: (Subscriber<Value>) -> Subscription
  /// Where the host sends, for a publisher that stands for the cases of an input enum.
  @usableFromInline package let entrance: Broadcast<Value>?

  /// Makes a publisher of what a subscription does.
  @inlinable
  package init(entrance: Broadcast<Value>? = nil, _ subscribe: @escaping (Subscriber<Value>) -> Subscription) {
    self.entrance = entrance
    self.subscribe = subscribe
  }
}

/// Who receives the values of a publisher, and in whose life.
@usableFromInline
package struct Subscriber<Value> {
  /// Takes each value.
  @usableFromInline package let receive: (Value) -> Void
  /// The view model's time; nil for a publisher outside of a view model.
  @usableFromInline package let context: HomeContext?

  /// Makes a subscriber.
  @inlinable
  package init(context: HomeContext?, _ receive: @escaping (Value) -> Void) {
    self.receive = receive
    self.context = context
  }

  /// A subscriber of the same view model for something upstream.
  @inlinable
  package func upstream<Other>(_ receive: @escaping (Other) -> Void) -> Subscriber<Other> {
    Subscriber<Other>(context: context, receive)
  }
}

/// What can be subscribed to: publishers, subjects and input ports. All operators are defined here.
///
/// There is no `eraseToAnyPublisher()`: every operator returns a ``Publisher``.
public protocol PublisherConvertible<Value> {
  associatedtype Value
  /// The publisher of its values.
  var publisher: Publisher<Value> { get }
}

extension Publisher: PublisherConvertible {
  /// Itself.
  @inlinable public var publisher: Publisher<Value> { self }
}

extension Publisher {
  /// Sends one value to each subscriber, at once.
  ///
  /// Combine: `Just`. Rx: `just`. Difference: there is no completion.
  @inlinable
  public static func just(_ value: Value) -> Publisher<Value> {
    Publisher { subscriber in
      subscriber.receive(value)
      return Subscription()
    }
  }

  /// Sends nothing.
  ///
  /// Combine: `Empty(completeImmediately: false)`. Rx: `never`.
  public static var never: Publisher<Value> { Publisher { _ in Subscription() } }
}

extension PublisherConvertible {
  /// Calls a closure with each value.
  ///
  /// Combine: `sink(receiveValue:)`. Rx: `subscribe(onNext:)`. Difference: the result need not be kept; the view model's
  /// end ends the subscription.
  @inlinable
  @discardableResult
  public func sink(_ receive: @escaping (Value) -> Void) -> Subscription {
    let context = HomeContext.ambient
    let inner = publisher.subscribe(Subscriber(context: context, receive))
    // Somebody may keep it beyond its end: then it holds nothing of what the closure holds.
    let subscription = ActionSubscription { inner.cancel() }
    HomeContext.keep(subscription, context)
    return subscription
  }

  /// The same until the end of the view model, for what nobody ends before.
  @inlinable
  func connect(_ receive: @escaping (Value) -> Void) {
    let context = HomeContext.ambient
    HomeContext.keep(publisher.subscribe(Subscriber(context: context, receive)), context)
  }

  /// Sends each value on through a subject.
  ///
  /// Combine: `assign(to:)`, `subscribe(_ subject:)`. Rx: `bind(to:)`.
  @inlinable
  @discardableResult
  public func assign(to subject: PassthroughSubject<Value>) -> Subscription { sink { subject.send($0) } }

  /// Makes each value the current one of a subject.
  ///
  /// Combine: `assign(to:on:)`. Rx: `bind(to:)` a `BehaviorRelay`. Difference: the target is a subject, since a key path
  /// cannot reach into an actor.
  @inlinable
  @discardableResult
  public func assign(to subject: CurrentValueSubject<Value>) -> Subscription { sink { subject.send($0) } }
}
