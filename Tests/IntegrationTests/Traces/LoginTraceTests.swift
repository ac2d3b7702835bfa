import Foundation
import Testing

/// The trace of Login, with the shipped plugin in a process of its own.
extension IntegrationTests {
  struct LoginTraceTests {
    @Test func `Login: the button, then a good log-in, a wrong one and one that cannot be checked`() throws {
      let trace = try Trace(
        plugins: #""accounts": {"program": "Accounts", "configuration": {"path": "{folder}/accounts.json"}}"#,
        services: #""accounts": {"plugin": "accounts"}"#, viewModels: #""login": {"type": "Login"}"#)
      defer { trace.end() }
      let presenter = try trace.presenter(of: "login")
      try presenter.expectAttached(["enableLogInButton false"])

      // Silent until both have sent; a pair with a null changes nothing.
      try trace.send("login", "email", #""subin""#)
      try trace.send("login", "password", secret: "null")
      try trace.send("login", "password", secret: #""0""#)
      try presenter.expect("enableLogInButton true")
      try trace.send("login", "password", secret: "\"0000\"\n")
      try trace.send("login", "email", "null")
      try trace.send("login", "email", #""""#)
      try presenter.expect("enableLogInButton false")
      try trace.send("login", "email", #"" ""#)
      try presenter.expect("enableLogInButton true")

      try trace.send("login", "tapLogin", secret: #"{"email":"subin","password":"0000"}"#, until: "logInSuccess")
      trace.reply()
      try presenter.expect("logInSuccess")
      try trace.send("login", "tapLogin", secret: #"{"email":"subin","password":"0001"}"#, until: "errorMessage")
      trace.reply()
      try presenter.expect(#"errorMessage "로그인 실패""#)

      let file = trace.host.folder.appendingPathComponent("accounts.json")
      let accounts = try Data(contentsOf: file)
      try Data("{}".utf8).write(to: file)
      try trace.send("login", "tapLogin", secret: #"{"email":"subin","password":"0000"}"#)
      trace.reply()
      try presenter.expect(
        #"errorMessage "로그인 실패: \#(file.path) is no file of accounts (version 1); it is left as it is""#)
      try accounts.write(to: file)
      try trace.send("login", "tapLogin", secret: #"{"email":"subin","password":"0000"}"#)
      trace.reply()
      try presenter.expect("logInSuccess")

      #expect(!trace.host.errors.text.contains("0000"))
      try trace.stop()
      presenter.expectEnd()
    }
  }
}
