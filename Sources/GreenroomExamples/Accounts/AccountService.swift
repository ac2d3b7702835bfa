public import GreenroomBindings

/// Who has an account. A name that is not known and a password that is wrong both fail with
/// `ServiceError.Code.wrongCredentials`.
public protocol AccountService: Sendable {
  /// Succeeds if there is an account of this address with this password.
  func logIn(email: String, password: String) -> Request<Void>
  /// Succeeds if there is an account of this name with this password.
  func signIn(id: String, password: String) -> Request<Void>
  /// Makes an account; fails with `ServiceError.Code.accountExists` if there is one of that name.
  func signUp(id: String, password: String) -> Request<Void>
}

/// Accounts of the service `accounts`.
public struct RemoteAccounts: AccountService {
  /// The arguments of `logIn`.
  public struct LogIn: SynthesizedCodable, Equatable, Sendable {
    public let email: String
    public let password: String
    public init(email: String, password: String) { (self.email, self.password) = (email, password) }
  }

  /// The arguments of `signIn` and `signUp`.
  public struct Sign: SynthesizedCodable, Equatable, Sendable {
    public let id: String
    public let password: String
    public init(id: String, password: String) { (self.id, self.password) = (id, password) }
  }

  private let service: ServiceCaller

  public init(_ service: ServiceCaller) { self.service = service }

  public func logIn(email: String, password: String) -> Request<Void> {
    service.call("logIn", LogIn(email: email, password: password))
  }

  public func signIn(id: String, password: String) -> Request<Void> {
    service.call("signIn", Sign(id: id, password: password))
  }

  public func signUp(id: String, password: String) -> Request<Void> {
    service.call("signUp", Sign(id: id, password: password))
  }
}
