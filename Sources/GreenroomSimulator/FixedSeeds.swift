/// Seeds that have shown a fault which is mended since; a test runs each again.
package enum FixedSeeds {
  package static let all: [(seed: UInt64, stepCount: Int, fault: String)] = [
    (35, 7, "a request was sent again to the process that had just fallen silent, and waited for its deadline")
  ]
}
