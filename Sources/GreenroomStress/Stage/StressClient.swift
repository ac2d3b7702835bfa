import GreenroomEventLoop
import GreenroomJSONLines
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// One connection to the host under stress: non-blocking, several requests open, outputs handed on.
final class StressClient {
  let descriptor: CInt
  private var peer = PeerStateMachine(limits: PeerLimits(lineByteCount: 16 << 20, openRequests: 1 << 20))
  private var lastRequest = 0
  private var outgoing: [UInt8] = []
  private var answers: [Int: (Result<[UInt8], ErrorObject>) -> Void] = [:]
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  var onOutput: ((OutputParams) -> Void)?
  private(set) var isClosed = false

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

  func request(
    _ method: StaticString, _ params: some Encodable, _ answer: @escaping (Result<[UInt8], ErrorObject>) -> Void
  ) {
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

  /// An input without an answer.
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
      while let event = peer.next(now: .zero) {
        switch event {
        case .result(let number, let value): answers.removeValue(forKey: number)?(.success(Array(value)))
        case .failure(let number, let error): answers.removeValue(forKey: number)?(.failure(error))
        case .notification(let method, let params?) where method.matches(MethodName.output):
          if let output = try? JSONDecoding.decode(OutputParams.self, from: params) { onOutput?(output) }
        default: break
        }
      }
    }
  }
}
