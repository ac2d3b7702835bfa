import GreenroomPluginKit

#if canImport(Glibc)
  import Glibc
#endif

/// A file of this user alone, open until `close`; no child inherits it.
struct OpenFile {
  private let descriptor: CInt
  private let path: String

  init(_ path: String, _ flags: CInt) throws {
    descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
    self.path = path
    guard descriptor >= 0 else { throw PluginError.system("open", path) }
  }

  func close() { Glibc.close(descriptor) }

  /// Waits until no other process has it locked. The lock goes with `close`, or with the process.
  func lock() throws {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw PluginError.system("flock", path) }
    }
  }

  func write(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw PluginError.system("write", path) }
      start += count
    }
  }

  /// Returns when the disk has it.
  func synchronize() throws {
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { throw PluginError.system("fsync", path) }
    }
  }
}

extension PluginError {
  /// The system call that has just failed: code 4.
  static func system(_ operation: String, _ path: String) -> PluginError {
    let reason = String(cString: strerror(errno))
    return .unavailable("\(path): \(operation): \(reason)")
  }
}
