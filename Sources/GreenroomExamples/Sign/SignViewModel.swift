public import GreenroomBindings

/// Sign-in and sign-up: one type, one instance for each screen. Enum style.
public actor SignViewModel: ViewModel {
  public enum Input: SynthesizedCodable, Sendable, Equatable, PortEnum {
    case viewAppear(type: Screen)
    case idTextChanged(id: String)
    case passwordTextChanged(password: String)
    case againTextChanged(again: String)
    case signInButtonTapped
    case signUpButtonTapped

    public static let ports: [EnumPort<Input>] = [
      .input("viewAppear"), .input("idTextChanged"), .input("passwordTextChanged", secret: true),
      .input("againTextChanged", secret: true), .input("signInButtonTapped"), .input("signUpButtonTapped"),
    ]
  }

  public enum Output: SynthesizedCodable, Sendable, Equatable, PortEnum {
    case toggleButton(isEnabled: Bool)
    case signInButtonTapped
    case signUpButtonTapped
    case signDidFail(error: ServiceError)

    public static let ports: [EnumPort<Output>] = [
      .state("toggleButton", initial: .toggleButton(isEnabled: false)),
      .event("signInButtonTapped"), .event("signUpButtonTapped"), .event("signDidFail"),
    ]
  }

  public enum Screen: String, Codable, Sendable, CaseIterable { case signIn, signUp }

  public nonisolated let home = Home()
  private let accounts: any AccountService

  public init(accounts: any AccountService) { self.accounts = accounts }

  public func transform(_ input: Publisher<Input>) -> Publisher<Output> {
    let form = input.scan(Form()) { form, input in form.changed(by: input) }.share(replay: 1)

    let signIn = input.withLatestFrom(form) { ($0, $1) }
      .filter { $0 == .signInButtonTapped && $1.canSubmit(on: .signIn) }
      .first { self.accounts.signIn(id: $1.id, password: $1.password) }
    let signUp = input.withLatestFrom(form) { ($0, $1) }
      .filter { $0 == .signUpButtonTapped && $1.canSubmit(on: .signUp) }
      .first { self.accounts.signUp(id: $1.id, password: $1.password) }

    return .merge(
      form.map { .toggleButton(isEnabled: $0.isValid) },
      signIn.success.map { .signInButtonTapped },
      signUp.success.map { .signUpButtonTapped },
      signIn.failure.merge(with: signUp.failure).map { .signDidFail(error: $0) })
  }
}

/// What has been typed, on which screen.
private struct Form {
  private var screen: SignViewModel.Screen?
  private(set) var id = ""
  private(set) var password = ""
  private var again = ""

  func changed(by input: SignViewModel.Input) -> Form {
    var form = self
    switch input {
    case .viewAppear(let type): form.screen = type
    case .idTextChanged(let id): form.id = id
    case .passwordTextChanged(let password): form.password = password
    case .againTextChanged(let again): form.again = again
    case .signInButtonTapped, .signUpButtonTapped: break
    }
    return form
  }

  /// Whether the screen that is shown may be submitted; nothing may before one has appeared.
  var isValid: Bool {
    let isLongEnough = id.hasFiveCharacters && password.hasFiveCharacters
    return switch screen {
    case nil: false
    case .signIn: isLongEnough
    case .signUp: isLongEnough && password == again
    }
  }

  func canSubmit(on screen: SignViewModel.Screen) -> Bool { self.screen == screen && isValid }
}

extension String {
  /// At least five as a person counts them, whatever they are made of; a long text is not counted to its end.
  fileprivate var hasFiveCharacters: Bool { !dropFirst(4).isEmpty }
}
