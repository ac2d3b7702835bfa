import Glibc
import GreenroomTerminalText
import Testing

struct TerminalStyleTests {
  @Test(arguments: TerminalStyle.Role.allCases)
  func `Without colour every role leaves the text alone`(_ role: TerminalStyle.Role) {
    #expect(TerminalStyle.plain.apply(role, to: "x") == "x")
  }

  @Test func `With colour the look ends with the text, and nothing gets no look`() {
    let style = TerminalStyle(isColoured: true)
    #expect(style.apply(.bad, to: "x") == "\u{1B}[31mx\u{1B}[0m")
    #expect(style.apply(.bad, to: "") == "")
  }

  @Test func `A terminal gets colour unless the environment refuses`() throws {
    let terminal = try PseudoTerminal(columns: 93)
    func isColoured(_ environment: [String: String]) -> Bool {
      TerminalStyle(descriptor: terminal.end, environment: environment).isColoured
    }
    #expect(isColoured(["TERM": "xterm"]))
    #expect(isColoured(["TERM": "xterm", "NO_COLOR": ""]))
    #expect(!isColoured(["TERM": "xterm", "NO_COLOR": "1"]))
    #expect(!isColoured(["TERM": "dumb"]))
    #expect(!isColoured([:]))
    #expect(TerminalStyle.isTerminal(terminal.end))
    #expect(TerminalStyle.terminalWidth(terminal.end) == 93)
  }

  @Test func `A terminal that does not know its size has no width`() throws {
    let terminal = try PseudoTerminal(columns: 0)
    #expect(TerminalStyle.terminalWidth(terminal.end) == nil)
  }

  @Test func `What is no terminal gets no colour and has no width`() throws {
    let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    for descriptor in [descriptor, -1] {
      #expect(!TerminalStyle(descriptor: descriptor, environment: ["TERM": "xterm"]).isColoured)
      #expect(!TerminalStyle.isTerminal(descriptor))
      #expect(TerminalStyle.terminalWidth(descriptor) == nil)
    }
  }
}

/// Both ends of a pseudo-terminal, closed with the value.
private final class PseudoTerminal {
  struct Failure: Error { let errorNumber: Int32 }

  let end: Int32
  private let controller: Int32

  init(columns: UInt16) throws {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var controller: Int32 = -1
    var end: Int32 = -1
    guard openpty(&controller, &end, nil, nil, &size) == 0 else { throw Failure(errorNumber: errno) }
    self.controller = controller
    self.end = end
  }

  deinit {
    close(end)
    close(controller)
  }
}
