import GreenroomEventLoop
import GreenroomJSONLines
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// A client's side of the control socket: blocking, one request at a time, with whatever comes meanwhile handed on.
package final class ControlConnection {
  /// What comes besides the answer to the request that is being waited for.
  package typealias Notification = (_ method: ArraySlice<UInt8>, _ params: ArraySlice<UInt8>) -> Void

  /// Why a wait has ended.
  package enum Wakeup {
    /// Messages of the host have come and were handled.
    case host
    /// The other descriptor has something, or has ended.
    case input
    /// Nobody reads standard output any more.
    case outputGone
    case deadline
  }

  /// A host that lives answers at once; whoever waits longer waits for a hung one.
  package static let answerTimeout: Duration = .seconds(5)

  private let descriptor: CInt
  private let path: String
  private var peer = PeerStateMachine(limits: PeerLimits(lineByteCount: LineFramer.maximumLineLimit))
  private var lastRequest = 0
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  package var onNotification: Notification = { _, _ in }

  /// Connects and opens.
  ///
  /// - Parameters:
  ///   - socket: where the host listens.
  ///   - hostName: for messages; nil if the caller gave the path of the socket.
  /// - Throws: `hostNotThere` with the path, if there is no socket, nobody listens on it, or nobody answers.
  convenience init(_ socket: ControlSocketPath, hostName: String?) throws(CommandFailure) {
    let connected: CInt
    do {
      connected = try UnixSocket.connect(path: socket.path).release()
    } catch {
      throw CommandFailure(.hostNotThere, Self.sentence(error, socket, hostName))
    }
    try self.init(descriptor: connected, path: socket.path)
  }

  /// Opens on a socket that is connected, and owns it from now on.
  ///
  /// - Parameters:
  ///   - descriptor: blocking.
  ///   - path: for messages.
  ///   - timeout: until the host has answered.
  /// - Throws: `hostNotThere` if the host goes or is silent, `internalError` if it is no such host, or its own refusal.
  package init(descriptor: CInt, path: String, timeout: Duration = answerTimeout) throws(CommandFailure) {
    self.descriptor = descriptor
    self.path = path
    LoopSignal.ignoreBrokenPipes()
    let client = PeerName(name: "greenroom", version: GreenroomApp.version)
    let opening = try request(
      MethodName.initialize, ControlInitializeParams(client: client), timeout: timeout, late: .hostNotThere)
    do {
      _ = try JSONDecoding.decode(ControlInitializeResult.self, from: opening[...])
    } catch {
      throw CommandFailure(.internalError, "what \(path) answers to initialize is not understood: \(error)")
    }
  }

  deinit { close(descriptor) }

  private static func sentence(_ error: LoopError, _ socket: ControlSocketPath, _ hostName: String?) -> String {
    switch error.errno {
    case ENOENT, ECONNREFUSED:
      let named = hostName.map { " named \"\($0)\"" } ?? ""
      let others = socket.runningHosts
      let way =
        others.isEmpty || hostName == nil
        ? "start one with: greenroom run CONFIG"
        : "there are: " + others.map { "\($0) (--host \($0))" }.joined(separator: ", ")
      return "no host\(named) is running (looked for \(socket.path)); \(way)"
    case EAGAIN: return "the host at \(socket.path) takes no more connections: it hangs, or too many wait"
    case EACCES: return "the host at \(socket.path) belongs to another user"
    default: return error.description
    }
  }

  private func gone() -> CommandFailure { CommandFailure(.hostNotThere, "the host at \(path) has gone") }

  // MARK: Requests

  /// Sends a request and waits for its answer, until the timeout or, without one, as long as it takes.
  ///
  /// - Returns: the JSON of the result.
  /// - Throws: the host's refusal as `failure`, its end as `hostNotThere`, no answer in time as `late`.
  package func request(
    _ method: StaticString, _ params: some Encodable, timeout: Duration? = answerTimeout, late: ExitCode = .failure
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
        case .result(number, let value): return Array(peer[value])
        case .failure(number, let error): throw CommandFailure(refusal: error)
        default: try handle(event)
        }
      }
      if case .deadline = try receive(until: deadline) {
        throw CommandFailure(late, "the host at \(path) has not answered \(method) within \(timeout ?? .zero)")
      }
    }
  }

  /// The answer to a request as a value.
  package func answer<Value: Decodable>(
    _ type: Value.Type, _ method: StaticString, _ params: some Encodable, timeout: Duration? = answerTimeout
  ) throws(CommandFailure) -> Value {
    let json = try request(method, params, timeout: timeout)
    do {
      return try JSONDecoding.decode(type, from: json[...])
    } catch {
      throw CommandFailure(.internalError, "the host's answer to \(method) is not understood: \(error)")
    }
  }

  // MARK: Waiting

  /// Handles what comes until `isDone` or the deadline.
  ///
  /// - Returns: whether it is done.
  package func wait(until deadline: ContinuousClock.Instant?, isDone: () -> Bool) throws(CommandFailure) -> Bool {
    while true {
      while !isDone(), let event = peer.next(now: .zero) { try handle(event) }
      if isDone() { return true }
      if case .deadline = try receive(until: deadline) { return false }
    }
  }

  /// Handles what comes, and returns after each piece, or because of what else there is to do.
  ///
  /// - Parameter input: another descriptor to wait for; -1 for none.
  /// - Returns: what there is to do.
  /// - Throws: `hostNotThere` when the host has gone.
  package func wait(alsoFor input: CInt) throws(CommandFailure) -> Wakeup {
    while let event = peer.next(now: .zero) { try handle(event) }
    let wakeup = try receive(until: nil, input: input, watchesOutput: true)
    while let event = peer.next(now: .zero) { try handle(event) }
    return wakeup
  }

  private func handle(_ event: PeerEvent) throws(CommandFailure) {
    switch event {
    case .notification(let method, let params?): onNotification(peer[method], peer[params])
    case .malformed(let reason, _, _):
      throw CommandFailure(.internalError, "what \(path) sends is not understood: \(reason)")
    // The one such line that a user can be the cause of: a value is too long.
    case .peerRefusedLine(let error) where error.code == .invalidRequest:
      throw CommandFailure(.failure, "the host at \(path) refuses it: \(error.message)")
    case .peerRefusedLine(let error):
      throw CommandFailure(.internalError, "the host at \(path) did not understand: \(error.message)")
    // Version 1 asks a client nothing; an answer that came too late is nobody's.
    case .notification, .request, .result, .failure, .staleAnswer, .blank, .nothing: break
    }
  }

  // MARK: Bytes

  private func send(_ bytes: [UInt8]) throws(CommandFailure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw gone() }
      sent += count
    }
  }

  /// Waits, and reads what the host has sent.
  private func receive(
    until deadline: ContinuousClock.Instant?, input: CInt = -1, watchesOutput: Bool = false
  ) throws(CommandFailure) -> Wakeup {
    // Without wanted events poll(2) tells only that the other end has gone; it passes over descriptors below 0.
    var polls = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watchesOutput ? 1 : -1, events: 0, revents: 0),
    ]
    while true {
      let count = poll(&polls, 3, deadline.map(Self.milliseconds) ?? -1)
      if count > 0 { break }
      guard count == 0 || errno == EINTR else { throw gone() }
      if let deadline, ContinuousClock.now >= deadline { return .deadline }
    }
    if polls[2].revents != 0 { return .outputGone }
    guard polls[0].revents != 0 else { return .input }
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { return .host }
    guard count > 0 else { throw gone() }
    let bytes = buffer[..<count]
    peer.receive(bytes.span)
    return .host
  }

  /// What poll(2) waits at most, rounded up.
  private static func milliseconds(until deadline: ContinuousClock.Instant) -> CInt {
    let (seconds, attoseconds) = max(.zero, deadline - ContinuousClock.now).components
    return CInt(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
