/// How often a plugin that ends at once is started again, worked out from the written rule and not from the supervisor.
///
/// The first restart comes `backOff` after the first end, each further delay is double the last up to `maximum`, and each is
/// varied by `jitterPercent` up or down. All times in milliseconds.
package struct RestartFormula {
  package var backOff = 100
  package var maximum = 10_000
  package var jitterPercent = 20
  /// After so many restarts it has failed; nil if that is out of reach.
  package var limit: Int?

  package init(limit: Int?) { self.limit = limit }

  /// The most restarts that may have been decided `milliseconds` after the start: each run ends in no time, each delay is
  /// the shortest.
  package func most(after milliseconds: Int) -> Int {
    count(after: milliseconds, percent: 100 - jitterPercent, run: 0)
  }

  /// The fewest: each run takes `run` to its end, each delay is the longest.
  package func fewest(after milliseconds: Int, run: Int) -> Int {
    count(after: milliseconds, percent: 100 + jitterPercent, run: run)
  }

  /// A restart is counted when it is decided, at the end of a run, before its delay.
  private func count(after milliseconds: Int, percent: Int, run: Int) -> Int {
    var time = run
    var delay = backOff
    var count = 0
    while time <= milliseconds, count < limit ?? .max {
      count += 1
      time += delay * percent / 100 + run
      // Without a delay and without a run it would never end.
      if delay * percent / 100 + run == 0 { return limit ?? .max }
      delay = min(delay * 2, maximum)
    }
    return count
  }
}
