import Foundation
import Testing

/// The trace of Quote, with the shipped plugins in processes of their own.
extension IntegrationTests {
  struct QuoteTraceTests {
    /// The first two of the catalogue.
    private let quotes = [
      #"{"content":"The universe is transformation: life is opinion.","author":"Marcus Aurelius"}"#,
      #"{"content":"The best way of avenging thyself is not to become like the wrong doer.","author":"Marcus Aurelius"}"#,
    ]

    @Test func `Quote: two fetches from the catalogue, then a server that fails, is silent and answers`() async throws {
      let answers = Answers(
        .json("{}", status: 404), .neverAnswer, .json(#"{"content":"At last.","author":"A server"}"#))
      let server = try HTTPTestServer(routes: ["/random": { _ in answers.next() }])
      let trace = try Trace(
        plugins: """
          "catalog": {"program": "QuoteCatalog", "configuration": {"order": "sequential"}},
          "http": {"program": "QuoteHTTP", "configuration": {"baseURL": "\(server.baseURL)", "path": "/random"},
                   "environment": {"no_proxy": "*"}}
          """, services: #""quotes": {"plugin": "catalog"}"#, viewModels: #""quote": {"type": "Quote"}"#)
      defer { trace.end() }
      let presenter = try trace.presenter(of: "quote")
      try presenter.expectAttached([#"toggleButton {"isEnabled":true}"#])

      for (input, quote) in zip(["viewDidAppear", "refreshButtonDidTap"], quotes) {
        try trace.send("quote", input, until: "fetchQuoteDidSuccess")
        try presenter.expect(#"toggleButton {"isEnabled":false}"#)
        trace.reply()
        try presenter.expect(#"fetchQuoteDidSuccess {"quote":\#(quote)}"#, #"toggleButton {"isEnabled":true}"#)
      }

      try trace.swap("quotes", to: "http")
      try trace.send("quote", "refreshButtonDidTap", until: "fetchQuoteDidFail")
      try presenter.expect(#"toggleButton {"isEnabled":false}"#)
      trace.reply()
      let message = "HTTP 404 Not Found from \(server.baseURL)/random"
      try presenter.expect(
        #"toggleButton {"isEnabled":true}"#,
        #"fetchQuoteDidFail {"error":{"code":101,"message":"\#(message)"}}"#)

      // The first of two taps is never answered: the second supersedes it, and the button stays disabled meanwhile.
      try trace.send("quote", "refreshButtonDidTap")
      try presenter.expect(#"toggleButton {"isEnabled":false}"#)
      _ = await server.requests(atLeast: 2)
      let late = try trace.presenter(of: "quote")
      try late.expectAttached(
        [#"toggleButton {"isEnabled":false}"#, #"fetchQuoteDidSuccess {"quote":\#(quotes[1])}"#], seq: 10)
      try trace.send("quote", "refreshButtonDidTap", until: "fetchQuoteDidSuccess")
      trace.reply()
      for presenter in [presenter, late] {
        try presenter.expect(
          #"fetchQuoteDidSuccess {"quote":{"content":"At last.","author":"A server"}}"#,
          #"toggleButton {"isEnabled":true}"#)
      }

      try trace.stop()
      presenter.expectEnd()
      late.expectEnd()
    }
  }
}
