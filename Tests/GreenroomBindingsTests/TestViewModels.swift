import GreenroomBindings

/// Shows every kind of port of a struct.
actor PortsViewModel: ViewModel {
  struct Inputs: InputPorts {
    let number = InputPort<Int>()
    let text = InputPort<String?>(secret: true)
    let list = InputPort<[String: [Int]]>()
    let tap = InputPort<Void>()
  }
  struct Outputs: OutputPorts {
    let count: StatePort<Int>
    let repeated: StatePort<Int>
    let doubled: StatePort<Int>
    let once: StatePort<String>
    let event: EventPort<Int>
    let signal: EventPort<Void>
  }
  nonisolated let home = Home()
  private let count = CurrentValueSubject(1)

  func transform(_ input: Inputs) -> Outputs {
    input.number.assign(to: count)
    return Outputs(
      count: .state(count),
      repeated: .state(input.number, initial: 0, repeats: true),
      doubled: .state(count.map { $0 * 2 }),
      once: .state(input.text.compactMap { $0 }, secret: true),
      event: .event(input.number),
      signal: .event(input.tap))
  }
}

/// Shows every kind of case of an enum.
actor CasesViewModel: ViewModel {
  struct Point: Codable, Equatable { var x = 0.0, y: Float? }
  enum Side: String, Codable { case left, right }
  enum Word: String, Codable, CaseIterable { case yes, no }

  enum Input: Codable, Sendable, Equatable, PortEnum {
    case show(Output)
    static let ports: [EnumPort<Input>] = [.input("show", secret: true)]
  }
  enum Output: Codable, Sendable, Equatable, PortEnum {
    case flag(isOn: Bool)
    case reply(text: String, count: Int)
    case later(list: [Int], point: Point?)
    case place(side: Side)
    case happened
    case options(text: String?, sides: [Side], number: Int?)
    case listed(word: Word, text: String)
    case undeclared(number: Int)
    static let ports: [EnumPort<Output>] = [
      .state("flag", initial: .flag(isOn: false)), .state("reply", repeats: true), .state("later", secret: true),
      .event("place"), .event("happened"), .event("options"), .event("listed"),
    ]
  }
  nonisolated let home = Home()

  func transform(_ input: Publisher<Input>) -> Publisher<Output> {
    input.map { if case .show(let output) = $0 { output } else { .happened } }
  }
}

/// Loads in a task of its own, the `async throws` form.
actor AsyncViewModel: ViewModel {
  enum Input: String, Codable, Sendable, CaseIterable { case load, cancel, loadBySlot }
  enum Output: Codable, Sendable, Equatable {
    case loaded(value: Int)
    case failed(code: Int)
  }
  nonisolated let home = Home()
  private let numbers: ServiceCaller
  private let outputs = PassthroughSubject<Output>()
  private var task: Task<Void, Never>?

  init(numbers: ServiceCaller) { self.numbers = numbers }

  func transform(_ input: Publisher<Input>) -> Publisher<Output> {
    input.filter { $0 == .load }.sink { _ in self.task = Task { await self.load() } }
    input.filter { $0 == .cancel }.sink { _ in self.task?.cancel() }
    let numbers = numbers
    let slot = input.filter { $0 == .loadBySlot }.latest { _ in
      // In the form of a service that knows only `async throws`.
      .task { try await Self.sum(numbers) }
    }
    return .merge(
      outputs.publisher,
      slot.success.map { .loaded(value: $0) },
      slot.failure.map { .failed(code: $0.code.rawValue) })
  }

  private func load() async {
    do throws(ServiceError) {
      let first = try await numbers.call("next", as: Int.self).value
      assertIsolated()
      let second = try await numbers.call("next", as: Int.self).value
      outputs.send(.loaded(value: first + second))
    } catch {
      outputs.send(.failed(code: error.code.rawValue))
    }
  }

  private static func sum(_ numbers: ServiceCaller) async throws -> Int {
    try await numbers.call("next", as: Int.self).value + numbers.call("next", as: Int.self).value
  }
}
