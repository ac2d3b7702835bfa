import GreenroomEventLoop

#if canImport(Glibc)
  import Glibc
#endif

/// The host under stress: this program as `run`, in a folder of its own, with its errors in a file there.
final class StressHost {
  let socket: String
  private let folder: String
  private(set) var pid: pid_t = 0
  private var others: [pid_t] = []

  /// Starts it and waits until it can be reached.
  init(_ setup: HostSetup) throws(StressFailure) {
    var template = Array("/tmp/greenroom-stress-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StressFailure("no folder in /tmp: \(String(cString: strerror(errno)))")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    socket = folder + "/socket"
    try write(setup.json, to: folder + "/host.json")
    pid = try spawn(["run", folder + "/host.json", "--socket", socket], errors: log)
    let begin = monotonicNow()
    while !isListening {
      guard monotonicNow() - begin < .seconds(10) else { throw StressFailure("the host did not come up; see \(log)") }
      usleep(1000)
    }
  }

  /// The socket is there a moment before anybody listens.
  private var isListening: Bool {
    guard let connection = try? UnixSocket.connect(path: socket) else { return false }
    connection.close()
    return true
  }

  /// The file of the host's log.
  var log: String { folder + "/errors" }
  var reading: ProcessReading { ProcessReading(of: pid) }

  /// Starts a process of its own that attaches to a view model and prints what it sees to nowhere. It ends with the host.
  func startAttached(to viewModel: String) throws(StressFailure) -> pid_t {
    let pid = try spawn(["attach", viewModel, "--socket", socket], errors: folder + "/attached")
    others.append(pid)
    return pid
  }

  /// Holds the host for a moment: what `Sabotage.freezes` does.
  func freeze() {
    kill(pid, SIGSTOP)
    usleep(100_000)
    kill(pid, SIGCONT)
  }

  private func write(_ text: String, to path: String) throws(StressFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StressFailure("\(path): \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var text = text
    text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  private func spawn(_ words: [String], errors: String) throws(StressFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var arguments: [UnsafeMutablePointer<CChar>?] = (["greenroom-stress"] + words).map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, "/proc/self/exe", &actions, nil, &arguments, environ)
    guard code == 0 else { throw StressFailure("\(words[0]) cannot be started: \(String(cString: strerror(code)))") }
    return pid
  }

  /// Waits for the host and for what was started beside it.
  ///
  /// - Returns: the host's exit status, or nil if it was ended by a signal.
  func waitForEnd() -> Int32? {
    var status: Int32 = 0
    for other in others {
      kill(other, SIGKILL)
      waitpid(other, &status, 0)
    }
    waitpid(pid, &status, 0)
    return status & 0x7f == 0 ? status >> 8 & 0xff : nil
  }

  /// Removes the host's folder, log and all.
  func removeFolder() {
    for name in ["host.json", "errors", "attached", "socket", "socket.lock"] { unlink(folder + "/" + name) }
    rmdir(folder)
  }
}
