import GreenroomHostCore
import GreenroomProtocol
import Testing

/// What control clients are told when the host stops.
struct DetachAtStopTests {
  private let stage = Stage()

  private func stop() {
    stage.core.stop()
    stage.exit("screen", .exited(0))
    stage.exit("one", .exited(0))
  }

  @Test func `a client that is attached is told why before its connection is closed, at the very end`() {
    stage.open("one")
    stage.open("screen")
    let client = stage.client()
    stage.request(client, 1, "attach", #"{"viewModel":"quote"}"#)
    stage.request(client, 2, "attach", #"{"viewModel":"other"}"#)
    _ = client.takeLines()
    stage.core.stop()
    #expect(client.takeLines().isEmpty && !client.isClosed)
    stop()
    #expect(
      client.takeLines()
        == ["quote", "other"].map {
          #"{"jsonrpc":"2.0","method":"detached","params":{"viewModel":"\#($0)","reason":"the host stops","dropped":0}}"#
        })
    #expect(client.isClosed)
    #expect(stage.core.controlClients.isEmpty)
    #expect(stage.core.ledgers.outputs.isBalanced)
  }

  @Test func `a client that is not attached is told nothing`() {
    let client = stage.client()
    stop()
    #expect(client.takeLines().isEmpty && client.isClosed)
  }

  @Test func `a client that does not read holds up nothing, and what it did not take is counted`() {
    stage.open("one")
    let client = stage.client()
    stage.request(client, 1, "attach", #"{"viewModel":"quote"}"#)
    client.room = 0
    stage.tap()
    stop()
    #expect(stage.exitStatus == 0 && client.isClosed)
    let outputs = stage.core.ledgers.outputs
    #expect(outputs.dropped + outputs.failed == 1 && outputs.isBalanced)
  }
}
