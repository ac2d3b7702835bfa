import GreenroomBindings
import GreenroomJSONLines

/// Joins the ports of one view model to its instance, once, inside the actor.
///
/// What sends outputs holds the instance, and is held by the actor, which the instance lets go of when it is stopped.
final class InstanceBinder: PortBinder {
  private unowned let instance: ViewModelInstance
  init(instance: ViewModelInstance) { self.instance = instance }

  var enums: EnumDescriptions { instance.resources.enums }

  func bindInput<Value: Decodable & Sendable>(
    _ port: PortDescription, _ type: Value.Type, send: @escaping (Value) -> Void
  ) {
    instance.inputs.append(InputPortState(port, ValueInput(instance, send: send)))
  }

  func bindSignalInput(_ port: PortDescription, send: @escaping () -> Void) {
    instance.inputs.append(InputPortState(port, SignalInput(instance, send: send)))
  }

  func bindEnumInput<Value: Decodable>(
    _ ports: [PortDescription], _ type: Value.Type, send: @escaping (Value) -> Void
  ) {
    let endpoint = CaseInput(instance, send: send)
    for port in ports { instance.inputs.append(InputPortState(port, endpoint)) }
    if ports.isEmpty { instance.undeclaredInputs = endpoint }
  }

  func bindOutput<Value: Encodable & Sendable>(
    _ port: PortDescription, _ type: Value.Type, current: (() -> Value?)?,
    subscribe: (@escaping (Value) -> Void) -> Void
  ) {
    let index = instance.outputs.count
    let output = OutputPortState(instance.resources.shared.outputPort(port))
    instance.outputs.append(output)
    if let value = current?() { setCurrent(index) { try JSONEncoding.encode(value, into: &$0) } }
    let writer = PayloadWriter<Value>.resolved(instance.resources)
    var payload: [UInt8] = []
    subscribe { [instance] value in
      payload.removeAll(keepingCapacity: true)
      do {
        try writer.write(value, into: &payload, instance.resources.encodingStorage)
        payload.withUnsafeBufferPointer { _ = instance.emit(output, index, copying: $0) }
      } catch {
        instance.resources.environment.log(.error, instance.name, "\(port.name) does not encode: \(error)")
      }
    }
  }

  func bindSignalOutput(_ port: PortDescription, subscribe: (@escaping () -> Void) -> Void) {
    let index = instance.outputs.count
    let output = OutputPortState(instance.resources.shared.outputPort(port))
    instance.outputs.append(output)
    subscribe { [instance] in instance.emit(output, index, []) }
  }

  func bindEnumOutput<Value: Encodable & Equatable>(
    _ ports: [PortDescription], _ type: Value.Type, initial: [Value?], repetition: EnumRepetition<Value>,
    subscribe: (@escaping (Value) -> Void) -> Void
  ) {
    let first = instance.outputs.count
    for port in ports { instance.outputs.append(OutputPortState(instance.resources.shared.outputPort(port))) }
    let shared = instance.resources.shared.outputEnum(
      Value.self, ports, size: MemoryLayout<Value>.size, instance.resources.layouts)
    let output = EnumOutput(instance, shared, firstPort: first, repetition)
    for (place, value) in initial.enumerated() {
      if let value { output.begin(with: value, at: place) }
    }
    subscribe { output.send($0) }
  }

  private func setCurrent(_ index: Int, _ encode: (inout [UInt8]) throws -> Void) {
    var bytes: [UInt8] = []
    do {
      try encode(&bytes)
      instance.outputs[index].setCurrent(bytes)
    } catch {
      instance.resources.environment.log(
        .error, instance.name,
        "the initial value of \(instance.outputs[index].description.name) does not encode: \(error)")
    }
  }
}
