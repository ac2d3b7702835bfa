import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// Who is at the other end of a Unix socket, as the kernel knows it (unix(7), SO_PEERCRED).
package struct PeerCredentials: Sendable {
  package let pid: Int
  package let uid: UInt32
}

/// A listening Unix socket that only its user can reach: mode 0600 from the moment it exists.
package final class UnixSocketListener {
  private let loop: Loop
  private let descriptor: CInt
  private let readiness: Readiness
  /// What listen(2) keeps waiting; more are refused by the kernel.
  private static let backlog: CInt = 64

  /// Binds and listens. The path must be free: the caller holds a lock and has removed a stale socket.
  package init(loop: Loop, path: String) throws(LoopError) {
    self.loop = loop
    let socket = try UnixSocket.make()
    do throws(LoopError) {
      // bind(2) gives the socket's file the mode 0777 without what umask takes: there is no moment with more.
      let mask = umask(0o177)
      defer { umask(mask) }
      try UnixSocket.check(path)
      guard unsafe greenroom_bind_unix(socket.number, path) == 0 else {
        throw LoopError.system(operation: "bind", errno: errno, subject: path)
      }
      guard listen(socket.number, Self.backlog) == 0 else {
        throw LoopError.system(operation: "listen", errno: errno, subject: path)
      }
      readiness = try Readiness(loop: loop, descriptor: socket.number)
    } catch {
      socket.close()
      throw error
    }
    descriptor = socket.release()
  }

  /// Hands over each connection with its peer's credentials. Who gets it closes it.
  package func start(_ accept: @escaping (ByteChannel, PeerCredentials) -> Void) {
    readiness.onReadable = { [unowned self] in
      // The kernel's queue is emptied; EMFILE leaves the rest for later.
      while self.acceptOne(accept) {}
    }
    readiness.want(reading: true)
  }

  private func acceptOne(_ accept: (ByteChannel, PeerCredentials) -> Void) -> Bool {
    let number = greenroom_accept(descriptor)
    guard number >= 0 else { return false }
    var peer = greenroom_peer()
    // SAFETY: the kernel fills the three members.
    let isKnown = unsafe greenroom_get_peer(number, &peer) == 0
    guard let channel = try? ByteChannel(loop: loop, socket: Descriptor(owning: number)) else { return true }
    guard isKnown else {
      channel.close()
      return true
    }
    accept(channel, PeerCredentials(pid: Int(peer.pid), uid: peer.uid))
    return true
  }

  package func close() {
    guard !readiness.isClosed else { return }
    readiness.close()
    Glibc.close(descriptor)
  }
}

/// What client and server of a Unix socket share.
package enum UnixSocket {
  static func make() throws(LoopError) -> Descriptor {
    let number = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .system(operation: "socket", errno: errno, subject: "") }
    return Descriptor(owning: number)
  }

  /// The longest path that fits sockaddr_un, without its NUL.
  package static let pathLimit = 107

  static func check(_ path: String) throws(LoopError) {
    guard path.utf8.count <= pathLimit else {
      throw .refused(
        "the socket path \(path) has \(path.utf8.count) bytes, at most \(pathLimit) fit; use --socket with a shorter one")
    }
  }

  /// Connects and waits for it; the descriptor is blocking.
  package static func connect(path: String) throws(LoopError) -> Descriptor {
    try check(path)
    let socket = try make()
    guard unsafe greenroom_connect_unix(socket.number, path) == 0 else {
      let code = errno
      socket.close()
      throw .system(operation: "connect", errno: code, subject: path)
    }
    return socket
  }
}
