#if canImport(Glibc)
  import Glibc
#endif

/// `greenroom-benchmark micro`: what a message costs at each stage of its way, in this process.
struct MicroBenchmark {
  let isQuick: Bool
  let isTraced: Bool
  let filter: String

  func run() {
    print("CPU time and allocations for one message, in the steady state. A port may cost 200 ns and no allocation.\n")
    print("      ns  mallocs")
    let measurements = Measurements(filter: filter, isQuick: isQuick, isTraced: isTraced) { measurement in
      let time = Self.pad(String(Int(measurement.nanoseconds.rounded())), 8)
      let origin = measurement.allocations < 0.005 || measurement.origin.isEmpty ? "" : " (\(measurement.origin))"
      print("\(time)  \(Self.pad(Self.hundredths(measurement.allocations), 7))  \(measurement.name)\(origin)")
      fflush(nil)
    }
    // First, in memory without gaps, as it is when a host makes its view models.
    measurements.measureScale()
    measurements.measureLines()
    measurements.measureCoder()
    measurements.measureInputPorts()
    measurements.measureOutputPorts()
    measurements.measureSlot()
    measurements.measureService()
    measurements.measureBus()
    printRatio(measurements, "a tap among 9,984 instances to one of 64, 64 in flight", "among 9984 ", "among 64 ")
    printRatio(measurements, "a tap among 10,000 instances to one of 1, one at a time", "among 10000 ", "among 1 ")
    printRatio(measurements, "a line to each of 1,000 presenters to one to 1", "of 1000 ", "of 1 ")
  }

  private func printRatio(_ measurements: Measurements, _ name: String, _ many: String, _ one: String) {
    let scale = measurements.all.filter { $0.name.hasPrefix("scale") }
    guard let many = scale.first(where: { $0.name.contains(many) }),
      let one = scale.first(where: { $0.name.contains(one) })
    else { return }
    print("   ratio of \(name): \(Self.hundredths(many.nanoseconds / one.nanoseconds))")
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func hundredths(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
  }
}
