import GreenroomBindings
import GreenroomExamples
import GreenroomTesting
import Testing

@Suite struct LoginTests {
  private let credentials = LoginViewModel.Credentials(email: "subin", password: "0000")

  private func makeRig() -> Rig<LoginViewModel> {
    Rig { LoginViewModel(accounts: RemoteAccounts($0["accounts"])) }
  }

  @Test func `whoever attaches gets a disabled button`() {
    let rig = makeRig()
    rig.attach()
    rig.expect(\.enableLogInButton, false)
  }

  @Test func `the button is silent until both fields have sent, then says whether both are filled`() {
    let rig = makeRig()
    rig.send(\.email, "a")
    rig.expectNothing()
    rig.send(\.password, "b")
    rig.expect(\.enableLogInButton, true)
    rig.send(\.password, "")
    rig.expect(\.enableLogInButton, false)
    rig.send(\.email, "")
    rig.send(\.password, "x")
    rig.expectNothing()
    rig.send(\.email, " ")
    rig.expect(\.enableLogInButton, true)
  }

  @Test func `a pair with a null is dropped and the last state stays`() {
    let rig = makeRig()
    rig.send(\.email, "a")
    rig.send(\.password, nil)
    rig.expectNothing()
    rig.send(\.password, "b")
    rig.expect(\.enableLogInButton, true)
    rig.send(\.email, nil)
    rig.send(\.password, "")
    rig.expectNothing()
    rig.send(\.email, "a")
    rig.expect(\.enableLogInButton, false)
  }

  @Test func `an unchanged state is not sent again`() {
    let rig = makeRig()
    rig.send(\.email, "a")
    rig.send(\.password, "b")
    rig.expect(\.enableLogInButton, true)
    for text in ["ab", "abc", "a"] { rig.send(\.email, text) }
  }

  @Test func `one megabyte of text is a filled field`() {
    let rig = makeRig()
    rig.send(\.email, String(repeating: "가", count: 350_000))
    rig.send(\.password, "b")
    rig.expect(\.enableLogInButton, true)
  }

  @Test func `good credentials log in`() {
    let rig = makeRig()
    rig.send(\.tapLogin, credentials)
    let call = rig["accounts"].take("logIn")
    call.expectArguments(RemoteAccounts.LogIn(email: "subin", password: "0000"))
    call.complete()
    rig.expect(\.logInSuccess)
  }

  @Test(arguments: [
    (ServiceError(code: .wrongCredentials, message: "no such account"), "로그인 실패"),
    (ServiceError(code: .unavailable, message: "the file cannot be read"), "로그인 실패: the file cannot be read"),
    (ServiceError(code: .deadline, message: "late"), "로그인 실패: late"),
  ])
  func `a failure becomes a message, and the next tap works`(error: ServiceError, message: String) {
    let rig = makeRig()
    rig.send(\.tapLogin, credentials)
    rig["accounts"].fail("logIn", with: error)
    rig.expect(\.errorMessage, message)
    rig.send(\.tapLogin, credentials)
    rig["accounts"].fail("logIn", with: error)
    rig.expect(\.errorMessage, message)
    rig.send(\.tapLogin, credentials)
    rig["accounts"].complete("logIn")
    rig.expect(\.logInSuccess)
  }

  @Test func `a tap while one is open is ignored`() {
    let rig = makeRig()
    for _ in 0..<10_000 { rig.send(\.tapLogin, credentials) }
    rig["accounts"].complete("logIn")
    rig.expect(\.logInSuccess)
    #expect(rig["accounts"].openCallCount == 0)
  }

  @Test func `a log-in that is never answered leaves the button alive`() {
    let rig = makeRig()
    rig.send(\.tapLogin, credentials)
    rig.advance(by: .seconds(3600))
    rig["accounts"].take("logIn").leaveOpen()
    rig.send(\.email, "a")
    rig.send(\.password, "b")
    rig.expect(\.enableLogInButton, true)
  }
}
