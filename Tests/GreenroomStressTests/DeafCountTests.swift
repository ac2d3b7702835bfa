import GreenroomJSONLines
import GreenroomProtocol
import GreenroomStress
import Testing

/// The count can fail: each number of a run that holds is moved by one.
struct DeafCountTests {
  /// What a run has found: 10 outputs of `a` and 4 of the gauge were meant for the client while it was quiet.
  private struct Run {
    var meantInTheCalm = 14
    var delivered = 8
    var dropped = 20
    var conflated = 2
    var readOfA = [1, 2, 3, 4, 5, 6, 7]
    var presenter = OutputLedger(meant: 30, delivered: 5, dropped: 25)

    func figures() throws -> Figures {
      var seen = DeafCount.Seen()
      for viewModel in ["a", "gauge"] {
        let json = #"{"viewModel":"\#(viewModel)","seq":0,"schema":{"type":"T","inputs":[],"outputs":[]},"state":[]}"#
        seen.see(try JSONDecoding.decode(AttachedParams.self, from: Array(json.utf8)[...]))
      }
      for (viewModel, seq) in readOfA.map({ ("a", $0) }) + [("gauge", 1)] {
        let json = #"{"viewModel":"\#(viewModel)","output":"o","seq":\#(seq),"cause":1}"#
        seen.see(try JSONDecoding.decode(OutputParams.self, from: Array(json.utf8)[...]))
      }
      let gone = OutputLedger(
        meant: delivered + dropped + conflated, delivered: delivered, conflated: conflated, dropped: dropped)
      let row = PresenterStatus(name: "deaf", state: "ready", viewModels: [], queuedBytes: 0, outputs: presenter)
      let client = PresenterStatus(
        name: "control-5", state: "attached", viewModels: ["a", "gauge"], queuedBytes: 100,
        outputs: OutputLedger(meant: meantInTheCalm, delivered: 8, conflated: 2, queued: meantInTheCalm - 10))
      var figures = Figures("deaf")
      DeafCount(
        quiet: report(seq: 10, [row, client], presenter), end: report(seq: 30, [row], presenter + gone), client: seen
      ).judge(into: &figures)
      return figures
    }

    private func report(seq: Int, _ rows: [PresenterStatus], _ outputs: OutputLedger) -> StatusReport {
      let viewModels = [("a", seq), ("gauge", 4)].map {
        ViewModelStatus(name: $0.0, type: "T", seq: $0.1, inputs: 0, presenters: 0)
      }
      return StatusReport(
        host: HostStatus(name: "h", version: "1", pid: 1, uptimeMilliseconds: 1, limits: [:]), viewModels: viewModels,
        services: [], presenters: rows, plugins: [],
        ledgers: LedgerReport(inputs: InputLedger(), requests: RequestLedger(), outputs: outputs))
    }
  }

  @Test func `exact counters are good`() throws {
    let figures = try Run().figures()
    #expect(figures.isGood, "\(figures.verdict)")
  }

  @Test func `each counter that is off by one is found`() throws {
    #expect(try !Run(meantInTheCalm: 15).figures().isGood)
    #expect(try !Run(delivered: 9).figures().isGood)
    #expect(try !Run(dropped: 0).figures().isGood)
    #expect(try !Run(conflated: 3).figures().isGood)
    #expect(try !Run(readOfA: [1, 2, 3, 4, 5, 6, 8]).figures().isGood)
    #expect(try !Run(presenter: OutputLedger(meant: 30, delivered: 5, dropped: 24)).figures().isGood)
  }
}

extension OutputLedger {
  fileprivate init(meant: Int, delivered: Int, conflated: Int = 0, dropped: Int = 0, queued: Int = 0) {
    self.init()
    (self.meant, self.delivered, self.conflated) = (meant, delivered, conflated)
    (self.dropped, self.queued) = (dropped, queued)
  }
}
