/// A source that code sends values into; it keeps none.
///
/// Combine: `PassthroughSubject`. Rx: `PublishSubject`, `PublishRelay`. Difference: a value that is sent while the view
/// model is delivering another one, of this subject or any other, waits its turn.
public final class PassthroughSubject<Value>: PublisherConvertible {
  private let broadcast: Broadcast<Value>

  /// Makes a subject. Inside a view model it shares the view model's turns.
  public init() { broadcast = Broadcast() }

  init(queue: DeliveryQueue) { broadcast = Broadcast(queue: queue) }

  /// Sends a value to whoever subscribes at its turn.
  public func send(_ value: Value) { broadcast.send(value) }

  /// Its values from now on.
  public var publisher: Publisher<Value> { Publisher(broadcast.subscribe) }
}

extension PassthroughSubject where Value == Void {
  /// Sends a signal.
  public func send() { send(()) }
}
