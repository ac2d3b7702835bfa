import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// Who is at the other end of a Unix socket, as the kernel knows it (unix(7), SO_PEERCRED).
package struct PeerCredentials: Sendable, Equatable {
  /// Process id at the time of the connection.
  package let pid: Int
  /// Effective user id at the time of the connection.
  package let uid: UInt32
}

/// A listening Unix socket that only its user can reach: mode 0600 from the moment it exists.
///
/// Confined to the loop's thread.
package final class UnixSocketListener {
  private let loop: Loop
  private let descriptor: CInt
  private let readiness: Readiness
  /// Waits for descriptors to become free.
  private let pause: LoopTimer
  private var accept: ((ByteChannel, PeerCredentials) -> Void)?

  /// What listen(2) keeps waiting; who comes later waits in connect(2).
  private static let backlog: CInt = 64
  /// How long nobody is accepted after the system had no descriptor: it would say the same at once, over and over.
  private static let pauseLength: Duration = .milliseconds(100)

  /// Binds and listens. The path must be free: the caller holds a lock and has removed a stale socket.
  package init(loop: Loop, path: String) throws(LoopError) {
    try UnixSocket.check(path)
    let socket = try UnixSocket.make(type: CInt(SOCK_NONBLOCK.rawValue))
    let readiness: Readiness
    do throws(LoopError) {
      try Self.bindAndListen(socket.number, path)
      do throws(LoopError) {
        readiness = try Readiness.watching(socket.number, loop: loop)
      } catch {
        // SAFETY: the path is read during the call.
        unsafe unlink(path)
        throw error
      }
    } catch {
      socket.close()
      throw error
    }
    self.loop = loop
    self.readiness = readiness
    pause = LoopTimer(loop: loop)
    descriptor = socket.release()
  }

  private static func bindAndListen(_ number: CInt, _ path: String) throws(LoopError) {
    // unix(7) gives the file the socket's own mode without what umask(2) takes: there is no moment with more. A umask
    // around bind(2) would do the same, but to all threads of the process.
    guard fchmod(number, 0o600) == 0 else { throw .system(operation: "fchmod", errno: errno, subject: path) }
    // SAFETY: the path is copied into an address on the stack.
    guard unsafe greenroom_bind_unix(number, path) == 0 else {
      throw .system(operation: "bind", errno: errno, subject: path)
    }
    guard listen(number, backlog) == 0 else {
      let code = errno
      // SAFETY: as above.
      unsafe unlink(path)
      throw .system(operation: "listen", errno: code, subject: path)
    }
  }

  /// Hands over each connection with its peer's credentials. Who gets it closes it.
  package func start(_ accept: @escaping (ByteChannel, PeerCredentials) -> Void) {
    self.accept = accept
    readiness.onReadable = { [unowned self] in self.acceptWaiting() }
    readiness.want(reading: true)
  }

  /// Empties the kernel's queue.
  private func acceptWaiting() {
    while let accept, !readiness.isClosed {
      let number = greenroom_accept(descriptor)
      if number >= 0 {
        hand(Descriptor(owning: number), to: accept)
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        readiness.want(reading: false)
        return pause.start(after: Self.pauseLength) { [unowned self] in self.readiness.want(reading: true) }
      default: return
      }
    }
  }

  private func hand(_ socket: consuming Descriptor, to accept: (ByteChannel, PeerCredentials) -> Void) {
    var peer = greenroom_peer()
    // SAFETY: the kernel fills the three members.
    guard unsafe greenroom_get_peer(socket.number, &peer) == 0 else { return socket.close() }
    // A connection that cannot be watched is closed; its peer sees that.
    guard let channel = try? ByteChannel(loop: loop, socket: socket) else { return }
    accept(channel, PeerCredentials(pid: Int(peer.pid), uid: peer.uid))
  }

  /// Stops listening. The socket's file stays for the caller to remove, who holds the lock. Calling it again does nothing.
  package func close() {
    guard !readiness.isClosed else { return }
    accept = nil
    readiness.close()
    pause.close()
    Glibc.close(descriptor)
  }

  deinit { precondition(readiness.isClosed, "BUG: a listener was dropped without close()") }
}
