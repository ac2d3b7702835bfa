import BenchmarkFigures

#if canImport(Glibc)
  import Glibc
#endif

/// `greenroom-benchmark`: runs the parts of its plan, one after the other.
struct BenchmarkCommand {
  private let arguments: [String]
  init(_ arguments: [String]) { self.arguments = arguments }

  /// - Returns: the exit status: 0, or 64 with a sentence on standard error.
  func run() -> Int32 {
    do throws(BenchmarkFailure) {
      let plan = try BenchmarkPlan(arguments)
      #if DEBUG
        print("This is a debug build: its figures mean nothing. Use -c release.\n")
      #endif
      try runHosts(plan)
      if plan.parts.contains(.micro) {
        MicroBenchmark(isQuick: plan.isQuick, isTraced: plan.isTraced, filter: plan.only).run()
      }
      return 0
    } catch {
      var text = "greenroom-benchmark: \(error.message)\n"
      text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
      return 64
    }
  }

  private func runHosts(_ plan: BenchmarkPlan) throws(BenchmarkFailure) {
    let parts = plan.parts.filter { $0 != .micro }
    guard !parts.isEmpty else { return }
    let benchmark = try HostBenchmark(isQuick: plan.isQuick)
    var figures: [Figure] = []
    for part in parts {
      progress("\(part.rawValue) ...")
      switch part {
      case .taps: figures += try benchmark.taps()
      case .fan: figures += try benchmark.fanOut()
      case .start: figures += try benchmark.starts()
      case .memory: figures += try benchmark.memory()
      case .micro: break
      }
    }
    print("Medians of the rounds. The ratio is that within a round; above 1 Greenroom is worse.\n")
    for line in FigureTable.lines([Figure.heading] + figures.map(\.row)) { print(line) }
    print("")
    fflush(nil)
  }

  /// For people who wait; results alone go to standard output.
  private func progress(_ text: String) {
    guard isatty(2) == 1 else { return }
    var text = text + "\n"
    text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
  }
}
