import GreenroomFaults
import GreenroomJSONLines
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// A service that misbehaves on purpose, written on the bare wire: the kit would not let it. As a presenter it sees nothing.
///
/// Answers `echo.echo` with its `n`, `ping` at once, and does what `configuration.fault` says.
struct FaultyService: ~Copyable {
  private struct Opening: Decodable {
    var configuration: FaultyConfiguration?
    var role: PluginRole?
  }
  private struct Echo: Codable { var n: Int }

  private var peer = PeerStateMachine()
  private var configuration = FaultyConfiguration(fault: .none)
  private var answered = 0

  mutating func run() -> Never {
    signal(SIGPIPE, SIG_IGN)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(0, &buffer, buffer.count)
      if count <= 0 {
        if configuration.fault == .ignoresTermination { while true { pause() } }
        exit(0)
      }
      let bytes = buffer[..<count]
      peer.receive(bytes.span)
      while let event = peer.next(now: .zero) {
        guard case .request(let id, let method, let params) = event else { continue }
        if peer.isMethod(method, MethodName.initialize) {
          open(id, params.map { peer[$0] })
        } else if peer.isMethod(method, MethodName.ping) {
          put(result(id, RawJSON(Array("null".utf8))))
        } else {
          answer(id, params.map { peer[$0] })
        }
      }
    }
  }

  private func put(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { write(1, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
      if count <= 0 { exit(1) }
      sent += count
    }
  }

  private mutating func result(_ id: RequestID, _ value: RawJSON) -> [UInt8] {
    var line: [UInt8] = []
    peer.writeResult(id, value.bytes, into: &line)
    return line
  }

  private mutating func open(_ id: RequestID, _ params: ArraySlice<UInt8>?) {
    var isPresenter = false
    if let params, let opening = try? JSONDecoding.decode(Opening.self, from: params) {
      configuration = opening.configuration ?? configuration
      isPresenter = opening.role == .presenter
    }
    var version = ProtocolVersion.current
    switch configuration.fault {
    case .exitsAtStart: exit(3)
    case .neverReady: return
    case .garbage: return put(Array("Loading configuration...\n".utf8))
    case .wrongVersion: version = "99"
    case .ignoresTermination: signal(SIGTERM, SIG_IGN)
    default: break
    }
    let description = InitializeResult(
      plugin: PeerName(name: "faulty", version: "1"), provides: isPresenter ? nil : ["echo.*"],
      presents: isPresenter ? ["*"] : nil, capabilities: Capabilities(ping: true), protocolVersion: version)
    guard let json = try? RawJSON(encoding: description) else { exit(70) }
    put(result(id, json))
    misbehaveAfterOpening()
  }

  private func misbehaveAfterOpening() {
    switch configuration.fault {
    case .neverReads: while true { pause() }
    case .floodsOutput:
      let line = Array(#"{"jsonrpc":"2.0","method":"noise","params":{}}"#.utf8) + [0x0a]
      for _ in 0..<100_000 { put(line) }
    case .floodsErrors:
      let text = [UInt8](repeating: 0x78, count: 999) + [0x0a]
      for _ in 0..<10_000 { _ = text.withUnsafeBytes { write(2, $0.baseAddress, $0.count) } }
    default: break
    }
  }

  private mutating func answer(_ id: RequestID, _ params: ArraySlice<UInt8>?) {
    answered += 1
    let isDue = answered > (configuration.after ?? 0)
    if isDue { misbehaveInsteadOfAnswering() }
    let echo = params.flatMap { try? JSONDecoding.decode(Echo.self, from: $0) } ?? Echo(n: -1)
    guard let json = try? RawJSON(encoding: echo) else { exit(70) }
    let line = result(id, json)
    put(line)
    guard isDue else { return }
    if configuration.fault == .duplicateAnswers { put(line) }
    if configuration.fault == .wrongIDs {
      put(Array(#"{"jsonrpc":"2.0","id":123456789,"result":{"n":0}}"#.utf8) + [0x0a])
    }
  }

  private func misbehaveInsteadOfAnswering() {
    switch configuration.fault {
    case .crashes: kill(getpid(), SIGKILL)
    case .halfLineAtExit:
      put(Array(#"{"jsonrpc":"2.0","id":"#.utf8))
      exit(0)
    case .grandchild:
      var child: pid_t = 0
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
      posix_spawn(&child, "/bin/sleep", nil, nil, &arguments, nil)
      exit(0)
    case .slow:
      var delay = timespec(tv_sec: 0, tv_nsec: (configuration.delayMs ?? 50) * 1_000_000)
      nanosleep(&delay, nil)
    default: break
    }
  }
}
