/// A source with a current value, which every subscriber gets first.
///
/// Combine: `CurrentValueSubject`. Rx: `BehaviorSubject`, `BehaviorRelay`. Difference: `value` changes at once, but a
/// value that is sent while the view model is delivering another one is delivered in its turn.
public final class CurrentValueSubject<Value>: PublisherConvertible {
  @usableFromInline let broadcast: Broadcast<Value>
  @exclusivity(unchecked) @usableFromInline var current: Value

  /// Makes a subject with a first value. Inside a view model it shares the view model's turns.
  @inlinable
  public init(_ value: Value) {
    broadcast = Broadcast()
    current = value
  }

  init(_ value: Value, in queue: DeliveryQueue) {
    broadcast = Broadcast(in: queue)
    current = value
  }

  /// The value that was sent last. Setting it sends it.
  public var value: Value {
    @inlinable get { current }
    @inlinable set { send(newValue) }
  }

  /// Makes a value the current one and sends it.
  @inlinable
  public func send(_ value: Value) {
    current = value
    broadcast.send(value)
  }

  /// The current value, then every later one.
  @inlinable
  public var publisher: Publisher<Value> {
    Publisher { subscriber in
      let subscription = self.broadcast.subscribe(subscriber)
      subscriber.receive(self.current)
      return subscription
    }
  }
}
