import GreenroomExamples
import GreenroomHostCore
import GreenroomProtocol
import GreenroomSimulator
import Testing

/// The judge can fail: each check is shown something that does not hold.
struct JudgeTests {
  // MARK: The sequence that a presenter sees

  /// One notification, as `method params`.
  private func violations(_ messages: [(String, String)]) -> [String] {
    let world = World(seed: 1)
    var check = SequenceCheck()
    for (method, params) in messages { check.check(Array(method.utf8)[...], Array(params.utf8)[...], by: "p", world) }
    return world.violations
  }

  private func attached(_ seq: Int) -> (String, String) {
    ("attached", #"{"viewModel":"v","seq":\#(seq),"schema":{"type":"T","inputs":[],"outputs":[]},"state":[]}"#)
  }

  private func output(_ seq: Int, after: Int? = nil) -> (String, String) {
    let gap = after.map { #","after":\#($0)"# } ?? ""
    return ("output", #"{"viewModel":"v","output":"o","value":1,"seq":\#(seq),"cause":1\#(gap)}"#)
  }

  @Test func `announced gaps and a second attachment are in order`() {
    #expect(
      violations([
        attached(3), output(4), output(9, after: 4), output(10), attached(20), output(21),
        ("detached", #"{"viewModel":"v","reason":"asked for","dropped":0}"#), attached(30), output(31),
      ]) == [])
  }

  @Test func `a silent gap is found`() {
    #expect(violations([attached(3), output(5)]).count == 1)
  }

  @Test func `a gap with the wrong place is found`() {
    #expect(violations([attached(3), output(4), output(9, after: 5)]).count == 1)
    #expect(violations([attached(3), output(4), output(9, after: 3)]).count == 1)
  }

  @Test func `a repeated or reordered output is found`() {
    #expect(!violations([attached(3), output(4), output(4)]).isEmpty)
    #expect(!violations([attached(3), output(4), output(5), output(4, after: 5)]).isEmpty)
  }

  @Test func `an output before attached or after detached is found`() {
    #expect(violations([output(1)]).count == 1)
    #expect(
      violations([attached(0), ("detached", #"{"viewModel":"v","reason":"r","dropped":0}"#), output(1)]).count == 1)
  }

  @Test func `what does not decode is found`() {
    for method in ["attached", "detached", "output"] { #expect(violations([(method, "{}")]).count == 1, "\(method)") }
  }

  // MARK: Ledgers

  @Test func `a ledger out by one is found`() {
    let world = World(seed: 1)
    let judge = Judge(world: world)
    var report = LedgerReport(inputs: InputLedger(), requests: RequestLedger(), outputs: OutputLedger())
    judge.check(report)
    #expect(world.violations == [])
    report.inputs.read += 1
    judge.check(report)
    #expect(world.violations.count == 1)
    report.outputs.meant += 1
    judge.check(report)
    #expect(world.violations.count == 3)
    report.requests.made += 1
    judge.check(report)
    #expect(world.violations.count == 6)
  }

  @Test func `a request without an outcome, and one read twice, are found at rest`() {
    let world = World(seed: 1)
    let core = HostCore(
      Simulation.configuration(small: false), types: Examples.viewModels, version: "0", environment: world)
    let judge = Judge(world: world)
    judge.checkAtRest(core)
    #expect(world.violations == [])
    for _ in 0..<2 { world.read("quotes.random 1", isRepeatable: false) }
    judge.checkAtRest(core)
    #expect(world.violations == ["quotes.random 1 was read whole by 2 processes"])
    _ = try? core.viewModel(named: "quote-a")?.accept(Array("viewDidAppear".utf8)[...], nil)
    judge.checkAtRest(core)
    #expect(world.violations.last == "quotes.random 1 was read whole by 2 processes")
    #expect(world.violations.contains("quotes: 1 requests have no outcome"))
  }

  @Test func `a request may be read again only after processes that declared so`() {
    let world = World(seed: 1)
    for isRepeatable in [true, true, false] { world.read("quotes.random 1", isRepeatable: isRepeatable) }
    #expect(world.readByServices == ["quotes.random 1": 1])
    #expect(world.repeatCount == 2)
    world.read("quotes.random 1", isRepeatable: true)
    #expect(world.readByServices == ["quotes.random 1": 2])
  }

  // MARK: Whole runs

  @Test(arguments: [Sabotage.overlookedOutput(1), .overlookedOutput(25), .requestReadTwice])
  func `a sabotaged run is found out and cut to its shortest prefix`(sabotage: Sabotage) throws {
    let simulation = Simulation(seed: 3, stepCount: 60, sabotage: sabotage)
    let shortest = try #require(simulation.shortestFailure())
    #expect(shortest.violations.count >= 1)
    #expect(shortest.trace.contains { $0.contains("VIOLATION") })
    if shortest.stepCount > 0 {
      let shorter = Simulation(seed: 3, stepCount: shortest.stepCount - 1, sabotage: sabotage).run()
      #expect(shorter.violations == [])
    }
    #expect(Simulation(seed: 3, stepCount: 60).run().violations == [])
  }

  @Test func `a run without a fault has no shortest failure`() {
    #expect(Simulation(seed: 3, stepCount: 20).shortestFailure() == nil)
  }
}
