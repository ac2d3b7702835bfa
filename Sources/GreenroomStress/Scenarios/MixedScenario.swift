/// Swaps, broken swaps and kills in an order that is drawn from the seed.
struct MixedScenario: StressScenario {
  let name = "mixed"
  let summary = "swaps, broken swaps and kills, drawn from the seed"
  let amount = StressPlan.Amount(acts: 200, seconds: 40, rate: 2000)

  func perform(_ run: StressRun, into figures: inout Figures) throws(StressFailure) {
    let stage = try StressStage(
      BrokenSwapScenario.setup(run.sabotage), sabotage: run.sabotage, explained: KillScenario.explained)
    var random = SeededRandom(seed: run.seed)
    let acts: [any StressAct] = [SwapAct(longestPause: nil), BrokenSwapAct(), KillAct(.service), KillAct(.presenter)]
    let order = (0..<run.amount.acts).map { _ in Int.random(in: acts.indices, using: &random) }
    stage.perform(run.amount, acts, into: &figures) { order[min($0, order.count - 1)] }
    stage.finish(into: &figures)
  }
}
