/// What is known of one port: its name and what its declaration says.
@usableFromInline
package struct PortDescription: Sendable, Equatable {
  /// The name of the property, or of the case.
  package let name: String
  /// Whether it has a current value.
  package let kind: PortKind
  /// Whether a value equal to the last is sent again; always true for events.
  package let repeats: Bool
  /// Whether values are masked wherever people read them.
  package let isSecret: Bool
  /// The type of its values, for people: `Int`, `[String]`, `(isEnabled: Bool)`; empty for none.
  package let payload: String
  /// The types that its payload is made of, for `PayloadShape`.
  package let payloadTypes: [any Any.Type]
  /// Whether the payload of its case is known to be Bools and numbers, or nothing: values of the same bits look the same on
  /// the wire.
  package let isPlain: Bool

  /// Describes a port.
  package init(
    name: String, kind: PortKind, repeats: Bool, isSecret: Bool, payload: String, payloadTypes: [any Any.Type] = [],
    isPlain: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.repeats = repeats
    self.isSecret = isSecret
    self.payload = payload
    self.payloadTypes = payloadTypes
    self.isPlain = isPlain
  }
}

extension PortDescription {
  /// Whether a value equal to the last is not sent.
  package var dropsRepetitions: Bool { kind == .state && !repeats }

  @usableFromInline
  package static func == (left: PortDescription, right: PortDescription) -> Bool {
    left.name == right.name && left.kind == right.kind && left.repeats == right.repeats
      && left.isSecret == right.isSecret && left.payload == right.payload && left.isPlain == right.isPlain
      && left.payloadTypes.elementsEqual(right.payloadTypes, by: ==)
  }
}

/// Whether a port has a current value.
package enum PortKind: Sendable {
  /// Has a current value, which whoever attaches gets first. Combine: `CurrentValueSubject`.
  case state
  /// Has none. Combine: `PassthroughSubject`. Inputs are events.
  case event
}

extension PortDescription {
  /// A port whose values are of a type, or that only signals.
  init(name: String, kind: PortKind, repeats: Bool, isSecret: Bool, payloadType: (any Any.Type)?) {
    self.init(
      name: name, kind: kind, repeats: repeats, isSecret: isSecret, payload: payloadType.map(TypeName.of) ?? "",
      payloadTypes: payloadType.map { [$0] } ?? [])
  }
}
