import Synchronization

/// What a server says to one request after the other; beyond the last it closes the connection.
final class Answers: Sendable {
  private let rest: Mutex<[HTTPTestServer.Behaviour]>

  init(_ answers: HTTPTestServer.Behaviour...) { rest = Mutex(answers) }

  func next() -> HTTPTestServer.Behaviour { rest.withLock { $0.isEmpty ? .closeAtOnce : $0.removeFirst() } }
}
