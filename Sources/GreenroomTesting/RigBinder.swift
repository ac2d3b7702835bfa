import GreenroomBindings

/// Binds a view model's ports to a rig: outputs are recorded, states kept for replay.
final class RigBinder: PortBinder {
  let enums = EnumDescriptions()
  private let record: RigRecord
  /// What the host would describe, in declared order.
  private(set) var inputs: [PortDescription] = []
  private(set) var outputs: [PortDescription] = []
  private var states: [(name: String, value: Any?, text: String)?] = []
  private var senders: [(type: Any.Type, send: Any)] = []
  private var caseSender: Any?

  init(_ record: RigRecord) { self.record = record }

  // MARK: Inputs

  func bindInput<Value: Decodable & Sendable>(
    _ port: PortDescription, _ type: Value.Type, send: @escaping (Value) -> Void
  ) {
    inputs.append(port)
    senders.append((type, send))
  }

  func bindSignalInput(_ port: PortDescription, send: @escaping () -> Void) {
    inputs.append(port)
    senders.append((Void.self, send))
  }

  func bindEnumInput<Value: Decodable>(
    _ ports: [PortDescription], _ type: Value.Type, send: @escaping (Value) -> Void
  ) {
    inputs.append(contentsOf: ports)
    caseSender = send
  }

  func send<Value>(case value: Value) {
    guard let send = caseSender as? (Value) -> Void else {
      preconditionFailure("BUG: the inputs are not those of \(Value.self)")
    }
    send(value)
  }

  func send<Value>(_ value: Value, to name: String) {
    guard let index = inputs.firstIndex(where: { $0.name == name }), let send = senders[index].send as? (Value) -> Void
    else { preconditionFailure("BUG: the input \(name) does not take \(Value.self)") }
    send(value)
  }

  func signal(_ name: String) {
    guard let index = inputs.firstIndex(where: { $0.name == name }), let send = senders[index].send as? () -> Void
    else { preconditionFailure("BUG: the input \(name) takes a value") }
    send()
  }

  // MARK: Outputs

  func bindOutput<Value: Encodable & Sendable>(
    _ port: PortDescription, _ type: Value.Type, current: (() -> Value?)?,
    subscribe: (@escaping (Value) -> Void) -> Void
  ) {
    let index = add(port)
    if let value = current?() { states[index] = (port.name, value, Self.text(port.name, value)) }
    subscribe { [self] value in
      let text = Self.text(port.name, value)
      if port.kind == .state { states[index] = (port.name, value, text) }
      record.emit(port.name, value, text: text)
    }
  }

  func bindSignalOutput(_ port: PortDescription, subscribe: (@escaping () -> Void) -> Void) {
    _ = add(port)
    subscribe { [record] in record.emit(port.name, nil, text: port.name) }
  }

  func bindEnumOutput<Value: Encodable & Equatable>(
    _ ports: [PortDescription], _ type: Value.Type, initial: [Value?], repetition: EnumRepetition<Value>,
    subscribe: (@escaping (Value) -> Void) -> Void
  ) {
    for (place, port) in ports.enumerated() {
      let index = add(port)
      guard let value = initial[place] else { continue }
      states[index] = (port.name, value, "\(value)")
      repetition.record(value, at: place)
    }
    subscribe { [self] value in
      let name = EnumCaseName.of(value)
      if let place = ports.firstIndex(where: { $0.name == name }) {
        if repetition.isRepetition(value, at: place) { return }
        repetition.record(value, at: place)
        if ports[place].kind == .state { states[place] = (name, value, "\(value)") }
      }
      record.emit(name, value, text: "\(value)")
    }
  }

  private func add(_ port: PortDescription) -> Int {
    outputs.append(port)
    states.append(nil)
    return outputs.count - 1
  }

  /// What whoever attaches is told first: the current states in declared order.
  func replay() {
    for state in states {
      if let state { record.replay(state.name, state.value, text: state.text) }
    }
  }

  static func text(_ port: String, _ value: some Any) -> String { "\(port) \(Shown.text(value))" }
}

/// How values look in messages.
enum Shown {
  static func text(_ value: some Any) -> String {
    if let text = value as? String { return "\"\(text)\"" }
    return "\(value)"
  }
}
