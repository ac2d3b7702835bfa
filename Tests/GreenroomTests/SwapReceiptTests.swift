import Greenroom
import GreenroomProtocol
import Testing

struct SwapReceiptTests {
  private func receipt(
    drained: Int = 12, drainMicroseconds: Int = 8_000, undrained: Int = 0, pauseMicroseconds: Int? = nil
  ) -> SwapReceipt {
    SwapReceipt(
      service: "quotes", fromGeneration: 3, fromPlugin: "a", toGeneration: 4, toPlugin: "b", requestsIn: 10_231,
      requestsOut: 10_230, lost: 0, duplicated: 1, drained: drained, drainMicroseconds: drainMicroseconds,
      undrained: undrained, pauseMicroseconds: pauseMicroseconds)
  }

  private static let start = "quotes: generation 3 (a) -> 4 (b): in 10231, out 10230, lost 0, duplicated 1, "

  @Test func `A receipt is one sentence`() {
    #expect(receipt().sentence == Self.start + "drained 12 in 8.0 ms")
  }

  @Test(arguments: [
    (0, "0.0"), (49, "0.0"), (50, "0.1"), (999, "1.0"), (1_049, "1.0"), (1_050, "1.1"), (12_345_678, "12345.7"),
  ])
  func `Times have one decimal`(_ microseconds: Int, _ expected: String) {
    #expect(receipt(drainMicroseconds: microseconds).sentence == Self.start + "drained 12 in \(expected) ms")
  }

  @Test func `What was left unanswered and what was held are told if there is any`() {
    #expect(
      receipt(drained: 0, drainMicroseconds: 0, undrained: 3).sentence
        == Self.start + "drained 0 in 0.0 ms, 3 not answered before the drain deadline")
    #expect(receipt(pauseMicroseconds: 0).sentence == Self.start + "drained 12 in 8.0 ms, held for 0.0 ms")
    #expect(
      receipt(undrained: 1, pauseMicroseconds: 1_500).sentence
        == Self.start + "drained 12 in 8.0 ms, 1 not answered before the drain deadline, held for 1.5 ms")
  }
}
