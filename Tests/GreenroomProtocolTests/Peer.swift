import GreenroomJSONLines
import GreenroomProtocol

/// One end of a link in a test: feeds text and tells events as text.
final class Peer {
  var machine: PeerStateMachine
  var now = Duration.zero

  init(limits: PeerLimits = PeerLimits()) { machine = PeerStateMachine(limits: limits) }

  var counters: PeerCounters { machine.counters }
  var openRequestCount: Int { machine.openRequestCount }
  var incomingRequestCount: Int { machine.incomingRequestCount }
  func isOpen(_ number: Int) -> Bool { machine.isOpen(number) }
  func abandonRequests() -> [Int] { machine.abandonRequests() }

  func receive(_ text: String) { machine.receive(Array(text.utf8).span) }

  /// Everything that has come, one word or sentence an event.
  func events() -> [String] {
    var events: [String] = []
    while let event = machine.next(now: now) { events.append(describe(event)) }
    return events
  }

  func events(of text: String) -> [String] {
    receive(text)
    return events()
  }

  func finish() -> String? { machine.finish(now: now).map(describe) }

  private func describe(_ event: PeerEvent) -> String {
    switch event {
    case .request(let id, let method, let params):
      "request \(id) \(machine[method].text) \(params.map { machine[$0].text } ?? "-")"
    case .notification(let method, let params):
      "notification \(machine[method].text) \(params.map { machine[$0].text } ?? "-")"
    case .result(let request, let value): "result \(request) \(machine[value].text)"
    case .failure(let request, let error):
      "failure \(request) \(error.code.rawValue) \(error.message) \(error.data.map { $0[...].text } ?? "-")"
    case .staleAnswer(let id, let wasAnswered): "stale \(id) \(wasAnswered ? "second" : "unknown")"
    case .peerRefusedLine(let error): "refused \(error.code.rawValue) \(error.message)"
    case .blank, .nothing: "nothing"
    case .malformed(_, let byteCount, let answer):
      "malformed \(byteCount) "
        + (answer.map { "answer \($0.id?.description ?? "null") \($0.error.code.rawValue)" } ?? "no answer")
    }
  }
}

/// What `write` appends, as text.
func text(_ write: (inout [UInt8]) throws -> Void) rethrows -> String {
  var bytes: [UInt8] = []
  try write(&bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// A request of the peer's.
func request(_ id: Int, _ method: String = "t.echo") -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{}}"# + "\n"
}

/// A good answer.
func answer(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":null}"# + "\n" }
