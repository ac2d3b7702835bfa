#if canImport(Glibc)
  import Glibc
#endif

/// A file that at most one process holds locked (flock(2)); the kernel frees it with the process, however that ends.
package final class LockFile {
  private var descriptor: CInt

  /// Takes the lock without waiting and writes this process's id into the file.
  ///
  /// - Throws: `refused` with the holder's process id, if somebody else has it, or if it is a file with something else in it.
  package init(path: String) throws(LoopError) {
    // SAFETY: the path is read during the call.
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system(operation: "open", errno: errno, subject: path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      let holder = Self.holder(descriptor)
      Glibc.close(descriptor)
      descriptor = -1
      guard code == EWOULDBLOCK else { throw .system(operation: "flock", errno: code, subject: path) }
      throw .refused(
        "another host runs with this name\(holder): \(path) is locked; stop it or give this one another name")
    }
    guard Self.isLock(descriptor) else {
      Glibc.close(descriptor)
      descriptor = -1
      throw .refused("\(path) is there already and is no lock of a host: it would be overwritten")
    }
    ftruncate(descriptor, 0)
    let text = Array("\(getpid())\n".utf8)
    // SAFETY: write(2) reads the array during the call. The number is for people; a failure changes nothing.
    _ = unsafe text.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Whether nothing is in the file but a number, as a host leaves it.
  private static func isLock(_ descriptor: CInt) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    // SAFETY: pread(2) fills at most the array.
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
    return count >= 0 && count < bytes.count && bytes[..<count].allSatisfy { $0 == 0x0a || (0x30...0x39).contains($0) }
  }

  private static func holder(_ descriptor: CInt) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    // SAFETY: pread(2) fills at most the array.
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count > 0, let pid = Int(String(decoding: bytes[..<count], as: UTF8.self).prefix { $0.isNumber }) else {
      return ""
    }
    return " (process \(pid))"
  }

  /// Gives the lock back. The file stays: to remove it would let two hosts hold two files of one name.
  package func close() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
  }

  deinit { precondition(descriptor < 0, "BUG: a lock was dropped without close()") }
}
