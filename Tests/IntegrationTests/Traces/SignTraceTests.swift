import Foundation
import Testing

/// The trace of Sign, two instances, with the shipped plugin in a process of its own.
extension IntegrationTests {
  struct SignTraceTests {
    @Test func `Sign: who signs up on one screen can sign in on the other; failures are told`() throws {
      let trace = try Trace(
        plugins: #""accounts": {"program": "Accounts", "configuration": {"path": "{folder}/accounts.json"}}"#,
        services: #""accounts": {"plugin": "accounts"}"#,
        viewModels: #""signUp": {"type": "Sign"}, "signIn": {"type": "Sign"}"#)
      defer { trace.end() }
      let signUp = try trace.presenter(of: "signUp")
      let signIn = try trace.presenter(of: "signIn")
      for presenter in [signUp, signIn] { try presenter.expectAttached([#"toggleButton {"isEnabled":false}"#]) }

      // Texts typed before the screen appears count; a tap before that is refused.
      try trace.send("signUp", "idTextChanged", #"{"id":"수빈이네집"}"#)
      try trace.send("signUp", "passwordTextChanged", secret: #"{"password":"hush!"}"#)
      try trace.send("signUp", "againTextChanged", secret: #"{"again":"hush"}"#)
      try trace.send("signUp", "signUpButtonTapped")
      try trace.send("signUp", "viewAppear", #"{"type":"signUp"}"#)
      try trace.send("signUp", "signUpButtonTapped")
      try trace.send("signUp", "againTextChanged", secret: #"{"again":"hush!"}"#)
      try signUp.expect(#"toggleButton {"isEnabled":true}"#)
      try trace.send("signUp", "viewAppear", #"{"type":"signUp"}"#)

      try trace.send("signUp", "signUpButtonTapped", until: "signUpButtonTapped")
      trace.reply()
      try signUp.expect("signUpButtonTapped")
      try trace.send("signUp", "signUpButtonTapped", until: "signDidFail")
      trace.reply()
      try signUp.expect(
        #"signDidFail {"error":{"code":111,"message":"there is an account of that name already"}}"#)

      try trace.send("signIn", "viewAppear", #"{"type":"signIn"}"#)
      try trace.send("signIn", "idTextChanged", #"{"id":"수빈이네집"}"#)
      try trace.send("signIn", "passwordTextChanged", secret: #"{"password":"!hush"}"#)
      try signIn.expect(#"toggleButton {"isEnabled":true}"#)
      try trace.send("signIn", "signInButtonTapped", until: "signDidFail")
      trace.reply()
      try signIn.expect(#"signDidFail {"error":{"code":110,"message":"the name or the password is wrong"}}"#)
      try trace.send("signIn", "passwordTextChanged", secret: #"{"password":"hush"}"#)
      try signIn.expect(#"toggleButton {"isEnabled":false}"#)
      try trace.send("signIn", "signInButtonTapped")
      try trace.send("signIn", "passwordTextChanged", secret: #"{"password":"hush!"}"#)
      try signIn.expect(#"toggleButton {"isEnabled":true}"#)
      try trace.send("signIn", "signInButtonTapped", until: "signInButtonTapped")
      trace.reply()
      try signIn.expect("signInButtonTapped")

      #expect(!trace.host.errors.text.contains("hush!"))
      try trace.stop()
      for presenter in [signUp, signIn] { presenter.expectEnd() }
    }
  }
}
