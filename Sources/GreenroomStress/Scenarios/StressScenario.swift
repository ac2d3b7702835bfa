/// One row of the table: what is done to a host, and what must hold.
protocol StressScenario: Sendable {
  /// As the command line names it.
  var name: String { get }
  /// One line for `--help`.
  var summary: String { get }
  /// What the row demands; only what is not zero can be changed.
  var amount: StressPlan.Amount { get }

  /// Starts a host, does it, and enters every figure.
  func perform(_ run: StressRun, into figures: inout Figures) throws(StressFailure)
}

/// What a scenario is run with.
struct StressRun {
  let amount: StressPlan.Amount
  let seed: UInt64
  let sabotage: Sabotage
}
