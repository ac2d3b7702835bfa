/// Admits so many events in a second and counts the rest.
package struct RateWindow {
  private let perSecond: Int
  private var start: Duration = .zero
  private var count = 0
  private var suppressed = 0

  package init(perSecond: Int) { self.perSecond = perSecond }

  package mutating func admits(_ now: Duration) -> Bool {
    if now - start >= .seconds(1) {
      start = now
      count = 0
    }
    count += 1
    if count > perSecond {
      suppressed += 1
      return false
    }
    return true
  }

  /// How many were not admitted since the last call.
  package mutating func takeSuppressed() -> Int {
    defer { suppressed = 0 }
    return suppressed
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  package var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
  /// Whole microseconds, rounded down.
  package var microseconds: Int {
    Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
  }
}
