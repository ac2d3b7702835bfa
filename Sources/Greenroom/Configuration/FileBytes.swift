#if canImport(Glibc)
  import Glibc
#endif

/// Why a program or a file is not there, as a sentence.
struct FinderError: Error {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}

/// Reads whole files with a bound, so that none fills the memory.
enum FileBytes {
  /// Reads a file. A pipe is read as well if the caller has the time for it, such as `<(…)` of a shell; it has to have a
  /// writer. No other device is: it might have no end.
  static func read(_ path: String, limit: Int, mayWait: Bool = false) throws(FinderError) -> [UInt8] {
    // Without waiting for a writer, which might never come.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FinderError(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FinderError(String(cString: strerror(errno))) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FinderError(String(cString: strerror(EISDIR)))
    case S_IFIFO where mayWait:
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, pipeMilliseconds) > 0 else {
        throw FinderError("it is a pipe that nobody writes into")
      }
      _ = fcntl(descriptor, F_SETFL, 0)
    case S_IFIFO: throw FinderError("it is a pipe and can be read once only")
    default: throw FinderError("it is no regular file")
    }
    return try read(descriptor: descriptor, limit: limit)
  }
  /// How long the first byte of a pipe is waited for.
  private static let pipeMilliseconds: CInt = 10_000

  /// Reads to the end of what is open already, which may be a pipe or a socket.
  static func read(descriptor: CInt, limit: Int) throws(FinderError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FinderError(String(cString: strerror(errno))) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > limit { throw FinderError("more than \(limit) bytes") }
    }
  }
}
