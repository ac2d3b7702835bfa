import GreenroomHostCore
import GreenroomProtocol
import Testing

/// Inputs that are good and unusual: early, huge, at the edge of their type, or very many.
struct OddInputTests {
  private let five = FiveViewModels()

  @Test(arguments: [
    ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"), ("-0", "0"),
  ])
  func `the largest and smallest numbers are taken`(value: String, shown: String) {
    _ = five.send("Dial", "turn", "1")
    #expect(five.send("Dial", "turn", value).first?.contains("result") == true)
    five.stage.request(five.client, 1, "attach", #"{"viewModel":"Dial"}"#)
    #expect(five.client.takeLines().last?.contains(#""state":[{"output":"value","value":\#(shown)}]"#) == true)
  }

  @Test func `inputs before anybody has attached are handled, and whoever attaches sees what came of them`() {
    #expect(five.send("Login", "email", #""a""#).count == 1)
    #expect(five.send("Login", "password", #""b""#).count == 1)
    #expect(five.send("ImagePager", "directionArrowDidTap", #""right""#).count == 1)
    for (viewModel, state) in [
      ("Login", #"[{"output":"enableLogInButton","value":true}]"#),
      ("ImagePager", #"[{"output":"count","value":2},{"output":"imageURLs","value":[]}]"#),
      ("Quote", #"[{"output":"toggleButton","value":{"isEnabled":true}}]"#),
    ] {
      five.stage.request(five.client, 1, "attach", #"{"viewModel":"\#(viewModel)"}"#)
      let lines = five.client.takeLines()
      #expect(lines.count == 2 && lines[1].contains(#""state":\#(state)"#), "\(lines)")
    }
    #expect(five.stage.core.ledgers.outputs.meant == 0)
  }

  @Test func `one megabyte of text in a field is taken, one byte over the line's limit is not`() {
    let params = FiveViewModels.params("Sign", "idTextChanged", #"{"id":""}"#)
    let room = (1 << 20) - #"{"jsonrpc":"2.0","id":7,"method":"input","params":\#(params)}"#.utf8.count
    let text = String(repeating: "x", count: room)
    #expect(five.send("Sign", "idTextChanged", #"{"id":"\#(text)"}"#).first?.contains("result") == true)
    let answer = five.send("Sign", "idTextChanged", #"{"id":"\#(text)x"}"#)
    #expect(answer.first?.contains("a line of 1048577 bytes, the limit is 1048576") == true, "\(answer)")
    #expect(five.send("Sign", "idTextChanged", #"{"id":""}"#).first?.contains("result") == true)
    #expect(five.stage.core.ledgers.inputs.handled == 2)
  }

  @Test(arguments: [
    ("ImagePager", "didScroll", #"{"width":375,"offset":750}"#, nil), ("ImagePager", "submitDidTap", nil, "images"),
    ("Quote", "refreshButtonDidTap", nil, "quotes"), ("BoxOffice", "viewWillAppear", nil, "movies"),
    ("Login", "tapLogin", #"{"email":"subin","password":""}"#, "accounts"),
    ("Sign", "passwordTextChanged", #"{"password":"00000"}"#, nil), ("Sign", "signInButtonTapped", nil, nil),
  ])
  func `the same input ten thousand times: each is handled, requests are bounded, the books balance`(
    viewModel: String, input: String, value: String?, service: String?
  ) {
    let (stage, client) = (five.stage, five.client)
    if let service { five.open(service) }
    let line =
      #"{"jsonrpc":"2.0","method":"input","params":\#(FiveViewModels.params(viewModel, input, value))}"# + "\n"
    for _ in 0..<100 {
      client.send(String(String(repeating: line, count: 100).dropLast()))
      stage.core.turns.endOfTurn()
    }
    stage.advance(.zero)
    let ledgers = stage.core.ledgers
    #expect(ledgers.inputs.handled == 10_000 && ledgers.inputs.isBalanced)
    #expect(ledgers.requests.isBalanced && ledgers.requests.open <= 1)
    #expect(ledgers.outputs.isBalanced && !client.isClosed)
    if let service {
      let open = stage.core.service(named: service)?.current.run?.link?.openRequestCount ?? 0
      #expect((1...stage.core.limits.openRequests).contains(open))
    }
    #expect(five.send(viewModel, input, value).last?.contains("result") == true)
  }
}
