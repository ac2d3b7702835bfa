import GreenroomEventLoop
import GreenroomJSONLines
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// One connection to the host under stress: non-blocking, several requests open, notifications handed on.
final class StressClient {
  typealias Answer = Result<[UInt8], ErrorObject>

  let descriptor: CInt
  private(set) var isClosed = false
  var onOutput: ((OutputParams) -> Void)?
  var onAttached: ((AttachedParams) -> Void)?

  private var peer = PeerStateMachine(limits: PeerLimits(lineByteCount: 16 << 20, openRequests: 1 << 20))
  private var lastRequest = 0
  private var outgoing: [UInt8] = []
  private var answers: [Int: (Answer) -> Void] = [:]
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  struct Nothing: Encodable {}

  init(_ socket: String) throws(StressFailure) {
    do {
      descriptor = try UnixSocket.connect(path: socket).release()
    } catch {
      throw StressFailure(error.description)
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    request(
      MethodName.initialize, ControlInitializeParams(client: PeerName(name: "greenroom-stress", version: "1"))
    ) { _ in }
  }

  deinit { close(descriptor) }

  // MARK: Out

  func request(_ method: StaticString, _ params: some Encodable, _ answer: @escaping (Answer) -> Void) {
    lastRequest += 1
    answers[lastRequest] = answer
    peer.openRequest(lastRequest)
    do {
      try MessageWriter.request(lastRequest, method, params, into: &outgoing)
    } catch {
      preconditionFailure("BUG: \(method) does not encode")
    }
    flush()
  }

  func attach(_ viewModel: String) {
    request(MethodName.attach, ViewModelParams(viewModel: viewModel)) { _ in }
  }

  /// An input without an answer; sent by the next `flush`.
  func input(_ viewModel: String, _ n: Int) {
    MessageWriter.beginNotification(MethodName.input, into: &outgoing)
    outgoing.append(static: #"{"viewModel":"#)
    outgoing.appendJSONString(viewModel)
    outgoing.append(static: #","input":"send","value":{"n":"#)
    outgoing.appendJSON(n)
    outgoing.append(static: "}}")
    MessageWriter.endMessage(into: &outgoing)
  }

  func flush() {
    while !outgoing.isEmpty {
      let count = outgoing.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      outgoing.removeFirst(count)
    }
  }

  // MARK: In

  /// Handles what has come.
  func receive() {
    while !isClosed {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 { return }
      if count == 0 {
        isClosed = true
        return
      }
      let bytes = buffer[..<count]
      peer.receive(bytes.span)
      while let event = peer.next(now: .zero) { handle(event) }
    }
  }

  private func handle(_ event: PeerEvent) {
    switch event {
    case .result(let number, let value): answers.removeValue(forKey: number)?(.success(Array(peer[value])))
    case .failure(let number, let error): answers.removeValue(forKey: number)?(.failure(error))
    case .notification(let method, let params?) where peer.isMethod(method, MethodName.output):
      if let onOutput, let output = Self.decode(OutputParams.self, peer[params]) { onOutput(output) }
    case .notification(let method, let params?) where peer.isMethod(method, MethodName.attached):
      if let onAttached, let attached = Self.decode(AttachedParams.self, peer[params]) { onAttached(attached) }
    default: break
    }
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ params: ArraySlice<UInt8>) -> Value? {
    try? JSONDecoding.decode(type, from: params)
  }
}
