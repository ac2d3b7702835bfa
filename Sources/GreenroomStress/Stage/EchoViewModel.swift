import GreenroomBindings

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

  init(echo: ServiceCaller) { self.echo = echo }

  func transform(_ input: Publisher<Input>) -> Publisher<Output> {
    let calls = input.all { input -> Request<Output> in
      guard case .send(let n) = input else { return .just(.failed(n: -1, code: 0)) }
      return self.echo.call("echo", Echo(n: n), as: Echo.self)
        .map { .echoed(n: $0.n) }
        .catch { .just(.failed(n: n, code: $0.code.rawValue)) }
    }
    return calls.reply.compactMap { try? $0.get() }
  }
}
