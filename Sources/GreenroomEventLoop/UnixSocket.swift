import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// What client and server of a Unix socket share.
package enum UnixSocket {
  /// The longest path that fits sockaddr_un, in bytes, without its NUL.
  package static let pathLimit = 107

  static func make(type: CInt = 0) throws(LoopError) -> Descriptor {
    let number = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) | type, 0)
    guard number >= 0 else { throw .system(operation: "socket", errno: errno, subject: "") }
    return Descriptor(owning: number)
  }

  /// Whether a path can be that of a socket.
  package static func check(_ path: String) throws(LoopError) {
    guard path.utf8.count <= pathLimit else {
      throw .refused(
        "the socket path \(path) has \(path.utf8.count) bytes, at most \(pathLimit) fit; use --socket with a shorter one"
      )
    }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .refused("a socket path is empty or has a NUL byte in it")
    }
  }

  private static func limitSending(_ socket: CInt, seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    // SAFETY: setsockopt(2) reads the value during the call.
    _ = unsafe setsockopt(
      socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Connects.
  ///
  /// - Parameters:
  ///   - path: of the socket.
  ///   - waits: until the host has room for one more, up to five seconds, with a blocking descriptor; else the descriptor is
  ///     non-blocking.
  /// - Returns: the connected socket.
  /// - Throws: ENOENT if there is no such socket, ECONNREFUSED if nobody listens any more, EAGAIN if there was no room.
  package static func connect(path: String, waits: Bool = true) throws(LoopError) -> Descriptor {
    try check(path)
    let socket = try make(type: waits ? 0 : CInt(SOCK_NONBLOCK.rawValue))
    var code: CInt = 0
    // unix(7) waits for room as long as a send may take.
    if waits { limitSending(socket.number, seconds: 5) }
    repeat {
      // SAFETY: the path is copied into an address on the stack.
      code = unsafe greenroom_connect_unix(socket.number, path) == 0 ? 0 : errno
    } while code == EINTR
    guard code == 0 else {
      socket.close()
      throw .system(operation: "connect", errno: code, subject: path)
    }
    if waits { limitSending(socket.number, seconds: 0) }
    return socket
  }
}
