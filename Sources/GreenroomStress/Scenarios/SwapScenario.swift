import GreenroomHostCore
import GreenroomJSONLines
import GreenroomProtocol

/// Swaps between two good plugins under the load: nothing may be lost, and nobody may wait for long.
struct SwapScenario: StressScenario {
  let name = "swaps"
  let summary = "swaps between two good plugins"
  let amount = StressPlan.Amount(acts: 200, seconds: 40, rate: 2000)

  func perform(_ run: StressRun, into figures: inout Figures) throws(StressFailure) {
    let stage = try StressStage(.restless(run.sabotage), sabotage: run.sabotage)
    stage.perform(run.amount, [SwapAct(longestPause: .milliseconds(5))], into: &figures)
    stage.finish(into: &figures)
  }
}

final class SwapAct: StressAct {
  private var count = 0
  private var refusals: [String] = []
  private var receipts: [SwapReceipt] = []
  /// The slowest request during each swap.
  private var slowest: [Duration] = []
  /// The same for the time just before it, as long as the swap before took: what the machine does without a swap.
  private var slowestBefore: [Duration] = []
  private var duration: Duration = .zero
  private var windowBegin: Duration?

  private let longestPause: Duration?

  /// - Parameter longestPause: what a swap may add to the slowest request; nil if other acts add to it, too.
  init(longestPause: Duration?) { self.longestPause = longestPause }

  func begin(on stage: StressStage, _ done: @escaping (Bool) -> Void) {
    // First a window without a swap, then the swap.
    let now = monotonicNow()
    if let windowBegin, duration > .zero {
      if now - windowBegin < duration { return done(false) }
      slowestBefore.append(stage.takeSlowest())
    } else if duration > .zero {
      windowBegin = now
      _ = stage.takeSlowest()
      return done(false)
    }
    _ = stage.takeSlowest()
    let begin = monotonicNow()
    let plugin = count % 2 == 0 ? "good-b" : "good-a"
    stage.control.request(MethodName.swap, SwapParams(service: "first", plugin: plugin)) { [self] result in
      windowBegin = nil
      duration = monotonicNow() - begin
      slowest.append(stage.takeSlowest())
      count += 1
      switch result {
      case .success(let bytes):
        if let receipt = try? JSONDecoding.decode(SwapReceipt.self, from: bytes[...]) { receipts.append(receipt) }
      case .failure(let error): refusals.append(error.message)
      }
      done(true)
    }
    stage.acted()
  }

  func report(_ median: Duration, into figures: inout Figures) {
    func pauses(_ times: [Duration]) -> Latencies { Latencies(times.map { max(.zero, $0 - median) }) }
    let during = pauses(slowest)
    let before = pauses(slowestBefore)
    if let longestPause { figures.demand("pause of a swap, p99", during.percentile(99), atMost: longestPause) }
    figures.note("pause of a swap, p50", during.percentile(50).text)
    if before.count > 0 {
      figures.note(
        "the same without a swap", "p50 \(before.percentile(50).text), p99 \(before.percentile(99).text)")
    }
    figures.demand("swaps refused", refusals.count, is: 0)
    for refusal in Set(refusals).sorted() { figures.note("refused", refusal) }
    figures.demand("receipts", receipts.count, is: count)
    figures.demand("receipts, lost", receipts.reduce(0) { $0 + $1.lost }, is: 0)
    figures.demand("receipts, duplicated", receipts.reduce(0) { $0 + $1.duplicated }, is: 0)
    figures.note("receipts, drained", "\(receipts.reduce(0) { $0 + $1.drained })")
  }
}
