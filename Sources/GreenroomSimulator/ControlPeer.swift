import GreenroomHostCore
import GreenroomJSONLines
import GreenroomProtocol

/// A simulated control client: attaches, sends inputs, swaps, restarts, and counts its answers.
final class ControlPeer {
  let stream: SimulatedStream
  private let world: World
  private let name: String
  private var wire = PeerStateMachine()
  private var seen = SequenceCheck()
  private var lastRequest = 0
  private var asked: [Int: String] = [:]
  private var isStalled = false
  private(set) var receipts: [SwapReceipt] = []

  init(name: String, world: World) {
    self.name = name
    self.world = world
    stream = SimulatedStream(world)
    stream.onPeerReadable = { [weak self] in self?.readable() }
  }

  /// Requests that have no answer yet.
  var openRequestCount: Int { wire.openRequestCount }
  /// The host has closed the connection.
  var isClosed: Bool { stream.hasInputEnded }

  func open() {
    request(MethodName.initialize, ControlInitializeParams(client: PeerName(name: name, version: "1")))
  }

  func request(_ method: StaticString, _ params: some Encodable) {
    lastRequest += 1
    asked[lastRequest] = "\(method)"
    wire.openRequest(lastRequest)
    var line: [UInt8] = []
    do {
      try MessageWriter.request(lastRequest, method, params, into: &line)
    } catch {
      world.violate("\(name): \(method) does not encode")
    }
    stream.send(line)
  }

  /// Raw bytes, as a hostile client would send them.
  func sendNoise(_ text: String) { stream.send(Array(text.utf8)) }

  func stall(for duration: Duration) {
    isStalled = true
    world.time.schedule(after: duration) { [weak self] in
      self?.isStalled = false
      self?.readable()
    }
  }

  func close() {
    world.note("close \(name)")
    stream.closePeerInput()
    stream.closePeerOutput()
  }

  private func readable() {
    guard !isStalled else { return }
    let bytes = stream.read()
    guard !bytes.isEmpty else { return }
    wire.receive(bytes.span)
    while let event = wire.next(now: world.time.now) { handle(event) }
  }

  private func handle(_ event: PeerEvent) {
    switch event {
    case .notification(let method, let params):
      if let params { seen.check(wire[method], wire[params], by: name, world) }
    case .result(let number, let value):
      world.note("\(name) \(asked[number] ?? "?") answered")
      if asked[number] == "swap" {
        guard let receipt = try? JSONDecoding.decode(SwapReceipt.self, from: wire[value]) else {
          return world.violate("\(name): a receipt does not decode")
        }
        world.note("receipt \(receipt)")
        if receipt.lost != 0 { world.violate("a receipt with lost \(receipt.lost)") }
        receipts.append(receipt)
      }
    case .failure(let number, let error):
      world.note("\(name) \(asked[number] ?? "?") refused: \(error.message)")
    case .staleAnswer(let id, let wasAnswered):
      if wasAnswered { world.violate("\(name): a second answer to \(id)") }
    case .malformed(let reason, _, _): world.violate("\(name) got a line that is no message: \(reason)")
    case .request, .peerRefusedLine, .blank, .nothing: break
    }
  }
}
