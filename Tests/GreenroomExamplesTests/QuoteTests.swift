import GreenroomBindings
import GreenroomExamples
import GreenroomTesting
import Testing

@Suite struct QuoteTests {
  let quote = Quote(content: "Be brief.", author: "Anon")
  let error = ServiceError(code: .unavailable, message: "down")

  private func makeRig() -> Rig<QuoteViewModel> {
    Rig { QuoteViewModel(quotes: RemoteQuotes($0["quotes"])) }
  }

  @Test(arguments: QuoteViewModel.Input.allCases)
  func `a good fetch disables the button, brings the quote and enables it`(input: QuoteViewModel.Input) {
    let rig = makeRig()
    let tap = rig.send(input)
    rig.expect(.toggleButton(isEnabled: false), cause: tap)
    rig["quotes"].answer("random", with: quote)
    rig.expect(.fetchQuoteDidSuccess(quote: quote), .toggleButton(isEnabled: true), cause: tap + 1)
  }

  @Test func `a failed fetch enables the button first`() {
    let rig = makeRig()
    rig.send(.viewDidAppear)
    rig.expect(.toggleButton(isEnabled: false))
    rig["quotes"].fail("random", with: error)
    rig.expect(.toggleButton(isEnabled: true), .fetchQuoteDidFail(error: error))
  }
}
