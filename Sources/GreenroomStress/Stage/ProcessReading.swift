#if canImport(Glibc)
  import Glibc
#endif

/// What the system says of a process at one moment, from /proc.
struct ProcessReading {
  /// Resident memory in KiB.
  let memory: Int
  let descriptors: Int
  let threads: Int
  /// Children that have ended and were not waited for.
  let zombies: Int
  /// Processor time so far, user and system.
  let processorTime: Duration

  init(of pid: pid_t) {
    let status = Self.lines("/proc/\(pid)/status")
    memory = Self.number("VmRSS:", status)
    threads = Self.number("Threads:", status)
    descriptors = Self.entryCount("/proc/\(pid)/fd")
    zombies =
      Self.lines("/proc/\(pid)/task/\(pid)/children").first.map { line in
        line.split(separator: " ").filter { Self.state(of: String($0)) == "Z" }.count
      } ?? 0
    // The name may hold spaces and is in parentheses: the fields are counted from behind it. 14 and 15 are the times.
    let fields = Self.lines("/proc/\(pid)/stat").first?.split(separator: ")").last?.split(separator: " ") ?? []
    let ticks = fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    processorTime = .milliseconds(ticks * 1000 / max(1, sysconf(CInt(_SC_CLK_TCK))))
  }

  private static func state(of pid: String) -> Substring? {
    lines("/proc/\(pid)/stat").first?.split(separator: ")").last?.split(separator: " ").first
  }

  private static func number(_ name: String, _ lines: [Substring]) -> Int {
    lines.first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) } ?? -1
  }

  private static func lines(_ path: String) -> [Substring] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  private static func entryCount(_ path: String) -> Int {
    guard let folder = opendir(path) else { return -1 }
    defer { closedir(folder) }
    var count = -2
    while readdir(folder) != nil { count += 1 }
    return count
  }
}
