/// What a host, or a rig, does with each port of a view model when it binds it.
///
/// Called inside the actor, inputs first, each in declared order. The closures are confined to the executor's thread.
@usableFromInline
package protocol PortBinder: AnyObject {
  /// What is known of the enums of view models that were bound before.
  var enums: EnumDescriptions { get }

  /// One port of a struct of inputs.
  func bindInput<Value: Decodable & Sendable>(
    _ port: PortDescription, _ type: Value.Type, send: @escaping (Value) -> Void)

  /// One port of a struct of inputs that carries no value.
  func bindSignalInput(_ port: PortDescription, send: @escaping () -> Void)

  /// All cases of an input enum; an enum without a declaration brings no ports, its cases are found on use.
  func bindEnumInput<Value: Decodable>(
    _ ports: [PortDescription], _ type: Value.Type, send: @escaping (Value) -> Void)

  /// One port of a struct of outputs.
  ///
  /// `current` is nil for an event; for a state it gives the initial value, or nil as long as there is none. Values that a
  /// state port does not repeat never reach the callback.
  func bindOutput<Value: Encodable & Sendable>(
    _ port: PortDescription, _ type: Value.Type, current: (() -> Value?)?,
    subscribe: (@escaping (Value) -> Void) -> Void)

  /// One port of a struct of outputs that carries no value.
  func bindSignalOutput(_ port: PortDescription, subscribe: (@escaping () -> Void) -> Void)

  /// All cases of an output enum.
  ///
  /// `initial` has a place for each port. The callback finds the case, asks `repetition` whether the value is to be dropped,
  /// and else records it. A case without declaration is an event.
  func bindEnumOutput<Value: Encodable & Equatable>(
    _ ports: [PortDescription], _ type: Value.Type, initial: [Value?], repetition: EnumRepetition<Value>,
    subscribe: (@escaping (Value) -> Void) -> Void)
}
