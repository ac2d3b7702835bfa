import Foundation
import Testing

/// Very many inputs through real processes.
extension IntegrationTests {
  struct BurstTests {
    @Test func `Ten thousand taps in a burst: every one is handled, the last one's quote comes, the books balance`()
      throws
    {
      let host = try HostProcess(Configurations.catalogue)
      defer { host.end() }
      let presenter = try AttachedClient(host, ["--json"])
      #expect(presenter.output.wait(for: #""state":[{"output":"toggleButton","value":{"isEnabled":true}}]"#))
      presenter.type(String(repeating: "refreshButtonDidTap\n", count: 10_000))
      // Inputs of one link are handled in order: when this one is refused, all the others are done.
      presenter.type("noSuchInput\n")
      #expect(presenter.errors.wait(for: "no input named \"noSuchInput\""))
      // The service may be behind by as many requests as it may have open; a fresh one is not busy.
      let swap = try host.greenroom("swap", "quotes")
      #expect(swap.status == 0 && swap.output.contains("lost 0, duplicated 0"), "\(swap.output) \(swap.errors)")
      let last = try host.greenroom("send", "quote", "viewDidAppear", "--until", "fetchQuoteDidSuccess")
      #expect(last.status == 0, "\(last.errors)")

      let inputs = try host.ledger("inputs")
      #expect(inputs["handled"] == 10_001 && inputs["refused"] == 1 && inputs["read"] == 10_002)
      let requests = try host.ledger("requests")
      #expect(requests["made"] == 10_001 && requests["open"] == 0)
      // Failed is one that came while the service was behind by all that it may be: busy.
      let settled = ["answered", "superseded", "failed"].map { requests[$0] ?? 0 }
      #expect(settled.reduce(0, +) == 10_001, "\(requests)")
      #expect(try host.greenroom("stop").status == 0)
      #expect(presenter.waitForExit() == 0)

      // No output is missing: seq goes on by one, or says after which one it goes on.
      var seq = 0
      var isEnabled: Bool?
      for line in presenter.output.waitForEnd().split(separator: "\n").dropFirst() {
        let output = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let number = try #require(output["seq"] as? Int)
        #expect(output["after"] as? Int ?? number - 1 == seq)
        #expect((output["cause"] as? Int ?? 0) > 0)
        seq = number
        if let value = output["value"] as? [String: Any], let button = value["isEnabled"] as? Bool {
          isEnabled = button
        }
      }
      #expect(seq > 0 && isEnabled == true)
    }
  }
}
