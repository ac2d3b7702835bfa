import Glibc
import Testing

struct HTTPTestServerTests {
  private typealias Behaviour = HTTPTestServer.Behaviour

  @Test func `A reply arrives as it was given, and the request is recorded`() throws {
    let server = try HTTPTestServer(routes: [
      "/photos/random": { .json(#"{"count":"\#($0.query["count"] ?? "")"}"#, status: 201) }
    ])
    let answer = try exchange(
      server,
      """
      GET /photos/random?count=3&q=a%20b%26c HTTP/1.1\r
      Host: localhost\r
      Authorization: Client-ID KEY\r
      Connection: close\r
      \r

      """)
    #expect(
      answer == """
        HTTP/1.1 201 \r
        Content-Type: application/json\r
        Content-Length: 13\r
        \r
        {"count":"3"}
        """)
    let seen = try #require(server.requests.first)
    #expect(seen.method == "GET")
    #expect(seen.path == "/photos/random")
    #expect(seen.query == ["count": "3", "q": "a b&c"])
    #expect(seen.headers["authorization"] == "Client-ID KEY")
    #expect(server.requests.count == 1)
  }

  @Test func `A posted body is recorded, and a large reply arrives whole`() throws {
    let large = [UInt8](repeating: 0x61, count: 5_000_000)
    let server = try HTTPTestServer(routes: ["/": { _ in .reply(status: 200, body: large) }])
    let answer = try exchange(
      server, "POST / HTTP/1.1\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
    #expect(answer.utf8.count == "HTTP/1.1 200 \r\nContent-Length: 5000000\r\n\r\n".utf8.count + large.count)
    #expect(server.requests.map(\.body) == [Array("hello".utf8)])
  }

  @Test func `Requests on one connection are answered in their order`() throws {
    let server = try HTTPTestServer(routes: ["/a": { _ in .json("1") }, "/b": { _ in .json("2") }])
    let answer = try exchange(
      server, "GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\nGET /c HTTP/1.1\r\nConnection: close\r\n\r\n")
    let first = "HTTP/1.1 200 \r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n1"
    let second = "HTTP/1.1 200 \r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n2"
    #expect(answer == first + second + "HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n")
    #expect(server.requests.map(\.path) == ["/a", "/b", "/c"])
    #expect(server.connections.accepted == 1)
  }

  @Test(arguments: [
    ("nonsense\r\n\r\n", "HTTP/1.1 400 "), ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 501 "),
  ])
  func `What it does not understand it refuses, unrecorded`(_ request: String, _ status: String) throws {
    let server = try HTTPTestServer(routes: [:])
    #expect(try exchange(server, request).hasPrefix(status))
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    (Behaviour.cutOff(afterBytes: 3, body: Array("0123456789".utf8)), "HTTP/1.1 200 \r\nContent-Length: 10\r\n\r\n012"),
    (.garbage(Array("\u{0}\u{1}no HTTP\n".utf8)), "\u{0}\u{1}no HTTP\n"), (.closeAtOnce, ""),
  ])
  private func `A bad answer is as bad as told, and the server goes on`(
    _ behaviour: Behaviour, _ expected: String
  ) throws {
    let server = try HTTPTestServer(routes: ["/bad": { _ in behaviour }, "/good": { _ in .json("1") }])
    #expect(try exchange(server, "GET /bad HTTP/1.1\r\n\r\n") == expected)
    #expect(try exchange(server, "GET /good HTTP/1.0\r\n\r\n").hasSuffix("\r\n\r\n1"))
  }

  @Test func `A request that is never answered is held until the client hangs up`() async throws {
    let server = try HTTPTestServer(routes: ["/": { _ in .neverAnswer }])
    let client = try RawClient(port: server.port)
    try client.send("GET / HTTP/1.1\r\n\r\n")
    #expect(await server.requests(atLeast: 1).count == 1)
    #expect(server.connections.ended == 0)
    client.hangUp()
    await server.connectionsEnded(atLeast: 1)
  }

  @Test func `Stopping ends what is open, wakes who waits, and may be done twice`() async throws {
    let server = try HTTPTestServer(routes: ["/": { _ in .neverAnswer }])
    let client = try RawClient(port: server.port)
    try client.send("GET / HTTP/1.1\r\n\r\n")
    _ = await server.requests(atLeast: 1)
    async let waiting = server.requests(atLeast: 1000)
    server.stop()
    #expect(await waiting.count == 1)
    #expect(try client.readToEnd().isEmpty)
    #expect(server.connections == (1, 1))
    server.stop()
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
  }

  /// What the server says to this until it closes.
  private func exchange(_ server: HTTPTestServer, _ request: String) throws -> String {
    let client = try RawClient(port: server.port)
    try client.send(request)
    return String(decoding: try client.readToEnd(), as: UTF8.self)
  }
}

/// A blocking connection to 127.0.0.1 that fails rather than wait longer than its deadline.
private final class RawClient {
  struct Failure: Error {
    var operation: String
    var errorNumber = errno
  }

  /// Only a broken server comes near it.
  private static let deadline = timeval(tv_sec: 20, tv_usec: 0)

  private var socket: Int32

  init(port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var deadline = Self.deadline
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &deadline, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Failure(operation: "connect") }
  }

  deinit { hangUp() }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Failure(operation: "send")
    }
  }

  func readToEnd() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count == 0 { return bytes }
      guard count > 0 else { throw Failure(operation: "recv") }
      bytes += buffer[..<count]
    }
  }

  func hangUp() {
    guard socket >= 0 else { return }
    close(socket)
    socket = -1
  }
}
