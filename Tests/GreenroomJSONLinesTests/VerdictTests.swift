import GreenroomJSONLines
import Testing

struct VerdictTests {
  @Test(arguments: WireCase.plain)
  func `Ordinary messages are read`(_ wire: WireCase) { expectVerdicts(wire) }

  @Test(arguments: WireCase.framing)
  func `Only LF ends a frame`(_ wire: WireCase) { expectVerdicts(wire) }

  @Test(arguments: WireCase.utf8)
  func `Text is valid UTF-8 without a byte order mark`(_ wire: WireCase) { expectVerdicts(wire) }

  @Test(arguments: WireCase.noise)
  func `Noise costs its own line`(_ wire: WireCase) { expectVerdicts(wire) }

  @Test(arguments: WireCase.grammar)
  func `The grammar is that of RFC 8259`(_ wire: WireCase) { expectVerdicts(wire) }

  @Test(arguments: WireCase.numbers)
  func `A number is short enough and fits a Double`(_ wire: WireCase) { expectVerdicts(wire) }

  @Test(arguments: WireCase.depth)
  func `Depth is bounded`(_ wire: WireCase) { expectVerdicts(wire) }

  @Test(arguments: WireCase.size)
  func `Lines are as long as the limit, and no longer`(_ wire: WireCase) { expectVerdicts(wire) }

  @Test(arguments: WireCase.keys)
  func `Names are unique as UTF-8`(_ wire: WireCase) { expectVerdicts(wire) }

  @Test(arguments: WireCase.shape)
  func `A message has the shape of JSON-RPC`(_ wire: WireCase) { expectVerdicts(wire) }

  @Test(arguments: WireCase.responses)
  func `An answer belongs to a question`(_ wire: WireCase) {
    expectVerdicts(wire, asked: [.number(1), .string("ab")])
  }

  @Test(arguments: WireCase.display)
  func `Text that would change a terminal is a message like any other`(_ wire: WireCase) { expectVerdicts(wire) }

  /// B33: one bad byte ended the whole transport.
  @Test func `After every bad line the next message is read`() {
    for wire in WireCase.framing + WireCase.utf8 + WireCase.grammar + WireCase.noise {
      let reader = StreamReader()
      let isOpen = wire.bytes.all.last.map { $0 != 0x0a } ?? false
      reader.readAll(wire.bytes + (isOpen ? "\n" : "") + Wire.request() + "\n")
      #expect(reader.verdicts == wire.verdicts + [.accept], "\(wire)")
    }
  }

  private func expectVerdicts(_ wire: WireCase, asked: Set<RequestID> = []) {
    let reader = StreamReader(asked: asked)
    reader.readAll(wire.bytes)
    #expect(reader.verdicts == wire.verdicts, "\(reader.reasons.prefix(4))")
  }
}
