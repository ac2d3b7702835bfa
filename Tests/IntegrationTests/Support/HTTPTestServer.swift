import Foundation
import Glibc
import GreenroomPluginKit

/// A real HTTP/1.1 server on 127.0.0.1 for tests: it answers as it is told to, and badly when told to.
///
/// One thread of its own polls all its sockets; `stop` ends and joins it. Requests are recorded before they are answered.
/// Connections stay open between requests unless the client asks otherwise (RFC 9112, section 9); bodies need a
/// `Content-Length`, a chunked one is answered 501, what is no HTTP 400.
final class HTTPTestServer: Sendable {
  /// What a client asked for.
  struct Request: Sendable, Equatable {
    var method: String
    /// Without the query, percent escapes decoded.
    var path: String
    /// Decoded; of a name that comes twice, the last.
    var query: [String: String]
    /// Names in lower case; of a name that comes twice, the last.
    var headers: [String: String]
    var body: [UInt8]
  }

  /// What the server does about a request.
  enum Behaviour: Sendable {
    /// A whole and proper answer. `Content-Length` is added.
    case reply(status: Int, headers: [String: String] = [:], body: [UInt8] = [])
    /// Says nothing and holds the connection until the client or the server is gone.
    case neverAnswer
    /// Announces all of the body, sends only so many bytes of it and closes.
    case cutOff(afterBytes: Int, status: Int = 200, headers: [String: String] = [:], body: [UInt8])
    /// Sends these bytes as they are and closes.
    case garbage([UInt8])
    /// Closes without a byte.
    case closeAtOnce

    /// 200 with a JSON text.
    static func json(_ text: String, status: Int = 200) -> Behaviour {
      .reply(status: status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
    }
  }

  /// Decides about a request. Runs on the server's thread.
  typealias Route = @Sendable (Request) -> Behaviour

  /// The number that the system chose.
  let port: UInt16

  private let loop: HTTPTestServerLoop
  private let thread: Guarded<pthread_t?>

  /// Starts to listen and to answer.
  ///
  /// - Parameter routes: by path; any other path is answered 404.
  /// - Throws: `HTTPTestServerError` if the system gives no socket or thread.
  init(routes: [String: Route]) throws {
    loop = try HTTPTestServerLoop(routes: routes)
    port = loop.port
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(loop)
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<HTTPTestServerLoop>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      throw HTTPTestServerError(operation: "pthread_create", errorNumber: code)
    }
    self.thread = Guarded(thread)
  }

  deinit { stop() }

  /// `http://127.0.0.1:PORT`, without a slash at its end.
  var baseURL: String { "http://127.0.0.1:\(port)" }

  /// All requests so far, in the order in which they were read.
  var requests: [Request] { loop.record.requests }

  /// Connections that were accepted, and those of them that have ended.
  var connections: (accepted: Int, ended: Int) { loop.record.connections }

  /// Waits until so many requests have been read, or the server is stopped, and returns those that there are.
  func requests(atLeast count: Int) async -> [Request] {
    await loop.record.wait { $0.requests.count >= count }
    return requests
  }

  /// Waits until so many connections have ended, by whichever side, or the server is stopped.
  func connectionsEnded(atLeast count: Int) async { await loop.record.wait { $0.ended >= count } }

  /// Closes every socket and joins the thread. Safe to call again; not from a route.
  func stop() {
    guard let thread = thread.withLock({ $0.take() }) else { return }
    loop.wake()
    pthread_join(thread, nil)
  }
}

/// The operation that failed while the server was started.
struct HTTPTestServerError: Error, CustomStringConvertible {
  var operation: String
  var errorNumber: Int32

  var description: String {
    "The test server could not start: \(operation): \(String(cString: strerror(errorNumber)))."
  }
}

/// What the tests see of the server's work.
final class HTTPTestServerRecord: Sendable {
  struct State: Sendable {
    var requests: [HTTPTestServer.Request] = []
    var accepted = 0
    var ended = 0
    var isStopped = false
    fileprivate var waiting: [(isDone: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Guarded(State())

  var requests: [HTTPTestServer.Request] { state.withLock { $0.requests } }
  var connections: (accepted: Int, ended: Int) { state.withLock { ($0.accepted, $0.ended) } }

  /// Changes the state and resumes whoever waited for that.
  func update(_ change: (inout State) -> Void) {
    let ready = state.withLock { state in
      change(&state)
      let now = state
      let ready = now.waiting.filter { now.isStopped || $0.isDone(now) }
      state.waiting.removeAll { now.isStopped || $0.isDone(now) }
      return ready.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  func wait(until isDone: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      update { $0.waiting.append((isDone, continuation)) }
    }
  }
}
