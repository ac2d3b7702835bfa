import GreenroomBindings
import GreenroomJSONLines

/// What all instances of a view model share of an output enum.
final class EnumOutputType {
  let ports: [PortDescription]
  let names: [String]
  /// Which of the ports drop a value that is equal to their last.
  let drops: [Bool]
  let plain: PlainOutputs
  /// How its values lie in memory, if that is known.
  private let layout: EnumLayout?
  // The same two, not counted: they are looked at with each output.
  let uncountedPlain: Unmanaged<PlainOutputs>
  let uncountedLayout: Unmanaged<EnumLayout>?
  /// The place of the port of each case of the layout; nil for one that is not declared.
  let placesByTag: [Int?]

  /// For an enum of values of so many bytes.
  init(_ ports: [PortDescription], size: Int, _ layout: EnumLayout?) {
    self.layout = layout
    uncountedLayout = layout.map { .passUnretained($0) }
    placesByTag = layout?.names.map { name in ports.firstIndex { $0.name == name } } ?? []
    self.ports = ports
    names = ports.map(\.name)
    drops = ports.map(\.dropsRepetitions)
    plain = PlainOutputs(size: size, portCount: ports.count)
    uncountedPlain = .passUnretained(plain)
  }
}

/// Sends the values of one output enum through the ports of its cases.
///
/// Confined to the loop's thread; no access to a field spans a call that comes back here.
final class EnumOutput<Value: Encodable & Equatable> {
  private let instance: ViewModelInstance
  private let type: EnumOutputType
  /// The place of the first port among the instance's outputs; undeclared cases follow the ports.
  private let firstPort: Int
  private let repetition: EnumRepetition<Value>
  private var undeclaredNames: [String] = []
  private var resources: HostResources { instance.resources }

  init(
    _ instance: ViewModelInstance, _ type: EnumOutputType, firstPort: Int, _ repetition: EnumRepetition<Value>
  ) {
    self.instance = instance
    self.type = type
    self.firstPort = firstPort
    self.repetition = repetition
  }

  /// Makes a value the current one of its port, by its place in the declaration, before any is sent.
  func begin(with value: Value, at place: Int) {
    encode(value, "the initial value of \(type.names[place])") { _, payload in
      let output = instance.outputs[firstPort + place]
      output.lastKnown = type.ports[place].isPlain ? known(value, place, payload) : 0
      if let known = type.plain.known(output.lastKnown) {
        output.setCurrent(known.payload)
      } else {
        output.setCurrent(Array(payload))
        repetition.record(value, at: place)
      }
    }
  }

  func send(_ value: Value) {
    let plain = type.uncountedPlain
    let known = withUnsafeBytes(of: value) { bytes in plain._withUnsafeGuaranteedRef { $0.find(bytes) } }
    if let known, known._withUnsafeGuaranteedRef({ sendKnown($0) }) { return }
    encode(value, "an output") { place, payload in send(value, place, payload) }
  }

  /// - Returns: false if the slow way has to decide.
  private func sendKnown(_ known: PlainOutputs.Known) -> Bool {
    let index = firstPort + known.port
    let output = instance.outputs[index]
    guard type.drops[known.port] else {
      instance.emit(output, index, known.payload)
      return true
    }
    // Known values of a port are unequal to each other.
    if output.lastKnown == 0 { return false }
    if output.lastKnown == known.id { return true }
    // What is not sent is not the last value.
    if instance.emit(output, index, known.payload) { output.lastKnown = known.id }
    return true
  }

  /// Hands over the place of a value's port and its payload; a value whose case is not declared is sent as an event.
  ///
  /// `what` the value is, for the log.
  private func encode(
    _ value: Value, _ what: @autoclosure () -> String, _ body: (Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    if let layout = type.uncountedLayout, layout._withUnsafeGuaranteedRef({ write(value, $0, body) }) { return }
    do {
      try JSONEncoding.withCase(of: value, storage: resources.encodingStorage) { name, payload in
        if let place = type.names.firstIndex(where: { $0 == name }) {
          body(place, payload)
        } else {
          sendUndeclared(name, payload)
        }
      }
    } catch {
      resources.environment.log(.error, instance.name, "\(what()) does not encode: \(error)")
    }
  }

  /// - Returns: false if the value's own coding has to be called.
  private func write(
    _ value: Value, _ layout: EnumLayout, _ body: (Int, UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    resources.payload.write(
      { bytes in
        guard let tag = withUnsafePointer(to: value, { layout.write($0, into: bytes) }) else { return nil }
        return type.placesByTag[tag]
      }, use: body)
  }

  private func send(_ value: Value, _ place: Int, _ payload: UnsafeBufferPointer<UInt8>) {
    if type.drops[place] {
      catchUp(place)
      if repetition.isRepetition(value, at: place) { return }
    }
    let known = type.ports[place].isPlain ? known(value, place, payload) : 0
    // What is not sent is not the last value.
    let output = instance.outputs[firstPort + place]
    guard instance.emit(output, firstPort + place, copying: payload) else { return }
    output.lastKnown = known
    if type.drops[place] { repetition.record(value, at: place) }
  }

  /// Tells `repetition` of the value that was sent last without it.
  private func catchUp(_ place: Int) {
    let output = instance.outputs[firstPort + place]
    guard let last = type.plain.known(output.lastKnown)?.value as? Value else { return }
    output.lastKnown = 0
    repetition.record(last, at: place)
  }

  /// The id of a plain value, which is known from now on if there is room; else 0.
  private func known(_ value: Value, _ place: Int, _ payload: UnsafeBufferPointer<UInt8>) -> Int {
    if let known = withUnsafeBytes(of: value, { type.plain.find($0) }) { return known.takeUnretainedValue().id }
    guard type.plain.hasRoom(for: place) else { return 0 }
    // A value that is equal to a known one and looks different: such values are left to `==`.
    guard !type.plain.known(of: place).contains(where: { ($0.value as? Value) == value }) else { return 0 }
    return type.plain.insert(value, port: place, payload: payload).id
  }

  /// A case without declaration is an event.
  private func sendUndeclared(_ name: String, _ payload: UnsafeBufferPointer<UInt8>) {
    if !undeclaredNames.contains(name) {
      resources.environment.log(
        .warning, instance.name, "the output \(name) is not declared in \(Value.self).ports: it is sent as an event")
      undeclaredNames.append(name)
      instance.outputs.append(
        OutputPortState(
          resources.shared.outputPort(
            PortDescription(name: name, kind: .event, repeats: true, isSecret: false, payload: ""))))
    }
    guard let place = undeclaredNames.firstIndex(of: name) else { return }
    let index = firstPort + type.ports.count + place
    instance.emit(instance.outputs[index], index, copying: payload)
  }
}
