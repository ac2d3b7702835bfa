import GreenroomHostCore
import GreenroomTerminalText

#if canImport(Glibc)
  import Glibc
#endif

/// The host's log on standard error: one physical line a record, with time, level and part. Of inputs and
/// outputs it has at most the number that was refused, of secret ones nothing; of a plugin's line that is no message the first
/// bytes, and of its error answers what they say.
///
/// It never waits: a record that standard error does not take at once (a full pipe, a full disk, a terminal that is not read)
/// is dropped and counted, and the count is told with the next record that gets through.
final class StandardErrorLog {
  let level: LogLevel
  private(set) var droppedCount = 0
  private let descriptor: CInt
  private let hasTimes: Bool
  /// What a terminal has not taken of the last record: it goes out before the next, so that lines stay whole.
  private var rest: [UInt8] = []
  /// POSIX: a write of so many bytes to a pipe is whole or not at all, and a pipe is writable if it has such room.
  private static let atomicByteCount = 4096

  init(level: LogLevel, descriptor: CInt = 2) {
    self.level = level
    self.descriptor = isatty(descriptor) != 0 ? Self.reopened(descriptor) : descriptor
    // A terminal is read by a person who knows the time; the journal has its own.
    hasTimes = isatty(descriptor) == 0 && getenv("JOURNAL_STREAM") == nil
  }

  func write(_ level: LogLevel, _ part: String, _ message: String) {
    let time = hasTimes ? Self.timestamp() + " " : ""
    line("\(time)\(Self.word(level)) \(part): \(message)")
  }

  /// Writes one line as it is, escaped.
  func line(_ text: String) {
    if droppedCount > 0, put("warning log: \(droppedCount) records were dropped, standard error took no more") {
      droppedCount = 0
    }
    if !put(text) { droppedCount += 1 }
  }

  private func put(_ text: String) -> Bool {
    if !rest.isEmpty {
      rest.removeFirst(write(rest))
      if !rest.isEmpty { return false }
    }
    var bytes = Array(TerminalText.escaped(text).utf8.prefix(Self.atomicByteCount - 1))
    bytes.append(0x0a)
    let count = write(bytes)
    if count > 0 { rest = Array(bytes[count...]) }
    return count > 0
  }

  /// The program ends: what is left of a begun record has a moment to go out, so that the line is whole.
  func finish() {
    for _ in 0..<10 where !rest.isEmpty {
      var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard Glibc.poll(&poll, 1, 20) == 1 else { continue }
      rest.removeFirst(write(rest))
    }
  }

  /// - Returns: how many bytes were taken.
  private func write(_ bytes: [UInt8]) -> Int {
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard Glibc.poll(&poll, 1, 0) == 1, poll.revents & Int16(POLLOUT) != 0 else { return 0 }
    return max(0, bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) })
  }

  /// The same terminal without waiting: poll(2) does not say how much it takes, and to make the descriptor itself
  /// non-blocking would make it so for the shell, too. Never closed: the log lives as long as the program.
  private static func reopened(_ terminal: CInt) -> CInt {
    let own = open("/proc/self/fd/\(terminal)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own >= 0 ? own : terminal
  }

  private static func word(_ level: LogLevel) -> String {
    switch level {
    case .debug: "debug"
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// RFC 3339 in UTC with milliseconds; the wall clock is read for people only, no delay depends on it.
  private static func timestamp() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    func two(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let milliseconds = now.tv_nsec / 1_000_000
    let fraction = (milliseconds < 10 ? "00" : milliseconds < 100 ? "0" : "") + "\(milliseconds)"
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(fraction)Z"
  }
}
