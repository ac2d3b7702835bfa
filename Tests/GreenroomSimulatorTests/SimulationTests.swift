import GreenroomProtocol
import GreenroomSimulator
import Testing

/// Whole hosts on virtual time, each from a seed.
struct SimulationTests {
  /// Seeds 1 to 10: a sample of what `greenroom-simulate` runs by the thousand.
  @Test(arguments: UInt64(1)...10)
  func `a seed shows no violation`(seed: UInt64) {
    let outcome = Simulation(seed: seed).run()
    #expect(outcome.violations == [], "greenroom-simulate --first \(seed) --seeds 1 --trace")
  }

  @Test(arguments: FixedSeeds.all.indices)
  func `a seed that has shown a fault shows none any more`(index: Int) {
    let (seed, stepCount, fault) = FixedSeeds.all[index]
    #expect(Simulation(seed: seed, stepCount: stepCount).run().violations == [], "\(fault)")
  }

  @Test func `the sample does something`() {
    var requestCount = 0
    var outputCount = 0
    var conflatedCount = 0
    var receiptCount = 0
    var repeatCount = 0
    var reloadCount = 0
    for seed in UInt64(1)...20 {
      let outcome = Simulation(seed: seed).run()
      requestCount += outcome.ledgers.requests.made
      outputCount += outcome.ledgers.outputs.delivered
      conflatedCount += outcome.ledgers.outputs.conflated
      receiptCount += outcome.receiptCount
      repeatCount += outcome.repeatCount
      reloadCount += outcome.reloadCount
    }
    #expect(requestCount > 1_000)
    #expect(outputCount > 1_000)
    #expect(conflatedCount > 0)
    #expect(receiptCount > 5)
    #expect(repeatCount > 0)
    #expect(reloadCount > 50)
  }

  @Test(arguments: [UInt64(3), 11, 42])
  func `the same seed gives the same trace, byte for byte`(seed: UInt64) {
    let first = Simulation(seed: seed).run().trace
    let second = Simulation(seed: seed).run().trace
    #expect(first.count > 100)
    #expect(first == second)
  }

  @Test func `different seeds give different traces`() {
    #expect(Simulation(seed: 1).run().trace != Simulation(seed: 2).run().trace)
  }

  @Test func `fewer steps are a prefix of the run`() {
    let whole = Simulation(seed: 5, stepCount: 80).run().trace.filter { $0.contains(" step ") }
    let part = Simulation(seed: 5, stepCount: 20).run().trace.filter { $0.contains(" step ") }
    #expect(part.count == 20)
    #expect(Array(whole.prefix(20)) == part)
  }
}
