public import GreenroomBindings
public import Testing

extension Rig {
  /// Sends a value to an input port, as one turn to the end of its synchronous work.
  ///
  /// - Returns: the number of the turn, the cause of the outputs that it makes.
  @discardableResult
  public func send<Value>(_ port: KeyPath<Model.Inputs, InputPort<Value>>, _ value: Value) -> Int {
    let name = inputs[keyPath: port].name
    return turn("the input \(name) \(Shown.text(value))") { binder.send(value, to: name) }
  }

  /// Signals an input port, as one turn to the end of its synchronous work.
  ///
  /// - Returns: the number of the turn, the cause of the outputs that it makes.
  @discardableResult
  public func send(_ port: KeyPath<Model.Inputs, InputPort<Void>>) -> Int {
    let name = inputs[keyPath: port].name
    return turn("the input \(name)") { binder.signal(name) }
  }

  /// Expects the next output: a value of a state port, live or replayed.
  ///
  /// - Parameters:
  ///   - port: the port that must have sent it.
  ///   - value: the value.
  ///   - cause: the number of the turn that must have caused it; nil accepts any.
  ///   - sourceLocation: where an issue is reported.
  public func expect<Value: Equatable>(
    _ port: KeyPath<Model.Outputs, StatePort<Value>>, _ value: Value, cause: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(outputs[keyPath: port].name, value, cause, sourceLocation)
  }

  /// Expects the next output: a value of an event port.
  ///
  /// - Parameters:
  ///   - port: the port that must have sent it.
  ///   - value: the value.
  ///   - cause: the number of the turn that must have caused it; nil accepts any.
  ///   - sourceLocation: where an issue is reported.
  public func expect<Value: Equatable>(
    _ port: KeyPath<Model.Outputs, EventPort<Value>>, _ value: Value, cause: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(outputs[keyPath: port].name, value, cause, sourceLocation)
  }

  /// Expects the next output: a signal of an event port.
  ///
  /// - Parameters:
  ///   - port: the port that must have sent it.
  ///   - cause: the number of the turn that must have caused it; nil accepts any.
  ///   - sourceLocation: where an issue is reported.
  public func expect(
    _ port: KeyPath<Model.Outputs, EventPort<Void>>, cause: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let name = outputs[keyPath: port].name
    check(name, cause: cause, sourceLocation) { $0.port == name && $0.value == nil }
  }

  private func expect<Value: Equatable>(
    _ name: String, _ value: Value, _ cause: Int?, _ sourceLocation: SourceLocation
  ) {
    check(RigBinder.text(name, value), cause: cause, sourceLocation) { $0.port == name && $0.value as? Value == value }
  }
}
