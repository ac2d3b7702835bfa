import GreenroomBindings
import GreenroomTesting
import Testing

@Suite struct PortTests {
  private func describe(_ port: PortDescription) -> String {
    var words = [port.name, port.payload, port.kind == .state ? "state" : "event"]
    if port.repeats { words.append("repeats") }
    if port.isSecret { words.append("secret") }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  @Test func `ports of structs are described by their properties, in order`() {
    let rig = Rig { _ in PortsViewModel() }
    #expect(
      rig.inputPorts.map(describe) == [
        "number Int event repeats", "text String? event repeats secret", "list [String: [Int]] event repeats",
        "tap event repeats",
      ])
    #expect(
      rig.outputPorts.map(describe) == [
        "count Int state", "repeated Int state repeats", "doubled Int state", "once String state secret",
        "event Int event repeats", "signal event repeats",
      ])
  }

  @Test func `cases of enums are described by their declaration and their payload`() {
    let rig = Rig { _ in CasesViewModel() }
    #expect(rig.inputPorts.map(\.name) == ["show"])
    #expect(rig.inputPorts.map(\.isSecret) == [true])
    #expect(
      rig.outputPorts.map(describe) == [
        "flag (isOn: Bool) state", "reply (text: String, count: Int) state repeats",
        "later (list: [Int], point: Point?) state secret", "place (side: Side, …) event repeats",
        "happened event repeats",
        "options (text: String?, sides: [Side], number: Int?) event repeats",
        "listed (word: Word, text: String) event repeats",
      ])
  }

  @Test func `the shapes of payloads are what their types declare, and no code of theirs runs`() {
    struct Trap: Codable {
      var text: String?
      var inner: [Inner]
      init(from decoder: any Decoder) throws { fatalError("it was decoded") }
      struct Inner: Codable {
        var word: CasesViewModel.Word
        var side: CasesViewModel.Side
        var again: [String: Inner]?
      }
    }
    #expect(
      PayloadShape.all(of: [Int.self, Trap?.self, Trap.self, CasesViewModel.Output.self]).map {
        "\($0.name) \($0.text)"
      }
        == [
          "Trap {text: String?, inner: [Inner]}", "Inner {word: Word, side: Side, again: [String: Inner]?}",
          #"Word "yes" | "no""#, "Side String",
        ])
  }

  @Test func `a payload that holds its own kind has an end`() {
    let rig = Rig { _ in MisdeclaredViewModel<ListOutput>() }
    #expect(rig.outputPorts.map(describe) == ["list (first: Node, …) event repeats"])
  }

  @Test func `an input enum that lists its cases needs no declaration`() {
    let rig = Rig { AsyncViewModel(numbers: $0["numbers"]) }
    #expect(rig.inputNames == ["load", "cancel", "loadBySlot"])
    #expect(rig.outputNames == [])
  }

  @Test func `states are replayed in declared order, those without a value are left out`() {
    let rig = Rig { _ in PortsViewModel() }
    rig.attach()
    rig.expect(\.count, 1)
    rig.expect(\.repeated, 0)
    rig.expect(\.doubled, 2)
    rig.send(\.text, "hello")
    rig.expect(\.once, "hello")
    rig.attach()
    rig.expect(\.count, 1)
    rig.expect(\.repeated, 0)
    rig.expect(\.doubled, 2)
    rig.expect(\.once, "hello")
  }

  @Test func `a state drops an equal value unless it repeats, events always repeat`() {
    let rig = Rig { _ in PortsViewModel() }
    let first = rig.send(\.number, 1)
    rig.expect(\.repeated, 1, cause: first)
    rig.expect(\.event, 1, cause: first)
    rig.send(\.number, 1)
    rig.expect(\.repeated, 1)
    rig.expect(\.event, 1)
    rig.send(\.number, 2)
    rig.expect(\.count, 2)
    rig.expect(\.doubled, 4)
    rig.expect(\.repeated, 2)
    rig.expect(\.event, 2)
    rig.send(\.tap)
    rig.expect(\.signal)
    rig.send(\.tap)
    rig.expect(\.signal)
  }

  @Test func `a case that is a state drops an equal value unless it repeats`() {
    let rig = Rig { _ in CasesViewModel() }
    rig.attach()
    rig.expect(.flag(isOn: false))
    rig.send(.show(.flag(isOn: false)))
    rig.send(.show(.flag(isOn: true)))
    rig.expect(.flag(isOn: true))
    rig.send(.show(.reply(text: "a", count: 1)))
    rig.send(.show(.reply(text: "a", count: 1)))
    rig.expect(.reply(text: "a", count: 1), .reply(text: "a", count: 1))
    rig.send(.show(.flag(isOn: true)))
    rig.send(.show(.happened))
    rig.send(.show(.happened))
    rig.expect(.happened, .happened)
    rig.attach()
    rig.expect(.flag(isOn: true), .reply(text: "a", count: 1))
  }

  @Test func `a case that is not declared is an event`() {
    let rig = Rig { _ in CasesViewModel() }
    rig.send(.show(.undeclared(number: 1)))
    rig.send(.show(.undeclared(number: 1)))
    rig.expect(.undeclared(number: 1), .undeclared(number: 1))
    rig.attach()
    rig.expect(.flag(isOn: false))
  }

  @Test(arguments: [
    (CasesViewModel.Output.flag(isOn: true), "flag"), (.happened, "happened"), (.place(side: .left), "place"),
    (.later(list: [1], point: nil), "later"),
  ])
  func `the name of a case is that of its Codable form`(value: CasesViewModel.Output, name: String) {
    #expect(EnumCaseName.of(value) == name)
  }

  @Test func `the name of a case of an enum of strings is its raw value`() {
    #expect(EnumCaseName.of(AsyncViewModel.Input.load) == "load")
  }

  @Test func `a property that is no port is a trap that names it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Rig { _ in BrokenViewModel() }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Inputs.number is not an `InputPort`"))
  }

  @Test func `a declaration of a case that does not exist is a trap that names it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Rig { _ in MisdeclaredViewModel<MisspeltOutput>() }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("MisspeltOutput.ports declares flga, which is not a case"))
  }

  @Test func `an output without label is a trap that says how to write one`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Rig { _ in MisdeclaredViewModel<BareOutput>() }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "GreenroomBindingsTests.BareOutput.ports declares flag, whose payload has no label: write one, such as "
          + "flag(value: Bool)"))
  }

  @Test func `an initial value of another case is a trap that names both`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Rig { _ in MisdeclaredViewModel<SwappedOutput>() }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("SwappedOutput.ports declares other as the initial value of flag"))
  }

  @Test func `a view model that is constructed outside of a host is a trap that says what to do`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = PortsViewModel()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("a view model is constructed inside a host or a rig"))
  }

  @Test func `time outside of a view model is a trap that says what to do`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Publisher.just(1).debounce(for: .seconds(1)).sink { _ in }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("debounce needs the time of a view model"))
  }

  @Test func `binding a view model twice is a trap`() async {
    await #expect(processExitsWith: .failure) {
      let rig = Rig { _ in PortsViewModel() }
      rig.perform { model in _ = model.bind(PortsViewModel.Inputs(), to: NoBinder()) }
    }
  }
}

private actor BrokenViewModel: ViewModel {
  struct Inputs: InputPorts { let number = 1 }
  struct Outputs: OutputPorts {}
  nonisolated let home = Home()
  func transform(_ input: Inputs) -> Outputs { Outputs() }
}

private enum MisspeltOutput: Codable, Equatable, PortEnum {
  case flag(isOn: Bool)
  static let ports: [EnumPort<MisspeltOutput>] = [.state("flga")]
}

private enum BareOutput: Codable, Equatable, PortEnum {
  case flag(Bool)
  static let ports: [EnumPort<BareOutput>] = [.state("flag")]
}

private struct Node: Codable, Equatable {
  var next: [Node]
  enum CodingKeys: CodingKey { case next }
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    next = try members.decodeNil(forKey: .next) ? [] : [members.decode(Node.self, forKey: .next)]
  }
}

private enum ListOutput: Codable, Equatable, PortEnum {
  case list(first: Node, count: Int)
  static let ports: [EnumPort<ListOutput>] = [.event("list")]
}

private enum SwappedOutput: Codable, Equatable, PortEnum {
  case flag, other
  static let ports: [EnumPort<SwappedOutput>] = [.state("flag", initial: .other)]
}

private actor MisdeclaredViewModel<Output: Codable & Equatable & PortEnum>: ViewModel {
  struct Inputs: InputPorts {}
  nonisolated let home = Home()
  func transform(_ input: Inputs) -> Publisher<Output> { .never }
}

private final class NoBinder: PortBinder {
  let enums = EnumDescriptions()
  func bindInput<Value: Decodable & Sendable>(
    _ port: PortDescription, _ type: Value.Type, send: @escaping (Value) -> Void
  ) {}
  func bindSignalInput(_ port: PortDescription, send: @escaping () -> Void) {}
  func bindEnumInput<Value: Decodable>(
    _ ports: [PortDescription], _ type: Value.Type, send: @escaping (Value) -> Void
  ) {}
  func bindOutput<Value: Encodable & Sendable>(
    _ port: PortDescription, _ type: Value.Type, current: (() -> Value?)?,
    subscribe: (@escaping (Value) -> Void) -> Void
  ) {}
  func bindSignalOutput(_ port: PortDescription, subscribe: (@escaping () -> Void) -> Void) {}
  func bindEnumOutput<Value: Encodable & Equatable>(
    _ ports: [PortDescription], _ type: Value.Type, initial: [Value?], repetition: EnumRepetition<Value>,
    subscribe: (@escaping (Value) -> Void) -> Void
  ) {}
}
