import Glibc
import GreenroomPluginKit

/// The host's standard output, which this process has inherited.
struct InheritedOutput: Sendable {
  let descriptor: CInt
  private let isOpen: Bool

  /// Looks whether the descriptor was inherited: at the start of the program, before its number is anybody else's.
  init(descriptor: CInt) {
    self.descriptor = descriptor
    isOpen = fcntl(descriptor, F_GETFD) >= 0
  }

  /// Itself, if it was inherited.
  func checked() throws -> InheritedOutput {
    guard isOpen else {
      throw PluginError.unavailable(
        "descriptor \(descriptor) is not open: \"inherit\": [\"stdout\"] is missing in this plugin's entry")
    }
    return self
  }

  /// Writes one whole line, and waits as long as nobody reads.
  func write(line text: String) throws {
    var line = text
    line.append("\n")
    try line.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else {
          try recover(from: errno)
        }
      }
    }
  }

  private func recover(from error: CInt) throws {
    switch error {
    case EINTR: break
    case EAGAIN:
      // Somebody made the host's standard output non-blocking, as terminals under a shell may be.
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&entry, 1, -1)
    case EPIPE: throw PluginError.unavailable("the host's standard output is closed: nobody reads what is shown")
    case ENOSPC: throw PluginError.unavailable("the host's standard output is a file on a full disk")
    default: throw PluginError.unavailable("writing to the host's standard output failed (errno \(error))")
    }
  }
}
