/// Times of one kind, sorted.
package struct Latencies {
  private let sorted: [Duration]
  package init(_ times: [Duration]) { sorted = times.sorted() }

  package var count: Int { sorted.count }
  package var slowest: Duration { sorted.last ?? .zero }

  /// The time that `percent` of all do not exceed; zero if there are none.
  package func percentile(_ percent: Int) -> Duration {
    sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }

  package static func + (left: Latencies, right: Latencies) -> Latencies { Latencies(left.sorted + right.sorted) }
}
