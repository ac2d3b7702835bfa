import GreenroomBindings
import GreenroomJSONLines
package import GreenroomProtocol

/// One view model of the configuration: the actor, its ports, the current values of its state outputs, and who sees them.
///
/// Confined to the loop's thread, which is the actor's executor: the closures made at bind time are called without a hop.
package final class ViewModelInstance {
  // What every message touches comes first: it lies together in memory then.
  @exclusivity(unchecked) package private(set) var seq = 0
  @exclusivity(unchecked) package private(set) var inputCount = 0
  /// Its place in the host's list.
  package let index: Int
  let resources: HostResources
  /// Of each input what sends its one value, if it is a case without payload.
  @exclusivity(unchecked) private var constants: [ConstantInput?] = []
  /// The names of the inputs, shared by the instances of the type.
  @exclusivity(unchecked) private var inputTable = NameTable()
  @exclusivity(unchecked) package internal(set) var outputs: [OutputPortState] = []
  /// Who is attached, if it is one alone. Not counted: `attachments` holds it, and `show` detaches nobody; whoever cannot keep
  /// up is detached when an output has gone to all.
  @exclusivity(unchecked) private var onlyAttachment: Unmanaged<PresenterEndpoint>?
  /// Who is attached, in the order of attachment.
  @exclusivity(unchecked) package private(set) var attachments: [PresenterEndpoint] = [] {
    didSet { onlyAttachment = attachments.count == 1 ? .passUnretained(attachments[0]) : nil }
  }
  private let lineLimit: Int
  /// The name as it stands on a line.
  private let nameOnLine: [UInt8]

  package internal(set) var inputs: [InputPortState] = []
  package let name: String
  package let typeName: String
  private unowned let core: HostCore
  let missingServices = MissingServices()
  /// A reload or the end of the host has ended it.
  package private(set) var isStopped = false
  /// Takes the cases of an input enum that does not declare its ports; a case becomes a port when it first comes.
  var undeclaredInputs: InputEndpoint?
  /// Keeps the actor alive.
  private var actor: (any ViewModel)?

  init(name: String, typeName: String, index: Int, core: HostCore) {
    self.name = name
    self.typeName = typeName
    self.index = index
    self.core = core
    resources = core.resources
    lineLimit = resources.limits.lineByteCount
    var nameOnLine: [UInt8] = []
    nameOnLine.appendJSONString(name)
    self.nameOnLine = nameOnLine
  }

  /// Enters the actor once and keeps the closures made inside.
  ///
  /// - Returns: what an input for it will touch.
  func bind(_ viewModel: some ViewModel) -> MemorySpan {
    actor = viewModel
    let binder = Confined(InstanceBinder(instance: self) as any PortBinder)
    viewModel.assumeIsolated { $0.bind(to: binder.value) }
    constants = inputs.map(\.constant)
    inputTable = resources.shared.inputTable(inputs.map(\.description.name), of: typeName)
    let context = viewModel.home.context
    return MemorySpan(
      [self, viewModel, context, context.lifetime.value.deliveries] + inputs.map(\.endpoint) + outputs)
  }

  // MARK: Inputs

  /// The input of a name, as it stands somewhere, by which it is accepted.
  @inline(__always)
  func findInput(_ name: UnsafeBufferPointer<UInt8>) -> Int? { inputTable.find(name) }

  /// Decodes an input and hands it to the view model, whose synchronous work is done on return.
  ///
  /// - Parameters:
  ///   - index: the input, as `findInput` has found it.
  ///   - value: the JSON of its value, if it has one.
  /// - Returns: the number of the input, which its outputs name as their cause.
  /// - Throws: why the value was not taken.
  func accept(_ index: Int, _ value: ArraySlice<UInt8>?) throws(InputRefusal) -> Int {
    let cause: Int
    if value == nil, let constant = constants[index] {
      // One that is always the same is sent without a look at it.
      cause = resources.turn("input \(inputs[index].description.name) of \(name)", constant.send)
    } else {
      let port = inputs[index]
      cause = try port.endpoint.accept(port, value)
    }
    inputCount += 1
    return cause
  }

  /// The same for the name of an input.
  package func accept(_ input: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>?) throws(InputRefusal) -> Int {
    if let index = inputTable.find(input) { return try accept(index, value) }
    if let undeclaredInputs {
      let description = PortDescription(name: input.text, kind: .event, repeats: true, isSecret: false, payload: "")
      let port = InputPortState(description, undeclaredInputs)
      let cause = try undeclaredInputs.accept(port, value)
      inputTable.insert(description.name, inputs.count)
      inputs.append(port)
      constants.append(port.constant)
      inputCount += 1
      return cause
    }
    throw .unknownInput(input.text, known: inputs.map(\.description.name))
  }

  // MARK: Outputs

  /// Storage for a line that is kept for the next.
  static let keptByteCount = 64 << 10
  private static var lineBegin: StaticString { #"{"jsonrpc":"2.0","method":"output","params":{"viewModel":"# }
  /// What an output line has beside its names and its payload, at most.
  private static var lineByteCount: Int {
    lineBegin.utf8CodeUnitCount + (#","seq":,"cause":}}"# as StaticString).utf8CodeUnitCount + 2
      * ByteWriter.integerByteCount + 1
  }

  /// Sends one value of a port to everybody who is attached.
  ///
  /// `payload` is the JSON of the value, empty for none. Of a state it becomes the current value.
  ///
  /// - Returns: false if it is longer than a line may be and was not sent.
  @discardableResult
  func emit(_ output: OutputPortState, _ port: Int, copying payload: UnsafeBufferPointer<UInt8>) -> Bool {
    guard send(payload, output, port) else { return false }
    if output.type.isState { output.setCurrent(copying: payload) }
    return true
  }

  /// The same with a payload that is shared.
  @discardableResult
  func emit(_ output: OutputPortState, _ port: Int, _ payload: [UInt8]) -> Bool {
    guard payload.withUnsafeBufferPointer({ send($0, output, port) }) else { return false }
    if output.type.isState { output.setCurrent(payload) }
    return true
  }

  /// - Returns: false if the line would be too long.
  private func send(_ payload: UnsafeBufferPointer<UInt8>, _ output: OutputPortState, _ port: Int) -> Bool {
    // The length of the line at most.
    let capacity = nameOnLine.count + output.type.nameBeforeValue.count + payload.count + Self.lineByteCount
    guard capacity <= lineLimit else {
      refuse(payload.count, output)
      return false
    }
    seq += 1
    guard onlyAttachment != nil || !attachments.isEmpty else { return true }
    let (seq, cause) = (seq, resources.currentCause)
    let tag = OutputQueue.Line(
      output: output.type.isState ? .state : .event, viewModel: Int32(index), port: Int32(port), seq: seq)
    let hasOverflow = nameOnLine.withUnsafeBufferPointer { viewModel in
      output.type.withName(hasValue: !payload.isEmpty) { name in
        send(OutputLine(viewModel: viewModel, name: name, payload: payload, seq: seq, cause: cause), tag, capacity)
      }
    }
    if hasOverflow { core.detachOverflowing() }
    return true
  }

  /// - Returns: whether somebody's queue is over its bound now.
  private func send(_ output: OutputLine, _ tag: OutputQueue.Line, _ capacity: Int) -> Bool {
    if let onlyAttachment {
      return onlyAttachment._withUnsafeGuaranteedRef { !$0.show(tag, upTo: capacity) { output.write(into: &$0) } }
    }
    // Encoded once for all.
    var line: [UInt8] = []
    // Taken, so that it is not shared and its storage serves again.
    swap(&line, &resources.lineStorage)
    line.removeAll(keepingCapacity: line.capacity <= Self.keptByteCount)
    line.append(upTo: capacity) { output.write(into: &$0) }
    var hasOverflow = false
    for presenter in attachments where !presenter.show(tag, upTo: line.count, { $0.write(line) }) {
      hasOverflow = true
    }
    resources.lineStorage = line
    return hasOverflow
  }

  /// The parts of an output line, where they stand.
  private struct OutputLine {
    let viewModel: UnsafeBufferPointer<UInt8>
    let name: UnsafeBufferPointer<UInt8>
    let payload: UnsafeBufferPointer<UInt8>
    let seq: Int
    let cause: Int

    @inline(__always)
    func write(into line: inout ByteWriter) {
      line.write(ViewModelInstance.lineBegin)
      line.write(viewModel)
      line.write(name)
      line.write(payload)
      line.write(#","seq":"#)
      line.write(seq)
      line.write(#","cause":"#)
      line.write(cause)
      line.write("}}\n")
    }
  }

  private func refuse(_ byteCount: Int, _ output: OutputPortState) {
    resources.environment.log(
      .error, name,
      "\(output.description.name) is not sent: its payload has \(byteCount) bytes, and a line may have \(lineLimit) with all that "
        + "is around it")
  }

  // MARK: Attachments

  func attach(_ presenter: PresenterEndpoint) { attachments.append(presenter) }
  func detach(_ presenter: PresenterEndpoint) { attachments.removeAll { $0 === presenter } }

  /// What a presenter is told when it attaches: state and the place where live outputs go on, in one cut.
  package var attached: AttachedParams {
    AttachedParams(
      viewModel: name, seq: seq, schema: schema,
      state: outputs.filter(\.hasCurrent).map {
        StateValue(output: $0.description.name, value: $0.current.isEmpty ? nil : RawJSON($0.current))
      })
  }

  package var schema: ViewModelSchema {
    ViewModelSchema(
      type: typeName, inputs: inputs.map { PortSchema($0.description) },
      outputs: outputs.map { PortSchema($0.description) })
  }

  /// The same with the types of the payloads, which takes a look at each.
  package var describedSchema: ViewModelSchema {
    var schema = schema
    let types = inputs.flatMap(\.description.payloadTypes) + outputs.flatMap(\.description.payloadTypes)
    schema.types = PayloadShape.all(of: types).map { TypeSchema(name: $0.name, shape: $0.text) }
    return schema
  }

  package var status: ViewModelStatus {
    ViewModelStatus(name: name, type: typeName, seq: seq, inputs: inputCount, presenters: attachments.count)
  }

  /// Ends its requests and subscriptions. Its place stays.
  func stop() {
    actor?.home.stop()
    actor = nil
    isStopped = true
  }

  /// Lets go of its values, since nobody will ask for them: after a reload has removed it.
  func forgetValues() {
    for output in outputs { output.forget() }
    constants = inputs.map { _ in nil }
  }
}

extension PortSchema {
  init(_ port: PortDescription) {
    self.init(
      name: port.name, kind: port.kind == .state ? "state" : "event", repeats: port.repeats, isSecret: port.isSecret,
      payload: port.payload)
  }
}
