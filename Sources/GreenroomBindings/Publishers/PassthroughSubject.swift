/// A source that code sends values into; it keeps none.
///
/// Combine: `PassthroughSubject`. Rx: `PublishSubject`, `PublishRelay`. Difference: a value that is sent while the view
/// model is delivering that of a subject, of this one or any other, waits its turn. What an input or a timer leads to is
/// sent at once.
public final class PassthroughSubject<Value>: PublisherConvertible {
  @usableFromInline let broadcast: Broadcast<Value>

  /// Makes a subject. Inside a view model it shares the view model's turns.
  @inlinable
  public init() { broadcast = Broadcast() }

  /// Sends a value to whoever subscribes at its turn.
  @inlinable
  public func send(_ value: Value) { broadcast.send(value) }

  /// Its values from now on.
  @inlinable public var publisher: Publisher<Value> { broadcast.publisher }
}

extension PassthroughSubject where Value == Void {
  /// Sends a signal.
  @inlinable
  public func send() { send(()) }
}
