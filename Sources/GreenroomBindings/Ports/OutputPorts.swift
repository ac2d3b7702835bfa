/// The outputs of a view model: a struct of ``StatePort``s and ``EventPort``s, or `Publisher<Output>` of an enum.
///
/// ```swift
/// struct Outputs: OutputPorts {
///   let count: StatePort<Int>
///   let currentPage: EventPort<Int>
/// }
/// ```
///
/// The name of a property is the name of its port, the order of the properties the order of replay.
public protocol OutputPorts {}

/// An output with a current value, which whoever attaches gets first.
///
/// Combine: a `CurrentValueSubject` seen as a publisher. Rx: `Driver`, `BehaviorRelay`.
public final class StatePort<Value: Encodable & Equatable & Sendable> {
  private let attach: (PortDescription, any PortBinder) -> Void
  private let repeats: Bool
  private let isSecret: Bool
  /// The name of the property that holds it; empty until it is bound.
  package private(set) var name = ""

  @usableFromInline
  init(repeats: Bool, isSecret: Bool, attach: @escaping (PortDescription, any PortBinder) -> Void) {
    self.repeats = repeats
    self.isSecret = isSecret
    self.attach = attach
  }

  /// Declares a state.
  ///
  /// Its initial value is the one that the publisher sends on subscription, as a subject with a current value does, else
  /// `initial`. Without both the port has a state once there is one.
  ///
  /// - Parameters:
  ///   - source: where its values come from.
  ///   - initial: the value before the first one.
  ///   - repeats: whether a value equal to the last is sent again. Ports that carry a reply repeat; flags and counters do not.
  ///   - secret: masks its values wherever people read them.
  /// - Returns: the port.
  @inlinable
  public static func state(
    _ source: some PublisherConvertible<Value>, initial: Value? = nil, repeats: Bool = false, secret: Bool = false
  ) -> StatePort {
    let source = source.publisher
    return StatePort(repeats: repeats, isSecret: secret) { port, binder in
      var current = initial
      var receive: ((Value) -> Void)?
      // What comes before the host listens is the initial value.
      source.connect { value in
        if !repeats, value == current { return }
        current = value
        receive?(value)
      }
      binder.bindOutput(port, Value.self, current: { current }) { receive = $0 }
    }
  }
}

/// An output without a current value: whoever attaches later does not get it.
///
/// Combine: a `PassthroughSubject` seen as a publisher. Rx: `Signal`, `PublishRelay`.
public final class EventPort<Value> {
  private let attach: (PortDescription, any PortBinder) -> Void
  private let isSecret: Bool
  private let payloadType: (any Any.Type)?
  /// The name of the property that holds it; empty until it is bound.
  package private(set) var name = ""

  @usableFromInline
  init(
    isSecret: Bool, payload payloadType: (any Any.Type)?, attach: @escaping (PortDescription, any PortBinder) -> Void
  ) {
    self.isSecret = isSecret
    self.payloadType = payloadType
    self.attach = attach
  }

  /// Declares an event.
  ///
  /// - Parameters:
  ///   - source: where its values come from.
  ///   - secret: masks its values wherever people read them.
  /// - Returns: the port.
  @inlinable
  public static func event(
    _ source: some PublisherConvertible<Value>, secret: Bool = false
  ) -> EventPort where Value: Encodable & Sendable {
    let source = source.publisher
    return EventPort(isSecret: secret, payload: Value.self) { port, binder in
      binder.bindOutput(port, Value.self, current: nil) { receive in source.connect(receive) }
    }
  }

  /// Declares an event that only signals.
  @inlinable
  public static func event(_ source: some PublisherConvertible<Void>) -> EventPort where Value == Void {
    let source = source.publisher
    return EventPort(isSecret: false, payload: nil) { port, binder in
      binder.bindSignalOutput(port) { receive in source.connect { _ in receive() } }
    }
  }
}

/// A port of any type, as found in a struct of outputs.
protocol AnyOutputPort: AnyObject {
  func bind(_ name: String, to binder: any PortBinder)
}

extension StatePort: AnyOutputPort {
  func bind(_ name: String, to binder: any PortBinder) {
    self.name = name
    attach(
      PortDescription(
        name: name, kind: .state, repeats: repeats, isSecret: isSecret, payloadType: Value.self), binder)
  }
}

extension EventPort: AnyOutputPort {
  func bind(_ name: String, to binder: any PortBinder) {
    self.name = name
    attach(
      PortDescription(name: name, kind: .event, repeats: true, isSecret: isSecret, payloadType: payloadType), binder)
  }
}
