/// An input or output enum that declares what its cases are.
///
/// ```swift
/// enum Output: Codable, Sendable, Equatable, PortEnum {
///   case toggleButton(isEnabled: Bool), fetchQuoteDidSuccess(quote: Quote), fetchQuoteDidFail(error: ServiceError)
///   static let ports: [EnumPort<Output>] = [
///     .state("toggleButton", initial: .toggleButton(isEnabled: true)),
///     .state("fetchQuoteDidSuccess", repeats: true),
///     .event("fetchQuoteDidFail"),
///   ]
/// }
/// ```
///
/// A case that is not declared is an event; an input enum without payloads may be `CaseIterable` instead.
public protocol PortEnum: Sendable {
  /// The cases in the order in which their states are replayed.
  static var ports: [EnumPort<Self>] { get }
}

/// The declaration of one case of an input or output enum.
public struct EnumPort<Case>: Sendable where Case: Sendable {
  let name: String
  let kind: PortKind
  let repeats: Bool
  let isSecret: Bool
  let initial: Case?

  /// An output with a current value.
  ///
  /// - Parameters:
  ///   - name: the name of the case.
  ///   - initial: the value before the first one; without it the port has a state once there is one.
  ///   - repeats: whether a value equal to the last is sent again.
  ///   - secret: masks its values wherever people read them.
  /// - Returns: the port.
  public static func state(
    _ name: String, initial: Case? = nil, repeats: Bool = false, secret: Bool = false
  ) -> EnumPort {
    EnumPort(name: name, kind: .state, repeats: repeats, isSecret: secret, initial: initial)
  }

  /// An output without a current value.
  ///
  /// - Parameters:
  ///   - name: the name of the case.
  ///   - secret: masks its values wherever people read them.
  /// - Returns: the port.
  public static func event(_ name: String, secret: Bool = false) -> EnumPort {
    EnumPort(name: name, kind: .event, repeats: true, isSecret: secret, initial: nil)
  }

  /// An input.
  ///
  /// - Parameters:
  ///   - name: the name of the case.
  ///   - secret: masks its values wherever people read them, and keeps them out of arguments and logs.
  /// - Returns: the port.
  public static func input(_ name: String, secret: Bool = false) -> EnumPort { event(name, secret: secret) }

  fileprivate func described<Value>(as type: Value.Type) -> PortDescription {
    let payload = EnumPayload(of: type, case: name)
    return PortDescription(
      name: name, kind: kind, repeats: repeats, isSecret: isSecret, payload: payload.text, isPlain: payload.isPlain)
  }
}

extension PortEnum {
  fileprivate static var descriptions: [PortDescription] { ports.map { $0.described(as: Self.self) } }
  fileprivate static var initialValues: [Any?] { ports.map { $0.initial } }
}

extension CaseIterable where Self: Encodable {
  fileprivate static var caseNames: [String] { allCases.map { EnumCaseName.of($0) } }
}

/// `Publisher<Input>` as the inputs of a view model.
protocol EnumInputs {
  func bindCases(to binder: any PortBinder)
}

extension Publisher: InputPorts where Value: Decodable {
  /// A publisher that the host sends the inputs through.
  public init() {
    let broadcast = Broadcast<Value>()
    self.init(entrance: broadcast, broadcast.subscribe)
  }
}

extension Publisher: EnumInputs where Value: Decodable {
  func bindCases(to binder: any PortBinder) {
    guard let entrance else { preconditionFailure("BUG: the inputs of a view model come from its host") }
    var ports: [PortDescription] = []
    if let declared = Value.self as? any PortEnum.Type {
      ports = declared.descriptions
    } else if let listed = Value.self as? any (CaseIterable & Encodable).Type {
      ports = listed.caseNames.map {
        PortDescription(name: $0, kind: .event, repeats: true, isSecret: false, payload: "", isPlain: true)
      }
    }
    binder.bindEnumInput(ports, Value.self) { entrance.deliver($0) }
  }
}

/// `Publisher<Output>` as the outputs of a view model.
protocol EnumOutputs {
  func bindCases(to binder: any PortBinder)
}

extension Publisher: OutputPorts where Value: Encodable & Equatable {}

extension Publisher: EnumOutputs where Value: Encodable & Equatable {
  func bindCases(to binder: any PortBinder) {
    let declared = Value.self as? any PortEnum.Type
    let ports = declared?.descriptions ?? []
    let initial = declared?.initialValues.map { $0 as? Value } ?? []
    for (port, value) in zip(ports, initial) {
      guard let value, EnumCaseName.of(value) != port.name else { continue }
      fatalError("\(Value.self).ports declares \(value) as the initial value of \(port.name)")
    }
    binder.bindEnumOutput(ports, Value.self, initial: initial, repetition: EnumRepetition(ports)) { receive in
      sink(receive)
    }
  }
}
