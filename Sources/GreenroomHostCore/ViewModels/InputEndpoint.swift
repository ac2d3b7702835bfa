import GreenroomBindings
import GreenroomJSONLines

/// Decodes the values of one input port, or of all cases of an input enum, and hands them to the view model.
///
/// The type of the value is resolved once, at bind time.
class InputEndpoint {
  private unowned let instance: ViewModelInstance
  fileprivate let resources: HostResources
  init(_ instance: ViewModelInstance) {
    self.instance = instance
    resources = instance.resources
  }

  /// Why a value was not taken: without the value if that is secret, since it may be shown and logged.
  fileprivate final func refusal(_ port: InputPortState, _ error: PayloadError) -> InputRefusal {
    .badValue(input: port.description.name, port.description.isSecret ? error.hidingValue : error)
  }

  /// One input is one turn.
  final func turn(_ port: InputPortState, _ body: () -> Void) -> Int {
    resources.turn("input \(port.description.name) of \(instance.name)", body)
  }

  /// - Returns: the number of the input.
  func accept(_ port: InputPortState, _ value: ArraySlice<UInt8>?) throws(InputRefusal) -> Int {
    preconditionFailure("BUG: an abstract endpoint was called")
  }

  /// What the ports of its kind share, in all instances.
  func type(of description: PortDescription) -> InputPortType {
    preconditionFailure("BUG: an abstract endpoint was asked")
  }

  /// What sends the one value of a case without payload; nil if it does not decode, which each input of it is told.
  func constant(_ port: InputPortState) -> ConstantInput? { nil }
}

/// A port of its own in a struct of ports.
final class ValueInput<Value: Decodable & Sendable>: InputEndpoint {
  private let send: (Value) -> Void
  private let reader: PayloadReader<Value>

  init(_ instance: ViewModelInstance, send: @escaping (Value) -> Void) {
    self.send = send
    reader = .resolved(instance.resources.layouts)
    super.init(instance)
  }

  override func type(of description: PortDescription) -> InputPortType {
    resources.shared.inputPort(description, of: Value.self)
  }

  override func accept(_ port: InputPortState, _ value: ArraySlice<UInt8>?) throws(InputRefusal) -> Int {
    let decoded: Value
    do throws(PayloadError) {
      guard let value else { throw PayloadError(path: "value", message: "missing") }
      decoded = try reader.read(value, resources.decodingStorage)
    } catch {
      throw refusal(port, error)
    }
    let send = send
    return turn(port) { send(decoded) }
  }
}

/// A port without payload: a value that is sent all the same is ignored, as unknown members are.
final class SignalInput: InputEndpoint {
  private let send: () -> Void

  init(_ instance: ViewModelInstance, send: @escaping () -> Void) {
    self.send = send
    super.init(instance)
  }

  override func type(of description: PortDescription) -> InputPortType {
    resources.shared.inputPort(description, of: Void.self)
  }

  override func accept(_ port: InputPortState, _ value: ArraySlice<UInt8>?) throws(InputRefusal) -> Int {
    turn(port, send)
  }
}

/// All cases of an input enum.
final class CaseInput<Value: Decodable>: InputEndpoint {
  private let send: (Value) -> Void
  private let layout: EnumLayout?

  init(_ instance: ViewModelInstance, send: @escaping (Value) -> Void) {
    self.send = send
    layout = instance.resources.layouts.cases(Value.self)
    super.init(instance)
  }

  override func type(of description: PortDescription) -> InputPortType {
    resources.shared.inputPort(description, of: Value.self, layout)
  }

  override func accept(_ port: InputPortState, _ value: ArraySlice<UInt8>?) throws(InputRefusal) -> Int {
    if let layout, let value, let tag = port.type.caseTag, let cause = accept(port, value, tag, layout) { return cause }
    let decoded: Value
    do throws(PayloadError) {
      decoded = try decode(port, value)
    } catch {
      throw refusal(port, error)
    }
    let send = send
    return turn(port) { send(decoded) }
  }

  /// - Returns: nil if the type's own decoding has to be called.
  private func accept(_ port: InputPortState, _ value: ArraySlice<UInt8>, _ tag: Int, _ layout: EnumLayout) -> Int? {
    // Bytes, and no typed room: here the type is not known, and each that is made of it would have to be looked up. One without size
    // has no layout.
    withUnsafeTemporaryAllocation(byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment) {
      room in
      // SAFETY: initialised if and only if `read` says so, and ended here.
      guard let memory = room.baseAddress, value.withUnsafeBufferPointer({ layout.read(tag, $0, into: memory) }) else {
        return nil
      }
      let decoded = memory.assumingMemoryBound(to: Value.self)
      defer { decoded.deinitialize(count: 1) }
      let send = send
      return turn(port) { send(decoded.pointee) }
    }
  }

  override func constant(_ port: InputPortState) -> ConstantInput? {
    guard let decoded = try? decode(port, nil) else { return nil }
    let send = send
    return ConstantInput { send(decoded) }
  }

  private func decode(_ port: InputPortState, _ value: ArraySlice<UInt8>?) throws(PayloadError) -> Value {
    try JSONDecoding.decodeCase(
      Value.self, name: port.description.name, payload: value, storage: resources.decodingStorage)
  }
}
