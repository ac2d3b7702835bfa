package import GreenroomProtocol

/// Holds the restarts that a host reports against the formula, at the time that the host itself tells.
package struct RestartCheck {
  private let formula: RestartFormula
  private let longestRun: Int
  package private(set) var violations: [String] = []
  /// How many plugins were looked at, over all reports.
  package private(set) var count = 0

  /// `longestRun` is what one run may take, in milliseconds.
  package init(_ formula: RestartFormula, longestRun: Int) {
    self.formula = formula
    self.longestRun = longestRun
  }

  package mutating func check(_ report: StatusReport) {
    let now = report.host.uptimeMilliseconds
    let fewest = formula.fewest(after: now, run: longestRun)
    let most = formula.most(after: now)
    for plugin in report.plugins where plugin.name.hasPrefix("failing-") {
      count += 1
      if !(fewest...most).contains(plugin.restarts) {
        violations.append(
          "\(plugin.name) after \(now) ms: \(plugin.restarts) restarts, expected \(fewest)...\(most)")
      }
      if plugin.state == "failed", plugin.restarts != formula.limit {
        violations.append("\(plugin.name) has failed after \(plugin.restarts) restarts")
      }
    }
  }
}
