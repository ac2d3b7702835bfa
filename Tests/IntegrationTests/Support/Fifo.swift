import Foundation
import Testing

/// A folder with named pipes, removed with this object.
final class FifoFolder {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("fifo-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func make(_ name: String) throws -> Fifo { try Fifo(folder.appendingPathComponent(name).path) }
}

/// A named pipe that the test holds open at both ends, so that nobody waits for the other side: programs write into it
/// what the test waits for.
final class Fifo {
  let path: String
  private let descriptor: Int32
  private var text = ""

  init(_ path: String) throws {
    self.path = path
    try #require(mkfifo(path, 0o600) == 0)
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  deinit { close(descriptor) }

  /// Waits until a text has come, and takes it with all before it.
  func wait(for wanted: String) -> Bool {
    let end = Date() + deadline
    while true {
      if let range = text.range(of: wanted) {
        text.removeSubrange(text.startIndex..<range.upperBound)
        return true
      }
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = Int32(max(0, end.timeIntervalSinceNow * 1000))
      guard left > 0, Glibc.poll(&poll, 1, left) > 0 else { return false }
      text += take()
    }
  }

  /// Writes until nothing more goes in.
  func fill() {
    let bytes = [UInt8](repeating: 0x2e, count: 1)
    while write(descriptor, bytes, 1) == 1 {}
  }

  /// Takes all that is there.
  func empty() { while !take().isEmpty {} }

  private func take() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
