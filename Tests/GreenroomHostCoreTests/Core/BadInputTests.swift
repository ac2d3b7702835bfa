import GreenroomHostCore
import GreenroomProtocol
import Testing

/// Inputs that are none, to all five view models: answered as the contract says, and nothing comes of them. What the
/// decoder takes and an app finds odd is in the tests of the examples.
struct BadInputTests {
  private let five = FiveViewModels()

  private func expectUntouched(read: Int = 1) {
    let ledger = five.stage.core.ledgers.inputs
    #expect(ledger.read == read && ledger.refused == read && ledger.isBalanced)
    #expect(five.stage.core.viewModels.allSatisfy { $0.seq == 0 && $0.inputCount == 0 })
    #expect(five.send("Dial", "turn", "3").first?.contains(#""result":{"cause":1}"#) == true)
  }

  @Test(arguments: [
    ("ImagePager", "directionArrowDidTap", nil, "directionArrowDidTap: value: missing"),
    ("ImagePager", "directionArrowDidTap", #""up""#, "directionArrowDidTap: "),
    ("ImagePager", "directionArrowDidTap", #"["left"]"#, "directionArrowDidTap: expected"),
    ("ImagePager", "didScroll", nil, "didScroll: value: missing"),
    ("ImagePager", "didScroll", "{}", "didScroll: width: missing"),
    ("ImagePager", "didScroll", #"{"width":375}"#, "didScroll: offset: missing"),
    ("ImagePager", "didScroll", #"{"offset":1,"Width":375}"#, "didScroll: width: missing"),
    ("ImagePager", "didScroll", #"{"width":"375","offset":1}"#, "didScroll: width: expected"),
    ("ImagePager", "didScroll", #"{"width":"NaN","offset":1}"#, "didScroll: width: expected"),
    ("ImagePager", "didScroll", #"{"width":1,"offset":null}"#, "didScroll: offset: expected"),
    ("ImagePager", "didScroll", "null", "didScroll: expected"),
    ("Login", "email", nil, "email: value: missing"), ("Login", "email", "7", "email: expected"),
    ("Login", "password", "{}", "password: expected"),
    ("Login", "tapLogin", #"{"email":"subin"}"#, "tapLogin: password: missing"),
    ("Login", "tapLogin", #"{"email":null,"password":""}"#, "tapLogin: email: expected"),
    ("Sign", "viewAppear", nil, "viewAppear: "), ("Sign", "viewAppear", "{}", "viewAppear: type: missing"),
    ("Sign", "viewAppear", #"{"type":"signOut"}"#, "viewAppear: type: "),
    ("Sign", "viewAppear", #"{"type":0}"#, "viewAppear: type: expected"),
    ("Sign", "idTextChanged", #""subin""#, "idTextChanged: expected"),
    ("Sign", "passwordTextChanged", #"{"id":"subin"}"#, "passwordTextChanged: password: missing"),
    ("Sign", "againTextChanged", #"{"again":false}"#, "againTextChanged: again: expected"),
    ("Dial", "turn", "9223372036854775808", "turn: "), ("Dial", "turn", "-9223372036854775809", "turn: "),
    ("Dial", "turn", "1e18", "turn: "), ("Dial", "turn", "1.5", "turn: "), ("Dial", "turn", "true", "turn: expected"),
    ("Dial", "nudge", "128", "nudge: "), ("Dial", "nudge", "-129", "nudge: "),
  ])
  func `a value that does not fit is refused with the path of its member`(
    viewModel: String, input: String, value: String?, sentence: String
  ) {
    let answer = five.send(viewModel, input, value)
    #expect(answer.count == 1)
    #expect(
      answer[0].hasPrefix(#"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"\#(viewModel): \#(sentence)"#))
    expectUntouched()
  }

  @Test(arguments: ["ImagePager", "Quote", "BoxOffice", "Login", "Sign"])
  func `a port that is none is refused with those that there are`(viewModel: String) {
    for name in [
      "", "quotes.random", "toggleButton", "ViewDidAppear", "viewDidAppear ", String(repeating: "x", count: 100_000),
    ] {
      let answer = five.send(viewModel, name)
      #expect(answer.count == 1 && answer[0].contains("-32602"))
      #expect(answer[0].contains("\(viewModel): no input named") && answer[0].contains("it has "))
    }
    expectUntouched(read: 6)
  }

  @Test(arguments: [
    (#"{"input":"viewDidAppear"}"#, "params.viewModel: "),
    (#"{"viewModel":7,"input":"viewDidAppear"}"#, "params.viewModel: "),
    (#"{"viewModel":"Quote"}"#, "params.input: "),
    (#"{"viewModel":"Quote","input":["viewDidAppear"]}"#, "params.input: "),
    (#"{"viewModel":"quote","input":"viewDidAppear"}"#, #"no view model named \"quote\""#), ("[]", "params"),
  ])
  func `params that name no view model or input are refused`(params: String, sentence: String) {
    five.stage.request(five.client, 7, "input", params)
    let answer = five.client.takeLines()
    #expect(answer.count == 1 && answer[0].contains("-32602") && answer[0].contains(sentence), "\(answer)")
    expectUntouched()
  }

  @Test(arguments: ["1e400", "-1e400", "NaN", "Infinity", "0x10", "+1", "01", ".5"])
  func `a line with a number that is none is no message, and the connection lives on`(number: String) {
    let answer = five.send("ImagePager", "didScroll", #"{"width":\#(number),"offset":1}"#)
    #expect(answer.count == 1 && answer[0].contains(#""code":-32700"#), "\(answer)")
    expectUntouched(read: 0)
  }

  @Test func `as notifications they are counted and logged, ten a second, and not answered`() {
    for _ in 0..<100 {
      five.client.send(
        #"{"jsonrpc":"2.0","method":"input","params":\#(FiveViewModels.params("Login", "tapLogin", "{}"))}"#)
    }
    five.stage.core.turns.endOfTurn()
    #expect(five.client.takeLines().isEmpty)
    #expect(five.stage.environment.records.count { $0.contains("a notification was refused: Login: tapLogin: ") } == 10)
    expectUntouched(read: 100)
  }
}
