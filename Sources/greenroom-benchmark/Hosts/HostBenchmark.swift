import BenchmarkFigures

#if canImport(Glibc)
  import Glibc
#endif

/// The taps of three processes, for Greenroom and the relay by turns: round after round the one, then the other.
struct HostBenchmark {
  let isQuick: Bool
  private let hosts: HostProcess
  private var rounds: Int { isQuick ? 2 : 5 }
  private var milliseconds: String { "milliseconds=\(isQuick ? 300 : 800)" }

  init(isQuick: Bool) throws(BenchmarkFailure) {
    self.isQuick = isQuick
    hosts = try HostProcess()
  }

  /// A value of a run's result, as the figure wants it; nil if the run has none.
  private typealias Value = (PeerResult) -> Double?

  private func measure(_ run: HostRun, _ figures: [(Figure, Value)]) throws(BenchmarkFailure) -> [Figure] {
    var measured = figures.map(\.0)
    for _ in 0..<rounds {
      let greenroom = try hosts.measure(.greenroom, run)
      let relay = try hosts.measure(.relay, run)
      for (index, (_, value)) in figures.enumerated() {
        guard let ours = value(greenroom) else { throw BenchmarkFailure("\(measured[index].name): no result") }
        measured[index].add(greenroom: ours, relay: value(relay))
      }
    }
    return measured
  }

  private static func value(_ name: String, per unit: Double = 1) -> Value {
    { $0[name].isEmpty ? nil : Sample($0[name]).median / unit }
  }

  // MARK: The parts

  func taps() throws(BenchmarkFailure) -> [Figure] {
    let single = HostRun(mode: "taps", options: ["open=1", "taps=1000000", milliseconds], isPinned: true)
    var many = HostRun(mode: "taps", options: ["open=64", "taps=100000000", milliseconds])
    var figures = try measure(
      single,
      [
        (Figure("one tap at a time on one core: p50", "µs"), Self.value("p50", per: 1e3)),
        (Figure("one tap at a time on one core: p99", "µs"), Self.value("p99", per: 1e3)),
        (Figure("one tap at a time on one core: CPU of the host", "µs"), Self.value("hostTime", per: 1e3)),
      ])
    figures += try measure(
      many,
      [
        (Figure("64 in flight: taps", "1/s", .moreIsBetter, digits: 0), Self.value("perSecond")),
        (Figure("64 in flight: CPU of the host for a tap", "µs", digits: 2), Self.value("hostTime", per: 1e3)),
        (Figure("64 in flight: resident memory", "MiB"), Self.value("memory", per: 1_048_576)),
      ])
    many.isPinned = true
    figures += try measure(
      many,
      [
        (Figure("64 in flight on one core: taps", "1/s", .moreIsBetter, digits: 0), Self.value("perSecond")),
        (
          Figure("64 in flight on one core: CPU of the host for a tap", "µs", digits: 2),
          Self.value("hostTime", per: 1e3)
        ),
      ])
    many.isPinned = false
    many.quoteByteCount = 16 << 10
    figures += try measure(
      many,
      [
        (Figure("64 in flight, 16 KiB: taps", "1/s", .moreIsBetter, digits: 0), Self.value("perSecond")),
        (Figure("64 in flight, 16 KiB: CPU of the host for a tap", "µs", digits: 2), Self.value("hostTime", per: 1e3)),
        (Figure("64 in flight, 16 KiB: lines for a tap", "of 3", .moreIsBetter, digits: 2), Self.value("linesPerTap")),
      ])
    return figures
  }

  func fanOut() throws(BenchmarkFailure) -> [Figure] {
    let count = 50
    let run = HostRun(
      mode: "fan", options: ["taps=\(isQuick ? 300 : 1_000)", "presenters=\(count)"], presenters: count)
    return try measure(
      run,
      [
        (Figure("to \(count) presenters: lines", "1/s", .moreIsBetter, digits: 0), Self.value("perSecond")),
        (
          Figure("to \(count) presenters: CPU of the host for a line", "µs", digits: 2),
          Self.value("hostTime", per: 1e3)
        ),
        (Figure("to \(count) presenters: resident memory", "MiB"), Self.value("memory", per: 1_048_576)),
      ])
  }

  /// The best of several starts makes a round: whatever else the machine does can only make a start longer.
  func starts() throws(BenchmarkFailure) -> [Figure] {
    var figures = [
      Figure("cold start: exec to the first output", "ms", digits: 2),
      Figure("cold start: exec to the first quote", "ms", digits: 2),
      Figure("restart of a killed service to its first answer, without back-off", "ms", digits: 2),
    ]
    let restarts = HostRun(mode: "restart", options: ["times=\(isQuick ? 5 : 15)"])
    for _ in 0..<rounds {
      let (greenroom, relay) = (try coldStarts(of: .greenroom), try coldStarts(of: .relay))
      figures[0].add(greenroom: greenroom.output, relay: relay.output)
      figures[1].add(greenroom: greenroom.quote, relay: relay.quote)
      figures[2].add(
        greenroom: Sample(try hosts.measure(.greenroom, restarts)["restart"]).least / 1e6
          - Double(HostRun.backOffMilliseconds),
        relay: Sample(try hosts.measure(.relay, restarts)["restart"]).least / 1e6)
    }
    return figures
  }

  /// Milliseconds of the best of some starts.
  private func coldStarts(of host: HostRun.Host) throws(BenchmarkFailure) -> (output: Double, quote: Double) {
    var (outputs, quotes): ([Double], [Double]) = ([], [])
    for _ in 0..<4 {
      let result = try hosts.measure(host, HostRun(mode: "cold"))
      let started = Sample(result["started"]).least
      outputs.append((Sample(result["first"]).least - started) / 1e6)
      quotes.append((Sample(result["quote"]).least - started) / 1e6)
    }
    return (Sample(outputs).least, Sample(quotes).least)
  }

  /// What an instance that nobody uses takes: the difference between many and one.
  func memory() throws(BenchmarkFailure) -> [Figure] {
    var figures = [
      Figure("resident memory with 1 instance", "MiB"),
      Figure("memory of an idle Quote instance, from 1 to 10,000", "bytes", digits: 0),
    ]
    for _ in 0..<min(rounds, 3) {
      var run = HostRun(mode: "idle", instances: 1, showsFirstOnly: true)
      let one = Sample(try hosts.measure(.greenroom, run)["memory"]).median
      run.instances = 10_000
      let many = Sample(try hosts.measure(.greenroom, run)["memory"]).median
      figures[0].add(greenroom: one / Double(1 << 20), relay: nil)
      figures[1].add(greenroom: (many - one) / Double(run.instances - 1), relay: nil)
    }
    return figures
  }
}
