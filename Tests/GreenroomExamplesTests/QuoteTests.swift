import GreenroomBindings
import GreenroomExamples
import GreenroomTesting
import Testing

@Suite struct QuoteTests {
  private let quote = Quote(content: "Be brief.", author: "Anon")
  private let other = Quote(content: "So be it.", author: "Other")
  private let error = ServiceError(code: .unavailable, message: "down")

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

  @Test(arguments: [
    ServiceError(code: .badURL, message: "no URL"), .http(404),
    ServiceError(code: .decoding, message: "content: missing"),
    ServiceError(code: .deadline, message: "late"), ServiceError(code: .unavailable, message: "down"),
  ])
  func `a failed fetch enables the button first and tells which failure`(error: ServiceError) {
    let rig = makeRig()
    rig.send(.viewDidAppear)
    rig.expect(.toggleButton(isEnabled: false))
    rig["quotes"].fail("random", with: error)
    rig.expect(.toggleButton(isEnabled: true), .fetchQuoteDidFail(error: error))
  }

  @Test func `the same quote again is sent again`() {
    let rig = makeRig()
    for _ in 0..<2 {
      rig.send(.refreshButtonDidTap)
      rig.expect(.toggleButton(isEnabled: false))
      rig["quotes"].answer("random", with: quote)
      rig.expect(.fetchQuoteDidSuccess(quote: quote), .toggleButton(isEnabled: true))
    }
  }

  @Test func `the button stays disabled until the fetch that survives has ended`() {
    let rig = makeRig()
    rig.send(.viewDidAppear)
    rig.expect(.toggleButton(isEnabled: false))
    let older = rig["quotes"].take("random")
    rig.send(.refreshButtonDidTap)
    older.expectCancelled(.superseded)
    older.answer(quote)
    rig.expectNothing()
    rig["quotes"].answer("random", with: other)
    rig.expect(.fetchQuoteDidSuccess(quote: other), .toggleButton(isEnabled: true))
  }

  @Test func `answers in reverse order emit the surviving one alone`() {
    let rig = makeRig()
    rig.send(.viewDidAppear)
    rig.expect(.toggleButton(isEnabled: false))
    let older = rig["quotes"].take("random")
    rig.send(.refreshButtonDidTap)
    let newer = rig["quotes"].take("random")
    older.expectCancelled(.superseded)
    newer.fail(error)
    rig.expect(.toggleButton(isEnabled: true), .fetchQuoteDidFail(error: error))
    older.answer(quote)
  }

  @Test func `an answer that never comes keeps the button disabled, a new tap asks again`() {
    let rig = makeRig()
    rig.send(.viewDidAppear)
    rig.expect(.toggleButton(isEnabled: false))
    rig.advance(by: .seconds(3600))
    let never = rig["quotes"].take("random")
    rig.send(.refreshButtonDidTap)
    never.expectCancelled(.superseded)
    rig["quotes"].answer("random", with: quote)
    rig.expect(.fetchQuoteDidSuccess(quote: quote), .toggleButton(isEnabled: true))
  }

  @Test func `a presenter that comes late gets the button, and the quote once there is one`() {
    let rig = makeRig()
    rig.attach()
    rig.expect(.toggleButton(isEnabled: true))
    rig.send(.viewDidAppear)
    rig.expect(.toggleButton(isEnabled: false))
    rig.attach()
    rig.expect(.toggleButton(isEnabled: false))
    rig["quotes"].answer("random", with: quote)
    rig.expect(.fetchQuoteDidSuccess(quote: quote), .toggleButton(isEnabled: true))
    rig.attach()
    rig.expect(.toggleButton(isEnabled: true), .fetchQuoteDidSuccess(quote: quote))
  }

  @Test func `ten thousand taps make one surviving fetch`() {
    let rig = makeRig()
    for _ in 0..<10_000 { rig.send(.refreshButtonDidTap) }
    rig.expect(.toggleButton(isEnabled: false))
    for _ in 1..<10_000 { rig["quotes"].take("random").expectCancelled(.superseded) }
    rig["quotes"].answer("random", with: quote)
    rig.expect(.fetchQuoteDidSuccess(quote: quote), .toggleButton(isEnabled: true))
  }
}
