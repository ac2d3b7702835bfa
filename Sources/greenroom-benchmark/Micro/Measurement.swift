import BenchmarkAllocations

#if canImport(Glibc)
  import Glibc
#endif

/// What one message costs in the steady state.
struct Measurement {
  let name: String
  /// CPU time of this thread: what others do on the machine does not count.
  let nanoseconds: Double
  let allocations: Double
  /// Where the allocations that remain come from.
  let origin: String
}

/// Runs pieces of work many times and notes what they cost.
final class Measurements {
  private(set) var all: [Measurement] = []
  /// Only names that contain this are measured.
  private let filter: String
  private let isQuick: Bool
  /// The allocations of one more run are written to standard error, with their call stacks.
  private let isTraced: Bool
  private let report: (Measurement) -> Void

  init(filter: String, isQuick: Bool, isTraced: Bool, report: @escaping (Measurement) -> Void) {
    self.filter = filter
    self.isQuick = isQuick
    self.isTraced = isTraced
    self.report = report
  }

  /// Measures `body`, which handles so many messages: the best round, since whatever disturbs adds to it.
  ///
  /// - Parameters:
  ///   - name: what is measured.
  ///   - messages: how many messages one call of `body` handles.
  ///   - warmUpCalls: how many calls it takes until all that is kept has been made.
  ///   - origin: where the allocations that remain come from.
  ///   - body: the work.
  func measure(
    _ name: String, messages: Int = 1, warmUpCalls: Int = 1, allocationsFrom origin: String = "", _ body: () -> Void
  ) {
    guard filter.isEmpty || name.contains(filter) else { return }
    for _ in 0..<warmUpCalls { body() }
    // As many calls as take a round's time: long beside the clock, short beside what disturbs.
    let roundNanoseconds = isQuick ? 3_000_000 : 20_000_000
    var calls = 1
    while Self.time(calls, body) < roundNanoseconds / 2 { calls *= 2 }
    var times: [Double] = []
    var allocations: [Double] = []
    for _ in 0..<(isQuick ? 5 : 9) {
      let before = benchmark_allocation_count()
      let nanoseconds = Self.time(calls, body)
      let after = benchmark_allocation_count()
      times.append(Double(nanoseconds) / Double(calls * messages))
      allocations.append(Double(after - before) / Double(calls * messages))
    }
    let measurement = Measurement(
      name: name, nanoseconds: times.min() ?? 0, allocations: allocations.min() ?? 0, origin: origin)
    all.append(measurement)
    report(measurement)
    if isTraced {
      benchmark_trace_allocations(1_000)
      body()
      benchmark_trace_allocations(0)
    }
  }

  private static func time(_ calls: Int, _ body: () -> Void) -> Int {
    let begin = threadNanoseconds
    for _ in 0..<calls { body() }
    return threadNanoseconds - begin
  }

  private static var threadNanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
