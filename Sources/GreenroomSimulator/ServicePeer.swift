import GreenroomHostCore
import GreenroomJSONLines
import GreenroomProtocol

/// A simulated service: answers whatever it is asked with the fault of its process.
final class ServicePeer: SimulatedPeer {
  private unowned let process: SimulatedProcess
  private unowned let world: World
  private var wire = PeerStateMachine()
  private var isStalled = false
  private var messageCount = 0
  private let crashAfter: Int

  init(_ process: SimulatedProcess, world: World) {
    self.process = process
    self.world = world
    crashAfter = 2 + world.dice.below(40)
  }

  func readable() {
    guard !isStalled, !process.hasExited else { return }
    if process.fault == .readsSlowly, world.dice.once(in: 4) {
      isStalled = true
      world.time.schedule(after: world.dice.microseconds(1_000..<400_000)) { [weak self] in
        self?.isStalled = false
        self?.readable()
      }
      return
    }
    let bytes = process.stream.read()
    if process.stream.isPeerInputClosed { return }
    if !bytes.isEmpty {
      wire.receive(bytes.span)
      while !process.hasExited, let event = wire.next(now: world.time.now) { handle(event) }
    } else if process.stream.hasInputEnded {
      if process.fault == .ignoresEndOfInput || process.fault == .ignoresTermination { return }
      world.time.schedule(after: world.dice.microseconds(1..<2_000)) { [weak process] in process?.exit(.exited(0)) }
    }
  }

  /// Whether it declares that its quotes may be asked for again.
  private var isIdempotent: Bool { process.name.hasSuffix("two") }

  private func send(_ write: (inout [UInt8]) -> Void) {
    var line: [UInt8] = []
    write(&line)
    process.stream.send(line)
  }

  private func handle(_ event: PeerEvent) {
    guard case .request(let id, let name, _) = event else { return }
    let method = wire[name]
    if method.matches(MethodName.initialize) { return open(id) }
    if method.matches(MethodName.ping) {
      return send { wire.writeResult(id, "{}".utf8, into: &$0) }
    }
    if method.text.hasPrefix("state/") {
      return send { wire.writeResult(id, #"{"count":1}"#.utf8, into: &$0) }
    }
    messageCount += 1
    world.read("\(process.service) \(method.text) \(id)", isRepeatable: isIdempotent)
    answer(id, method.text)
    switch process.fault {
    case .crashes where messageCount >= crashAfter: process.exit(.signalled(11))
    case .closesOutput where messageCount >= crashAfter: process.stream.closePeerOutput()
    case .closesInput where messageCount >= crashAfter: process.stream.closePeerInput()
    case .endsInHalfALine where messageCount >= crashAfter:
      process.stream.send(Array(#"{"jsonrpc":"2.0","id":"#.utf8))
      process.exit(.exited(0))
    case .noisy where world.dice.once(in: 3): process.stream.send(Array("not a message \u{1b}[31m\n".utf8))
    case .inventsAnswers where world.dice.once(in: 4):
      process.stream.send(Array(#"{"jsonrpc":"2.0","id":987654321,"result":null}"#.utf8) + [0x0a])
    default: break
    }
  }

  private func open(_ id: RequestID) {
    let delay = world.dice.microseconds(100..<20_000)
    world.time.schedule(after: delay) { [weak self] in
      guard let self, !self.process.hasExited else { return }
      switch self.process.fault {
      case .neverReady, .exitsAtStart: return
      case .garbage: self.process.stream.send(Array("Traceback (most recent call last):\n".utf8))
      default:
        let version = self.process.fault == .wrongVersion ? "99" : ProtocolVersion.current
        let result = InitializeResult(
          plugin: PeerName(name: self.process.name, version: "1"), provides: ["*"],
          capabilities: Capabilities(
            ping: true, state: self.process.name.hasSuffix("stateful"),
            idempotent: self.isIdempotent ? ["quotes.random"] : []),
          protocolVersion: version)
        guard let json = try? RawJSON(encoding: result) else { return }
        self.send { self.wire.writeResult(id, json.bytes, into: &$0) }
      }
    }
  }

  private func answer(_ id: RequestID, _ method: String) {
    if process.fault == .answersNever, world.dice.once(in: 3) { return }
    let isFailure = world.dice.once(in: 6)
    let delay = world.dice.microseconds(10..<60_000)
    let times = process.fault == .answersTwice && world.dice.once(in: 3) ? 2 : 1
    world.time.schedule(after: delay) { [weak self] in
      guard let self, !self.process.hasExited else { return }
      for _ in 0..<times {
        self.send {
          if isFailure {
            self.wire.writeError(id, ErrorObject(ErrorCode(rawValue: 101), "HTTP 500"), into: &$0)
          } else {
            self.wire.writeResult(id, Self.result(of: method), into: &$0)
          }
        }
      }
    }
  }

  private static func result(of method: String) -> [UInt8] {
    switch method {
    case "quotes.random": Array(#"{"content":"To be, or not to be","author":"William Shakespeare"}"#.utf8)
    case "images.random": Array(#"[{"id":"a","urls":{"regular":"https://example.org/a"}}]"#.utf8)
    default: Array("null".utf8)
    }
  }
}
