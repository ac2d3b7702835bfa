import GreenroomPluginKit

/// The service `accounts`: who may sign in, kept in a file.
@main
struct Accounts {
  static func main() async {
    await Service("accounts", version: "1.0.0") { (configuration: Configuration) in
      let book = try AccountBook(file: AccountFile(path: configuration.checkedPath()))
      try await book.open()
      ServiceOperation("logIn", isIdempotent: true) { (arguments: LogIn) async throws -> Void in
        try await book.verify(id: arguments.email, password: arguments.password)
      }
      ServiceOperation("signIn", isIdempotent: true) { (arguments: Sign) async throws -> Void in
        try await book.verify(id: arguments.id, password: arguments.password)
      }
      ServiceOperation("signUp") { (arguments: Sign) async throws -> Void in
        try await book.add(id: arguments.id, password: arguments.password)
      }
    }
    .run()
  }
}

/// The arguments of `logIn`. The address is the account's name.
struct LogIn: Decodable, Sendable {
  var email: String
  var password: String
}

/// The arguments of `signIn` and `signUp`.
struct Sign: Decodable, Sendable {
  var id: String
  var password: String
}

extension PluginError {
  /// There is no such account, or the password is another: code 110. Which of the two it is, is not said.
  static let wrongCredentials = PluginError(code: 110, message: "the name or the password is wrong")

  /// The name is taken: code 111.
  static let accountExists = PluginError(code: 111, message: "there is an account of that name already")
}
