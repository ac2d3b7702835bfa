import Foundation
import Glibc

/// The sockets of an `HTTPTestServer` and the thread's work on them.
///
/// `@unchecked Sendable`: after `init` everything mutable belongs to the thread in `run`; other threads call `wake` only.
final class HTTPTestServerLoop: @unchecked Sendable {
  let port: UInt16
  let record = HTTPTestServerRecord()

  private let routes: [String: HTTPTestServer.Route]
  private var listener: Int32
  /// A socket pair: one end is written to stop, the other is polled.
  private let waker: (written: Int32, polled: Int32)
  private var connections: [HTTPTestConnection] = []

  init(routes: [String: HTTPTestServer.Route]) throws {
    self.routes = routes
    (listener, port) = try Self.listen()
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.socketType, 0, &pair) == 0 else {
      let errorNumber = errno
      close(listener)
      throw HTTPTestServerError(operation: "socketpair", errorNumber: errorNumber)
    }
    waker = (pair[0], pair[1])
  }

  deinit {
    closeListener()
    close(waker.written)
    close(waker.polled)
  }

  /// Makes `run` return. From any thread.
  func wake() {
    _ = send(waker.written, "x", 1, Int32(MSG_NOSIGNAL))
  }

  /// Serves until woken, then closes all sockets.
  func run() {
    while serveOnce() {}
    closeListener()
    for connection in connections { end(connection) }
    connections = []
    record.update { $0.isStopped = true }
  }

  /// Waits for the sockets and serves those that are ready. False: woken.
  private func serveOnce() -> Bool {
    var descriptors = [
      pollfd(fd: waker.polled, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
    ]
    descriptors += connections.map { pollfd(fd: $0.socket, events: $0.events, revents: 0) }
    guard poll(&descriptors, nfds_t(descriptors.count), -1) > 0 else { return true }  // EINTR
    guard descriptors[0].revents == 0 else { return false }
    for (connection, descriptor) in zip(connections, descriptors.dropFirst(2)) where descriptor.revents != 0 {
      serve(connection)
    }
    connections.removeAll { connection in
      if connection.isOver { end(connection) }
      return connection.isOver
    }
    if descriptors[1].revents != 0 { acceptOne() }
    return true
  }

  private func serve(_ connection: HTTPTestConnection) {
    connection.read()
    while let request = connection.nextRequest() {
      record.update { $0.requests.append(request) }
      connection.perform(routes[request.path]?(request) ?? .reply(status: 404))
    }
    connection.write()
  }

  /// Connections that nobody has accepted end with it.
  private func closeListener() {
    guard listener >= 0 else { return }
    close(listener)
    listener = -1
  }

  private func acceptOne() {
    let socket = accept(listener, nil, nil)
    guard socket >= 0 else { return }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    connections.append(HTTPTestConnection(socket: socket))
    record.update { $0.accepted += 1 }
  }

  private func end(_ connection: HTTPTestConnection) {
    // The client sees the end even if a process that was just being started has inherited the socket.
    shutdown(connection.socket, Int32(SHUT_RDWR))
    close(connection.socket)
    record.update { $0.ended += 1 }
  }

  private static let socketType = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)

  private static func listen() throws -> (socket: Int32, port: UInt16) {
    let socket = Glibc.socket(AF_INET, socketType, 0)
    guard socket >= 0 else { throw HTTPTestServerError(operation: "socket", errorNumber: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && Glibc.listen(socket, 128) == 0 && getsockname(socket, $0, &size) == 0
      }
    }
    guard isListening else {
      let errorNumber = errno
      close(socket)
      throw HTTPTestServerError(operation: "bind to 127.0.0.1", errorNumber: errorNumber)
    }
    return (socket, UInt16(bigEndian: address.sin_port))
  }
}
