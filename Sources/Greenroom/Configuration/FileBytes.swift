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
  static func read(_ path: String, limit: Int) throws(FinderError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FinderError(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, limit: limit)
  }

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
