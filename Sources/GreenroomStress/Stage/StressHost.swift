import GreenroomFaults

#if canImport(Glibc)
  import Glibc
#endif

/// The host under stress: this program as `run`, in a folder of its own, with its errors in a file there.
final class StressHost {
  let folder: String
  let socket: String
  private(set) var pid: pid_t = 0

  /// The plugins that a swap may lead to: two good ones and one for each fault of a start.
  static let broken: [PluginFault] = PluginFault.allCases.filter { !$0.becomesReady }

  init() throws(StressFailure) {
    var template = Array("/tmp/greenroom-stress-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StressFailure("no folder in /tmp: \(String(cString: strerror(errno)))")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    socket = folder + "/socket"
    try write(configuration, to: folder + "/host.json")
  }

  private var configuration: String {
    var plugins = [#""good-a": {"program": "FaultyPlugin"}"#, #""good-b": {"program": "FaultyPlugin"}"#]
    for fault in Self.broken {
      plugins.append(
        #""\#(fault.rawValue)": {"program": "FaultyPlugin", "startDeadlineMs": 200, "configuration": {"fault": "\#(fault.rawValue)"}}"#
      )
    }
    plugins.append(#""other": {"program": "FaultyPlugin"}"#)
    plugins.append(#""screen": {"program": "StdoutPresenter", "inherit": ["stdout"]}"#)
    return """
      {"name": "stress", "plugins": {\(plugins.joined(separator: ",\n"))},
       "services": {"first": {"plugin": "good-a"}, "second": {"plugin": "other"}},
       "viewModels": {"a": {"type": "Echo", "services": {"echo": "first"}},
                      "b": {"type": "Echo", "services": {"echo": "second"}}},
       "presenters": {"screen": {"plugin": "screen", "viewModels": ["*"]}},
       "limits": {"backOffMs": 1, "backOffMaximumMs": 5, "restarts": 1000000, "logBytes": 65536}}
      """
  }

  private func write(_ text: String, to path: String) throws(StressFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StressFailure("\(path): \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var text = text
    text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  func start() throws(StressFailure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, folder + "/errors", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let words: [String] = ["greenroom-stress", "run", folder + "/host.json", "--socket", socket]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    guard posix_spawn(&pid, "/proc/self/exe", &actions, nil, &arguments, environ) == 0 else {
      throw StressFailure("the host cannot be started")
    }
  }

  /// - Returns: the exit status, or nil if it was ended by a signal.
  func waitForEnd() -> Int32? {
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    return status & 0x7f == 0 ? status >> 8 & 0xff : nil
  }

  /// A number of `/proc/PID/status`, such as VmRSS in KiB or Threads.
  func processNumber(_ name: String) -> Int {
    guard let file = fopen("/proc/\(pid)/status", "r") else { return -1 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix(name + ":") { return Int(text.filter(\.isNumber)) ?? -1 }
    }
    return -1
  }

  var descriptorCount: Int {
    guard let folder = opendir("/proc/\(pid)/fd") else { return -1 }
    defer { closedir(folder) }
    var count = -2
    while readdir(folder) != nil { count += 1 }
    return count
  }
}
