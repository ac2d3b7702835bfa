import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// `greenroom stop`: asks the host to stop and waits until its socket is gone, which is the last thing that it does.
struct StopCommand {
  let connection: ControlConnection
  let socket: String

  /// What a host may need beyond the time that its configuration gives to its plugins.
  private static let margin: Duration = .seconds(5)

  func run() throws(CommandFailure) {
    let status = try connection.answer(StatusReport.self, MethodName.status, NoParams())
    let timeout = .milliseconds(status.host.limits["stopTotalMs"] ?? 0) + Self.margin
    // Watched from before the request: the socket cannot go unseen, nor a next host's be taken for it.
    let removal = FileRemoval(path: socket)
    let deadline = ContinuousClock.now + timeout
    _ = try connection.request(MethodName.stop, NoParams())
    do {
      _ = try connection.wait(until: deadline) { false }
    } catch {
      guard error.code == .hostNotThere else { throw error }
      // The host closes its clients when its plugins have ended.
      if removal.wait(until: deadline) { return }
    }
    throw CommandFailure(.failure, "the host has not ended within \(timeout); greenroom status tells what still runs")
  }
}

/// The removal of one file, told by the kernel (inotify(7)).
package final class FileRemoval {
  private let descriptor: CInt
  private let path: String
  private let name: [UInt8]

  /// Begins to watch.
  package init(path: String) {
    self.path = path
    let slash = path.lastIndex(of: "/")
    name = Array((slash.map { path[path.index(after: $0)...] } ?? path[...]).utf8)
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
    // A failure is a folder that is gone, or a system without room for one more: then the file alone is asked.
    _ = inotify_add_watch(descriptor, folder, UInt32(IN_DELETE))
  }

  deinit { close(descriptor) }

  /// - Returns: whether the file has been removed since the beginning or is not there.
  package func wait(until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      if wasRemoved() || access(path, F_OK) != 0 { return true }
      let left = deadline - ContinuousClock.now
      guard left > .zero, descriptor >= 0 else { return false }
      var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&one, 1, CInt(clamping: left.components.seconds * 1000 + 1000))
    }
  }

  /// Reads what the kernel has told: records of a header of 16 bytes, the length of the name in the last four.
  private func wasRemoved() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return false }
      var start = 0
      while start + 16 <= count {
        let length = (0..<4).reduce(0) { $0 | Int(buffer[start + 12 + $1]) << (8 * $1) }
        let told = buffer[(start + 16)..<min(count, start + 16 + length)].prefix { $0 != 0 }
        if told.elementsEqual(name) { return true }
        start += 16 + length
      }
    }
  }
}
