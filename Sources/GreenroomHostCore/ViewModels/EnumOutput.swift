import GreenroomBindings
import GreenroomJSONLines

/// Sends the values of one output enum through the ports of its cases.
///
/// Confined to the loop's thread; no access to a field spans a call that comes back here.
final class EnumOutput<Value: Encodable & Equatable> {
  private unowned let instance: ViewModelInstance
  private let ports: [PortDescription]
  /// Which of them drop a value that is equal to their last.
  private let drops: [Bool]
  /// The place of the first of them among the instance's outputs.
  private let firstPort: Int
  private let repetition: EnumRepetition<Value>
  /// The names of the cases; undeclared ones follow the ports.
  @exclusivity(unchecked) private var names: [String]
  @exclusivity(unchecked) private var payload: [UInt8] = []
  private let plain: PlainOutputs
  /// Of each port the id of its last value, if that was a known plain one, else 0; `repetition` has not seen it then.
  @exclusivity(unchecked) private var lastKnown: [Int]

  init(
    _ instance: ViewModelInstance, _ ports: [PortDescription], firstPort: Int, _ repetition: EnumRepetition<Value>
  ) {
    self.instance = instance
    self.ports = ports
    self.firstPort = firstPort
    self.repetition = repetition
    drops = ports.map { $0.kind == .state && !$0.repeats }
    names = ports.map(\.name)
    plain = PlainOutputs(size: MemoryLayout<Value>.size, portCount: ports.count)
    lastKnown = ports.map { _ in 0 }
  }

  func send(_ value: Value) {
    if let known = withUnsafeBytes(of: value, { plain.find($0) }), sendKnown(known) { return }
    encode(value)
  }

  /// - Returns: false if the slow way has to decide.
  private func sendKnown(_ known: PlainOutputs.Known) -> Bool {
    let port = known.port
    if drops[port] {
      // Known values of a port are unequal to each other.
      let last = lastKnown[port]
      guard last != 0 else { return false }
      if last == known.id { return true }
      lastKnown[port] = known.id
    }
    instance.emit(firstPort + port, known.payload)
    return true
  }

  private func encode(_ value: Value) {
    let instance = instance
    payload.removeAll(keepingCapacity: true)
    do {
      let name = try JSONEncoding.encodeCase(value, into: &payload, storage: instance.core.encodingStorage)
      guard let place = names.firstIndex(where: { $0 == name }) else { return sendUndeclared(name) }
      if place < ports.count {
        if drops[place] {
          catchUp(place)
          if repetition.isRepetition(value, at: place) { return }
        }
        if ports[place].isPlain { remember(value, place) }
      }
      // What is not sent is not the last value.
      if instance.emit(firstPort + place, taking: &payload), place < ports.count, drops[place] {
        repetition.record(value, at: place)
      }
    } catch {
      instance.core.environment.log(.error, instance.name, "an output does not encode: \(error)")
    }
  }

  /// Tells `repetition` of the value that was sent last without it.
  private func catchUp(_ place: Int) {
    guard let last = plain.known(lastKnown[place])?.value as? Value else { return }
    lastKnown[place] = 0
    repetition.record(last, at: place)
  }

  private func remember(_ value: Value, _ place: Int) {
    if let known = withUnsafeBytes(of: value, { plain.find($0) }) {
      lastKnown[place] = known.id
      return
    }
    // A value that is equal to a known one and looks different: such values are left to `==`.
    guard !plain.known(of: place).contains(where: { ($0.value as? Value) == value }) else { return }
    lastKnown[place] = plain.insert(value, port: place, payload: payload).id
  }

  /// A case without declaration is an event.
  private func sendUndeclared(_ name: String) {
    instance.core.environment.log(
      .warning, instance.name, "the output \(name) is not declared in \(Value.self).ports: it is sent as an event")
    names.append(name)
    instance.outputs.append(
      OutputPortState(
        PortDescription(name: name, kind: .event, repeats: true, isSecret: false, payload: ""),
        viewModel: instance.name))
    instance.emit(firstPort + names.count - 1, taking: &payload)
  }
}
