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

  /// A message with the number of those before it that were not admitted; nil if it is not admitted itself.
  package mutating func admitted(_ now: Duration, _ message: () -> String) -> String? {
    guard admits(now) else { return nil }
    let suppressed = takeSuppressed()
    return suppressed > 0 ? "\(message()) (and \(suppressed) more before)" : message()
  }

  /// How many were not admitted since the last call.
  package mutating func takeSuppressed() -> Int {
    defer { suppressed = 0 }
    return suppressed
  }
}

extension Duration {
  /// More seconds than this are as good as for ever, and their microseconds fit an Int.
  private static let secondsLimit: Int64 = 1 << 40
  private var boundedSeconds: Int { Int(min(max(components.seconds, -Self.secondsLimit), Self.secondsLimit)) }

  /// Whole milliseconds, rounded down; of more than 30,000 years those of about so many.
  package var milliseconds: Int { boundedSeconds * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
  /// Whole microseconds, by the same rule.
  package var microseconds: Int { boundedSeconds * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000) }
}
