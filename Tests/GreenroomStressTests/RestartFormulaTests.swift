import GreenroomProtocol
import GreenroomStress
import Testing

struct RestartFormulaTests {
  /// The delays are 100, 200, 400, 800, 1600, ... ms; a restart is decided at the end of a run, before its delay.
  @Test(arguments: [(0, 1), (79, 1), (80, 2), (239, 2), (240, 3), (560, 4), (1200, 5), (2480, 6), (20_000, 9)])
  func `the most restarts are those with the shortest delays`(_ milliseconds: Int, _ count: Int) {
    #expect(RestartFormula(limit: nil).most(after: milliseconds) == count)
    #expect(RestartFormula(limit: 5).most(after: milliseconds) == min(count, 5))
  }

  @Test(arguments: [(0, 0), (9, 0), (10, 1), (139, 1), (140, 2), (389, 2), (390, 3), (20_000, 8)])
  func `the fewest are those with the longest delays and runs`(_ milliseconds: Int, _ count: Int) {
    #expect(RestartFormula(limit: nil).fewest(after: milliseconds, run: 10) == count)
  }

  @Test func `a delay does not grow beyond its maximum`() {
    var formula = RestartFormula(limit: nil)
    (formula.backOff, formula.maximum, formula.jitterPercent) = (1, 5, 0)
    #expect(formula.most(after: 1000) == 4 + (1000 - 7) / 5)
    formula.maximum = 0
    formula.backOff = 0
    formula.limit = 7
    #expect(formula.most(after: 0) == 7)
  }

  private func report(after milliseconds: Int, _ plugins: [(state: String, restarts: Int)]) -> StatusReport {
    StatusReport(
      host: HostStatus(name: "h", version: "1", pid: 1, uptimeMilliseconds: milliseconds, limits: [:]), viewModels: [],
      services: [], presenters: [],
      plugins: plugins.map {
        PluginStatus(
          name: "failing-1", role: "service", state: $0.state, pid: nil, restarts: $0.restarts, lastExit: nil)
      }, ledgers: LedgerReport(inputs: InputLedger(), requests: RequestLedger(), outputs: OutputLedger()))
  }

  @Test func `restarts within the formula are no violation`() {
    var check = RestartCheck(RestartFormula(limit: 5), longestRun: 100)
    check.check(report(after: 1000, [("back-off", 3), ("back-off", 4), ("starting", 3)]))
    check.check(report(after: 9000, [("failed", 5)]))
    #expect(check.violations.isEmpty)
    #expect(check.count == 4)
  }

  @Test(arguments: [(1000, "back-off", 1), (1000, "back-off", 5), (9000, "failed", 4), (9000, "back-off", 6)])
  func `too many, too few, and a failure before its time are found`(_ after: Int, _ state: String, _ restarts: Int) {
    var check = RestartCheck(RestartFormula(limit: 5), longestRun: 100)
    check.check(report(after: after, [(state, restarts)]))
    #expect(!check.violations.isEmpty)
  }
}
