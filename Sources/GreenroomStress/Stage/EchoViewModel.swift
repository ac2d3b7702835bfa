package import GreenroomBindings

/// The view model of the load: what comes in goes to the service, and what the service says comes out, with its number.
actor EchoViewModel: ViewModel {
  enum Input: Codable, Sendable { case send(n: Int) }
  enum Output: Codable, Sendable, Equatable {
    case echoed(n: Int)
    case failed(n: Int, code: Int)
  }
  struct Echo: Codable, Sendable { var n: Int }

  nonisolated let home = Home()
  private let echo: ServiceCaller
  private let sabotage: Sabotage

  init(echo: ServiceCaller, sabotage: Sabotage) {
    self.echo = echo
    self.sabotage = sabotage
  }

  func transform(_ input: Publisher<Input>) -> Publisher<Output> {
    let calls = input.all { input -> Request<Output> in
      guard case .send(let n) = input else { return .just(.failed(n: -1, code: 0)) }
      self.sabotage.happen(at: n)
      return self.echo.call("echo", Echo(n: n), as: Echo.self)
        .map { .echoed(n: $0.n) }
        .catch { .just(.failed(n: n, code: $0.code.rawValue)) }
    }
    let outcomes = calls.reply.compactMap { try? $0.get() }
    if sabotage == .none { return outcomes }
    return outcomes.flatMap { [sabotage] outcome -> [Output] in
      guard case .echoed(let n) = outcome else { return [outcome] }
      return Array(repeating: outcome, count: sabotage.outcomeCount(of: n))
    }
  }
}

/// A view model with one state: what came in last. Its values are conflated where they are not read in time.
actor GaugeViewModel: ViewModel {
  enum Input: Codable, Sendable { case send(n: Int) }
  enum Output: Codable, Sendable, Equatable, PortEnum {
    case latest(n: Int)
    static let ports: [EnumPort<Output>] = [.state("latest", initial: .latest(n: -1))]
  }

  nonisolated let home = Home()

  func transform(_ input: Publisher<Input>) -> Publisher<Output> {
    input.map { input in
      switch input {
      case .send(let n): .latest(n: n)
      }
    }
  }
}

/// What a host under stress is made of: an Echo for each sabotage, and the gauge.
package enum StressViewModels {
  package static var types: [ViewModelType] {
    Sabotage.allCases.map { sabotage in
      ViewModelType(sabotage.viewModelType) { EchoViewModel(echo: $0["echo"], sabotage: sabotage) }
    } + [ViewModelType("Gauge") { _ in GaugeViewModel() }]
  }
}
