import GreenroomBindings
import GreenroomExamples
import GreenroomTesting
import Testing

@Suite struct SignTests {
  typealias Input = SignViewModel.Input
  private let error = ServiceError(code: .accountExists, message: "the name is taken")

  private func makeRig(_ inputs: Input...) -> Rig<SignViewModel> {
    let rig = Rig { SignViewModel(accounts: RemoteAccounts($0["accounts"])) }
    for input in inputs { rig.send(input) }
    return rig
  }

  /// A rig whose button is enabled.
  private func makeValid(_ screen: SignViewModel.Screen) -> Rig<SignViewModel> {
    let rig = makeRig(
      .viewAppear(type: screen), .idTextChanged(id: "subin"), .passwordTextChanged(password: "00000"),
      .againTextChanged(again: "00000"))
    rig.expect(.toggleButton(isEnabled: true))
    return rig
  }

  @Test func `whoever attaches gets a disabled button`() {
    let rig = makeRig()
    rig.attach()
    rig.expect(.toggleButton(isEnabled: false))
  }

  @Test(arguments: [
    ("12345", "12345", true), ("1234", "12345", false), ("12345", "1234", false), ("", "", false),
    ("가나다라마", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", true), ("가나다라마", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", false),
    ("     ", "e\u{301}e\u{301}e\u{301}e\u{301}", false), (String(repeating: "x", count: 1_000_000), "12345", true),
  ])
  func `sign-in wants five characters each`(id: String, password: String, isEnabled: Bool) {
    let rig = makeRig(
      .viewAppear(type: .signIn), .idTextChanged(id: id), .passwordTextChanged(password: password),
      .againTextChanged(again: "something else"))
    if isEnabled { rig.expect(.toggleButton(isEnabled: true)) }
    rig.expectNothing()
  }

  @Test(arguments: [
    ("subin", "12345", "12345", true), ("subin", "12345", "12346", false), ("subin", "12345", "", false),
    ("subin", "1234", "1234", false), ("subi", "12345", "12345", false),
    // The fault of the original: id compared with again.
    ("12345", "54321", "12345", false),
  ])
  func `sign-up wants the password twice as well`(id: String, password: String, again: String, isEnabled: Bool) {
    let rig = makeRig(
      .viewAppear(type: .signUp), .idTextChanged(id: id), .passwordTextChanged(password: password),
      .againTextChanged(again: again))
    if isEnabled { rig.expect(.toggleButton(isEnabled: true)) }
    rig.expectNothing()
  }

  @Test func `texts typed before the screen appears count`() {
    let rig = makeRig(.idTextChanged(id: "subin"), .passwordTextChanged(password: "00000"))
    rig.expectNothing()
    rig.send(.viewAppear(type: .signIn))
    rig.expect(.toggleButton(isEnabled: true))
  }

  @Test func `appearing again adds no second check`() {
    let rig = makeValid(.signUp)
    for _ in 0..<3 { rig.send(.viewAppear(type: .signUp)) }
    rig.expectNothing()
    rig.send(.againTextChanged(again: "other"))
    rig.expect(.toggleButton(isEnabled: false))
    rig.send(.viewAppear(type: .signIn))
    rig.expect(.toggleButton(isEnabled: true))
    rig.send(.againTextChanged(again: "another"))
  }

  @Test(arguments: [
    (SignViewModel.Screen.signIn, Input.signInButtonTapped, SignViewModel.Output.signInButtonTapped, "signIn"),
    (.signUp, .signUpButtonTapped, .signUpButtonTapped, "signUp"),
  ])
  func `a valid tap asks the accounts and says that it worked`(
    screen: SignViewModel.Screen, tap: Input, output: SignViewModel.Output, operation: String
  ) {
    let rig = makeValid(screen)
    rig.send(tap)
    let call = rig["accounts"].take(operation)
    call.expectArguments(RemoteAccounts.Sign(id: "subin", password: "00000"))
    call.complete()
    rig.expect(output)
  }

  @Test(arguments: [
    (SignViewModel.Screen.signIn, Input.signInButtonTapped, "signIn"), (.signUp, .signUpButtonTapped, "signUp"),
  ])
  func `a failure is told and the next tap works`(screen: SignViewModel.Screen, tap: Input, operation: String) {
    let rig = makeValid(screen)
    for _ in 0..<2 {
      rig.send(tap)
      rig["accounts"].fail(operation, with: error)
      rig.expect(.signDidFail(error: error))
    }
  }

  @Test(arguments: [
    (SignViewModel.Screen.signIn, Input.signInButtonTapped, "signIn"), (.signUp, .signUpButtonTapped, "signUp"),
  ])
  func `a tap while one is open is ignored`(screen: SignViewModel.Screen, tap: Input, operation: String) {
    let rig = makeValid(screen)
    for _ in 0..<3 { rig.send(tap) }
    rig.send(.idTextChanged(id: "somebody else"))
    let call = rig["accounts"].take(operation)
    call.expectArguments(RemoteAccounts.Sign(id: "subin", password: "00000"))
    #expect(rig["accounts"].openCallCount == 1)
    rig.advance(by: .seconds(60))
    call.fail(error)
    rig.expect(.signDidFail(error: error))
  }

  @Test func `a tap that is never answered leaves the form alive`() {
    let rig = makeValid(.signIn)
    rig.send(.signInButtonTapped)
    rig["accounts"].take("signIn").leaveOpen()
    rig.send(.idTextChanged(id: "x"))
    rig.expect(.toggleButton(isEnabled: false))
  }

  @Test(arguments: [Input.signInButtonTapped, .signUpButtonTapped])
  func `a tap while the form is invalid is refused`(tap: Input) {
    for screen in [SignViewModel.Screen.signIn, .signUp] {
      let rig = makeRig(.viewAppear(type: screen), .idTextChanged(id: "subin"))
      rig.send(tap)
      #expect(rig["accounts"].openCallCount == 0)
    }
  }

  @Test func `a tap before the screen appears, or of the other screen, is refused`() {
    let early = makeRig(
      .idTextChanged(id: "subin"), .passwordTextChanged(password: "00000"), .signInButtonTapped)
    #expect(early["accounts"].openCallCount == 0)
    let other = makeValid(.signIn)
    other.send(.signUpButtonTapped)
    #expect(other["accounts"].openCallCount == 0)
  }

  @Test func `two instances are two screens`() {
    let signIn = makeValid(.signIn)
    let signUp = makeRig(.viewAppear(type: .signUp))
    signIn.send(.signInButtonTapped)
    signIn["accounts"].complete("signIn")
    signIn.expect(.signInButtonTapped)
    signUp.expectNothing()
  }
}
