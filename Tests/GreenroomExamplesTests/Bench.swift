import GreenroomBindings
import GreenroomExamples
import GreenroomTesting
import Testing

/// One of the five in a rig, seen only through what they have in common: something asks a service, outputs come.
protocol Bench: AnyObject {
  var outputPorts: [PortDescription] { get }
  func attach()
  func stop()
  /// Brings it to where it may ask, and accounts for the outputs.
  func prepare()
  /// Sends the input that asks the service.
  func ask() -> Int
  func takeCall() -> StubCall
  func succeed(_ call: StubCall)
  func takeOutputs() -> [RigOutput]
}

/// A `Bench` around the rig of one view model.
final class ModelBench<Model: ViewModel>: Bench {
  private let rig: Rig<Model>
  private let service: String
  private let operation: String
  private let reply: any Sendable
  private let prepareInputs: (Rig<Model>) -> Void
  private let askInput: (Rig<Model>) -> Int

  init(
    _ service: String, _ operation: String, reply: any Sendable, prepare: @escaping (Rig<Model>) -> Void = { _ in },
    ask: @escaping (Rig<Model>) -> Int, make: (Services) -> Model
  ) {
    rig = Rig(make)
    self.service = service
    self.operation = operation
    self.reply = reply
    prepareInputs = prepare
    askInput = ask
  }

  var outputPorts: [PortDescription] { rig.outputPorts }
  func attach() { rig.attach() }
  func stop() { rig.stop() }
  func ask() -> Int { askInput(rig) }
  func prepare() {
    prepareInputs(rig)
    _ = rig.takeOutputs()
  }
  func takeCall() -> StubCall { rig[service].take(operation) }
  func succeed(_ call: StubCall) { call.answer(reply) }
  func takeOutputs() -> [RigOutput] { rig.takeOutputs() }
}

/// What is known of one of the five.
struct Subject: CustomTestStringConvertible, Sendable {
  enum Policy { case latest, first }

  let name: String
  let policy: Policy
  /// The states that have a value at the start, in declared order, and their values.
  let initial: [String]
  /// The outputs of one request that succeeds, from the input on.
  let success: [String]
  /// The states that repeat.
  let repeating: [String]
  let make: @Sendable () -> any Bench

  var testDescription: String { name }

  static let all = [imagePager, quote, boxOffice, login, signIn, signUp]

  static let imagePager = Subject(
    name: "ImagePager", policy: .latest, initial: ["count 1", "imageURLs []"], success: [#"imageURLs ["u"]"#],
    repeating: ["imageURLs"]
  ) {
    ModelBench(
      "images", "random", reply: PhotoList([Photo(id: "1", urls: .init(regular: "u"))]),
      ask: { $0.send(\.submitDidTap) }, make: { ImagePagerViewModel(images: RemoteImages($0["images"])) })
  }

  static let quote = Subject(
    name: "Quote", policy: .latest, initial: ["toggleButton(isEnabled: true)"],
    success: [
      "toggleButton(isEnabled: false)",
      #"fetchQuoteDidSuccess(quote: GreenroomExamples.Quote(content: "c", author: "a"))"#,
      "toggleButton(isEnabled: true)",
    ], repeating: ["fetchQuoteDidSuccess"]
  ) {
    ModelBench(
      "quotes", "random", reply: Quote(content: "c", author: "a"), ask: { $0.send(.refreshButtonDidTap) },
      make: { QuoteViewModel(quotes: RemoteQuotes($0["quotes"])) })
  }

  static let boxOffice = Subject(
    name: "BoxOffice", policy: .latest, initial: ["movies []", "isLoading false", "error nil"],
    success: ["isLoading true", "movies []", "isLoading false"], repeating: ["movies"]
  ) {
    ModelBench(
      "movies", "dailyBoxOffice", reply: [Movie](), ask: { $0.send(\.viewWillAppear) },
      make: { BoxOfficeViewModel(movies: RemoteMovies($0["movies"])) })
  }

  static let login = Subject(
    name: "Login", policy: .first, initial: ["enableLogInButton false"], success: ["logInSuccess"], repeating: []
  ) {
    ModelBench(
      "accounts", "logIn", reply: NoReply(), ask: { $0.send(\.tapLogin, .init(email: "subin", password: "0000")) },
      make: { LoginViewModel(accounts: RemoteAccounts($0["accounts"])) })
  }

  static let signIn = sign("Sign, signing in", .signIn, .signInButtonTapped, "signIn", "signInButtonTapped")
  static let signUp = sign("Sign, signing up", .signUp, .signUpButtonTapped, "signUp", "signUpButtonTapped")

  private static func sign(
    _ name: String, _ screen: SignViewModel.Screen, _ tap: SignViewModel.Input, _ operation: String, _ output: String
  ) -> Subject {
    Subject(
      name: name, policy: .first, initial: ["toggleButton(isEnabled: false)"], success: [output], repeating: []
    ) {
      ModelBench(
        "accounts", operation, reply: NoReply(),
        prepare: { rig in
          rig.send(.viewAppear(type: screen))
          rig.send(.idTextChanged(id: "subin"))
          rig.send(.passwordTextChanged(password: "00000"))
          rig.send(.againTextChanged(again: "00000"))
        },
        ask: { $0.send(tap) }, make: { SignViewModel(accounts: RemoteAccounts($0["accounts"])) })
    }
  }
}
