/// The inputs of a view model: a struct of ``InputPort``s, or `Publisher<Input>` of an enum.
///
/// ```swift
/// struct Inputs: InputPorts {
///   let submitDidTap = InputPort<Void>()
///   let didScroll = InputPort<Scroll>()
/// }
/// ```
///
/// The name of a property is the name of its port.
public protocol InputPorts {
  /// Makes the ports; a struct whose properties all have values has this already.
  init()
}

/// One input of a view model.
///
/// It is a publisher: operators apply to it directly. Combine: a `PassthroughSubject` that only the screen sends to. Rx:
/// `PublishRelay`.
public final class InputPort<Value>: PublisherConvertible {
  @usableFromInline let broadcast: Broadcast<Value>
  private let attach: (PortDescription, any PortBinder) -> Void
  private let isSecret: Bool
  private let payloadType: (any Any.Type)?
  /// The name of the property that holds it; empty until it is bound.
  package private(set) var name = ""

  /// Makes a port whose values have a payload.
  ///
  /// - Parameter secret: masks its values wherever people read them, and keeps them out of arguments and logs.
  @inlinable
  public convenience init(secret: Bool = false) where Value: Decodable & Sendable {
    let broadcast = Broadcast<Value>()
    let send = { (value: Value) in broadcast.deliver(value) }
    self.init(broadcast, secret: secret, payload: Value.self) { port, binder in
      binder.bindInput(port, Value.self, send: send)
    }
  }

  /// Makes a port that only signals.
  public convenience init() where Value == Void {
    let broadcast = Broadcast<Void>()
    self.init(broadcast, secret: false, payload: nil) { port, binder in
      binder.bindSignalInput(port) { broadcast.deliver(()) }
    }
  }

  @usableFromInline
  init(
    _ broadcast: Broadcast<Value>, secret: Bool, payload payloadType: (any Any.Type)?,
    attach: @escaping (PortDescription, any PortBinder) -> Void
  ) {
    self.broadcast = broadcast
    isSecret = secret
    self.payloadType = payloadType
    self.attach = attach
  }

  /// The values that are sent to it.
  @inlinable public var publisher: Publisher<Value> { Publisher { self.broadcast.subscribe($0) } }
}

/// A port of any type, as found in a struct of inputs.
protocol AnyInputPort: AnyObject {
  func bind(_ name: String, to binder: any PortBinder)
}

extension InputPort: AnyInputPort {
  func bind(_ name: String, to binder: any PortBinder) {
    self.name = name
    attach(
      PortDescription(name: name, kind: .event, repeats: true, isSecret: isSecret, payloadType: payloadType), binder)
  }
}
