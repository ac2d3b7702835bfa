#if canImport(Glibc)
  import Glibc
#endif

/// `greenroom-benchmark`: runs the parts of its plan, one after the other.
struct BenchmarkCommand {
  private let arguments: [String]
  init(_ arguments: [String]) { self.arguments = arguments }

  /// - Returns: the exit status: 0, or 64 for bad arguments.
  func run() -> Int32 {
    do throws(BenchmarkFailure) {
      let plan = try BenchmarkPlan(arguments)
      #if DEBUG
        print("This is a debug build: its figures mean nothing. Use -c release.\n")
      #endif
      MicroBenchmark(isQuick: plan.isQuick, isTraced: plan.isTraced, filter: plan.only).run()
      return 0
    } catch {
      var text = "greenroom-benchmark: \(error.message)\n"
      text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
      return 64
    }
  }
}
