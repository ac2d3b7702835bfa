import BenchmarkFigures

#if canImport(Glibc)
  import Glibc
#endif

/// Starts hosts for single runs, each in a folder of its own, and reads what their presenters have measured.
struct HostProcess {
  /// The folder of this program, where the hosts and the peers are, too.
  private let programs: String

  init() throws(BenchmarkFailure) {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw BenchmarkFailure("/proc/self/exe cannot be read") }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    programs = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    for name in ["greenroom", "BenchmarkPeer", "BenchmarkRelay"]
    where access("\(programs)/\(name)", X_OK) != 0 {
      throw BenchmarkFailure("\(programs)/\(name) is missing: build it with `swift build -c release`")
    }
  }

  /// Runs a host until its presenter has ended it.
  ///
  /// - Returns: the presenter's figures, and `started`, the time just before the host was executed.
  func measure(_ host: HostRun.Host, _ run: HostRun) throws(BenchmarkFailure) -> PeerResult {
    var template = Array("/tmp/greenroom-benchmark-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchmarkFailure("no folder can be made in /tmp") }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let peer = "\(programs)/BenchmarkPeer"
    var words: [String]
    switch host {
    case .greenroom:
      try Self.write(run.configuration(peer: peer, folder: folder), to: "\(folder)/host.json")
      words = ["\(programs)/greenroom", "run", "\(folder)/host.json", "--socket", "\(folder)/socket"]
    case .relay:
      let arguments = run.presenterArguments(0, folder: folder).dropFirst(2).filter { !$0.hasPrefix("ready=") }
      words =
        ["\(programs)/BenchmarkRelay", peer, folder, String(run.quoteByteCount), String(run.presenters)] + arguments
    }
    if run.isPinned { words = [peer, "pinned"] + words }
    let started = Self.nanoseconds
    let status = try Self.execute(words, errors: "\(folder)/errors")
    guard status == 0 else {
      throw BenchmarkFailure("\(words.joined(separator: " ")) ended with \(status); its log is \(folder)/errors")
    }
    do throws(PeerResultError) {
      var result = try PeerResult(Self.read("\(folder)/result"))
      result.add("started", Double(started))
      Self.remove(folder)
      return result
    } catch {
      throw BenchmarkFailure("\(error)")
    }
  }

  // MARK: Processes

  /// - Returns: the exit status, or 128 and the signal.
  private static func execute(_ words: [String], errors: String) throws(BenchmarkFailure) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, words[0], &actions, nil, &arguments, environ)
    guard code == 0 else {
      throw BenchmarkFailure("\(words[0]) cannot be started: \(String(cString: strerror(code)))")
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }

  /// CLOCK_MONOTONIC, as the peers take it.
  private static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  // MARK: Files

  private static func write(_ text: String, to path: String) throws(BenchmarkFailure) {
    guard let file = fopen(path, "we") else {
      throw BenchmarkFailure("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    fputs(text, file)
  }

  private static func read(_ path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
  }

  /// Removes what a run leaves; the socket and its lock are the host's.
  private static func remove(_ folder: String) {
    guard let entries = opendir(folder) else { return }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { unlink("\(folder)/\(name)") }
    }
    closedir(entries)
    rmdir(folder)
  }
}
