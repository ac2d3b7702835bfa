import GreenroomEventLoop
import GreenroomJSONLines
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// Why a command could not do its work: a sentence and the exit code.
struct CommandFailure: Error {
  let code: ExitCode
  /// One complaint each.
  let messages: [String]
  var message: String { messages.joined(separator: "; ") }
  init(_ code: ExitCode, _ messages: String...) { self.init(code, messages) }
  init(_ code: ExitCode, _ messages: [String]) {
    self.code = code
    self.messages = messages
  }
}

/// A client's side of the control socket: blocking, one request at a time, with whatever comes meanwhile handed on.
final class ControlConnection {
  /// What comes besides the answer to the request that is being waited for.
  typealias Notification = (_ method: ArraySlice<UInt8>, _ params: ArraySlice<UInt8>) -> Void

  private let descriptor: CInt
  private let path: String
  private var peer = PeerStateMachine(limits: PeerLimits(lineByteCount: LineFramer.maximumLineLimit))
  private var lastRequest = 0
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  var onNotification: Notification = { _, _ in }
  private(set) var hostName = ""

  /// Connects and opens.
  init(_ socket: ControlSocketPath) throws(CommandFailure) {
    path = socket.path
    do {
      descriptor = try UnixSocket.connect(path: socket.path).release()
    } catch {
      switch error.errno {
      case ENOENT, ECONNREFUSED:
        throw CommandFailure(
          .hostNotThere, "no host is running (looked for \(socket.path)); start one with: greenroom run CONFIG")
      case EACCES:
        throw CommandFailure(.hostNotThere, "the host at \(socket.path) belongs to another user")
      default: throw CommandFailure(.hostNotThere, error.description)
      }
    }
    LoopSignal.ignoreBrokenPipes()
    let answer = try request(
      MethodName.initialize, ControlInitializeParams(client: PeerName(name: "greenroom", version: GreenroomApp.version)))
    hostName = (try? JSONDecoding.decode(ControlInitializeResult.self, from: answer[...]))?.name ?? ""
  }

  deinit { close(descriptor) }

  private func gone() -> CommandFailure { CommandFailure(.hostNotThere, "the host at \(path) has gone") }

  /// Sends a request and waits for its answer, as long as it takes or until the deadline.
  ///
  /// - Returns: the JSON of the result.
  /// - Throws: the host's refusal as `failure`; its end as `hostNotThere`.
  func request(
    _ method: StaticString, _ params: some Encodable, timeout: Duration? = .seconds(10)
  ) throws(CommandFailure) -> [UInt8] {
    lastRequest += 1
    let number = lastRequest
    var line: [UInt8] = []
    do {
      try MessageWriter.request(number, method, params, into: &line)
    } catch {
      throw CommandFailure(.internalError, error.description)
    }
    peer.openRequest(number)
    try send(line)
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      while let event = peer.next(now: .zero) {
        switch event {
        case .result(number, let value): return Array(value)
        case .failure(number, let error): throw CommandFailure(.failure, error.message)
        default: handle(event)
        }
      }
      guard try receive(until: deadline) else {
        throw CommandFailure(.failure, "the host did not answer \(method) in time")
      }
    }
  }

  /// Handles what comes until `isDone`, the deadline, or something to read on another descriptor.
  ///
  /// - Returns: false if the deadline has passed.
  func wait(until deadline: ContinuousClock.Instant?, isDone: () -> Bool) throws(CommandFailure) -> Bool {
    while true {
      while !isDone(), let event = peer.next(now: .zero) { handle(event) }
      if isDone() { return true }
      guard try receive(until: deadline) else { return false }
    }
  }

  /// Waits for the host or for another descriptor.
  ///
  /// - Returns: whether the other one has something; the host's messages have been handled.
  func wait(alsoFor other: CInt) throws(CommandFailure) -> Bool {
    while let event = peer.next(now: .zero) { handle(event) }
    var polls = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&polls, other < 0 ? 1 : 2, -1) >= 0 || errno == EINTR else { throw gone() }
    if polls[0].revents != 0 {
      _ = try receive(until: nil)
      while let event = peer.next(now: .zero) { handle(event) }
    }
    return polls[1].revents != 0
  }

  private func handle(_ event: PeerEvent) {
    if case .notification(let method, let params?) = event { onNotification(method, params) }
  }

  private func send(_ bytes: [UInt8]) throws(CommandFailure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw gone() }
      sent += count
    }
  }

  /// - Returns: false if the deadline has passed before anything came.
  private func receive(until deadline: ContinuousClock.Instant?) throws(CommandFailure) -> Bool {
    if let deadline {
      let left = deadline - ContinuousClock.now
      guard left > .zero else { return false }
      var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let (seconds, attoseconds) = left.components
      let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
      let ready = poll(&one, 1, CInt(clamping: milliseconds))
      if ready == 0 { return false }
    }
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { return true }
    guard count > 0 else { throw gone() }
    let bytes = buffer[..<count]
    peer.receive(bytes.span)
    return true
  }
}
