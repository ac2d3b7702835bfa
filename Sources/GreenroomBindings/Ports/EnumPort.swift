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

  fileprivate func described<Value>(as type: Value.Type, _ role: EnumDescriptions.Role) -> PortDescription {
    let payload = EnumPayload(of: type, case: name, as: role)
    return PortDescription(
      name: name, kind: kind, repeats: repeats, isSecret: isSecret, payload: payload.text,
      payloadTypes: payload.types, isPlain: payload.isPlain)
  }
}

/// The ports of the enums that were looked at so far: to find out what the payload of a case is called means to decode one.
///
/// Confined to the executor of its host or rig.
@usableFromInline
package final class EnumDescriptions {
  /// What an enum is used as: one that lists its cases has ports as inputs, and none are declared as outputs.
  enum Role { case inputs, outputs }

  private struct Key: Hashable {
    let type: ObjectIdentifier
    let role: Role
  }
  private var known: [Key: [PortDescription]] = [:]

  /// Knows nothing yet.
  package init() {}

  /// The ports of an enum in a role, looked for once.
  func of(_ type: any Any.Type, as role: Role, _ find: () -> [PortDescription]) -> [PortDescription] {
    let key = Key(type: ObjectIdentifier(type), role: role)
    if let ports = known[key] { return ports }
    let ports = find()
    known[key] = ports
    return ports
  }
}

extension PortEnum {
  fileprivate static func descriptions(_ role: EnumDescriptions.Role) -> [PortDescription] {
    ports.map { $0.described(as: Self.self, role) }
  }
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
    let ports = binder.enums.of(Value.self, as: .inputs) {
      if let declared = Value.self as? any PortEnum.Type { return declared.descriptions(.inputs) }
      guard let listed = Value.self as? any (CaseIterable & Encodable).Type else { return [] }
      return listed.caseNames.map {
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
    let ports = binder.enums.of(Value.self, as: .outputs) { declared?.descriptions(.outputs) ?? [] }
    let initial = declared?.initialValues.map { $0 as? Value } ?? []
    for (port, value) in zip(ports, initial) {
      guard let value, EnumCaseName.of(value) != port.name else { continue }
      fatalError("\(TypeName.qualified(Value.self)).ports declares \(value) as the initial value of \(port.name)")
    }
    binder.bindEnumOutput(ports, Value.self, initial: initial, repetition: EnumRepetition(ports)) { receive in
      connect(receive)
    }
  }
}
