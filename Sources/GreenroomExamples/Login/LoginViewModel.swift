public import GreenroomBindings

/// A button that knows when it may be pressed. Struct-of-ports style.
public actor LoginViewModel: ViewModel {
  public struct Inputs: InputPorts {
    public let email = InputPort<String?>()
    public let password = InputPort<String?>(secret: true)
    public let tapLogin = InputPort<Credentials>(secret: true)
    public init() {}
  }

  public struct Outputs: OutputPorts {
    public let enableLogInButton: StatePort<Bool>
    public let errorMessage: EventPort<String>
    public let logInSuccess: EventPort<Void>
  }

  public struct Credentials: SynthesizedCodable, Sendable {
    public let email: String
    public let password: String
    public init(email: String, password: String) { (self.email, self.password) = (email, password) }
  }

  public nonisolated let home = Home()
  private let accounts: any AccountService

  public init(accounts: any AccountService) { self.accounts = accounts }

  public func transform(_ input: Inputs) -> Outputs {
    let isFilled = input.email.combineLatest(input.password)
      .compactMap { email, password -> Bool? in
        guard let email, let password else { return nil }
        return !email.isEmpty && !password.isEmpty
      }
    let logIn = input.tapLogin.first { self.accounts.logIn(email: $0.email, password: $0.password) }

    return Outputs(
      enableLogInButton: .state(isFilled, initial: false),
      errorMessage: .event(
        logIn.failure.map { $0.code == .wrongCredentials ? "로그인 실패" : "로그인 실패: \($0.message)" }),
      logInSuccess: .event(logIn.success))
  }
}
