import GreenroomFaults
import GreenroomStress
import Testing

struct BrokenSwapTests {
  private static let messages: [(PluginFault, String)] = [
    (
      .exitsAtStart,
      "first: generation 1 (good-a) serves on; … did not start: it exited with status 3 before it answered"
    ),
    (.neverReady, "first: generation 1 (good-a) serves on; … it did not answer initialize within 0.2 seconds"),
    (
      .wrongVersion, #"first: generation 1 (good-a) serves on; … it speaks protocol version "99", this host speaks "1""#
    ),
    (.garbage, "first: generation 1 (good-a) serves on; … it sent a line that is no message: …"),
  ]

  @Test func `a message names the cause of its own fault only`() {
    for (index, (fault, _)) in Self.messages.enumerated() {
      for (other, (_, message)) in Self.messages.enumerated() {
        #expect(BrokenSwapCause.isNamed(fault, in: message) == (index == other), "\(fault): \(message)")
      }
    }
  }

  @Test func `a message that does not say who serves is not enough`() {
    #expect(!BrokenSwapCause.isNamed(.exitsAtStart, in: "it exited with status 3"))
  }
}
