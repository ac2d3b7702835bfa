import Foundation
import GreenroomEventLoop
import Testing

/// One test at a time: what costs time here are processes, and some tests count turns of a loop.
///
/// The test program is shared with other suites, which run at the same time. What concerns the whole process (descriptor
/// numbers and counts, limits, umask, signals) is tested in a process of its own, with `processExitsWith`.
@Suite(.serialized)
enum EventLoopTests {}

/// The one deadline of these tests, for each wait: nothing here takes a tenth of it unless it hangs.
let deadline: Duration = .seconds(20)

/// A loop that is turned until something holds, and closed with a check that no handle was forgotten.
final class TestLoop {
  let loop: Loop
  private let watchdog: LoopTimer
  private var isLate = false

  init() throws {
    loop = try Loop()
    watchdog = LoopTimer(loop: loop)
  }

  func turn(until condition: () -> Bool, _ location: SourceLocation = #_sourceLocation) {
    watchdog.start(after: deadline) { [unowned self] in isLate = true }
    while !condition(), !isLate { loop.turn() }
    watchdog.stop()
    #expect(!isLate, "the deadline passed", sourceLocation: location)
  }

  /// How often the loop comes round in a time in which nothing else should happen.
  func turns(in time: Duration) -> Int {
    let timer = LoopTimer(loop: loop)
    var (count, isOver) = (0, false)
    timer.start(after: time) { isOver = true }
    turn {
      count += 1
      return isOver
    }
    timer.close()
    return count
  }

  func close(_ location: SourceLocation = #_sourceLocation) {
    watchdog.close()
    loop.turn0()
    #expect(loop.close() == [], sourceLocation: location)
  }
}

extension Loop {
  /// One turn that does not wait.
  func turn0() {
    scheduleNextTurn()
    turn()
  }
}

/// A child whose output is collected.
final class TestChild {
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  private(set) var exit: ChildExit?
  private(set) var failure: LoopError?
  private(set) var hasExecuted = false
  private(set) var hasOutputEnded = false
  private(set) var hasErrorEnded = false
  var process: ChildProcess?

  init(_ specification: ProcessSpecification, _ test: TestLoop, reads: Bool = true) throws {
    process = try ChildProcess(
      specification, loop: test.loop, pipeCapacity: nil,
      onStartFailure: { [unowned self] in failure = $0 }, onExec: { [unowned self] in hasExecuted = true },
      onExit: { [unowned self] in exit = $0 })
    if reads { read() }
    process?.standardError.startReading(
      onBytes: { [unowned self] bytes in for index in bytes.indices { errors.append(bytes[index]) } },
      onEnd: { [unowned self] _ in hasErrorEnded = true })
  }

  convenience init(shell script: String, _ test: TestLoop, reads: Bool = true) throws {
    try self.init(
      ProcessSpecification(
        executable: "/bin/sh", arguments: ["-c", script], environment: [("PATH", "/usr/bin:/bin")]), test, reads: reads)
  }

  func read() {
    process?.wire.startReading(
      onBytes: { [unowned self] bytes in for index in bytes.indices { output.append(bytes[index]) } },
      onEnd: { [unowned self] _ in hasOutputEnded = true })
  }

  var text: String { String(decoding: output, as: UTF8.self) }
  var isOver: Bool { failure != nil || exit != nil && hasOutputEnded }

  func close() {
    process?.wire.close()
    process?.standardError.close()
    process?.close()
    process = nil
  }
}

/// Open descriptors of this process of the kinds that come and go with children, channels and listeners.
///
/// Not what libdispatch opens at times of its own choice: its events and timers, and the `/proc/ID/stat` of its workers.
func descriptorCount() -> Int {
  let folder = "/proc/self/fd"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  // Without a target: the listing's own.
  let targets = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
  let others = ["anon_inode:[eventpoll]", "anon_inode:[eventfd]", "anon_inode:[timerfd]", "/proc/"]
  return targets.filter { target in !others.contains { target.hasPrefix($0) } }.count
}

/// The number of descriptors that this process may have, for a while as low as if all were taken.
struct DescriptorLimit {
  private let before: rlimit

  /// - Parameter free: so many may still be opened.
  /// - Returns: what puts the limit back.
  @discardableResult
  static func lower(leaving free: Int = 0) -> DescriptorLimit {
    var limit = rlimit()
    getrlimit(descriptorResource, &limit)
    let before = limit
    // The lowest free number is what the next open(2) would get.
    var number = open("/dev/null", O_RDONLY)
    close(number)
    for _ in 0..<free {
      number += 1
      while fcntl(number, F_GETFD) >= 0 { number += 1 }
    }
    limit.rlim_cur = rlim_t(number)
    setrlimit(descriptorResource, &limit)
    return DescriptorLimit(before: before)
  }

  func restore() {
    var limit = before
    setrlimit(descriptorResource, &limit)
  }
}

/// RLIMIT_NOFILE, which Swift does not see.
private let descriptorResource = __rlimit_resource_t(7)

/// Memory of this process that is in use, in bytes.
func residentByteCount() -> Int {
  let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
  return words.count > 1 ? (Int(words[1]) ?? 0) * 4096 : 0
}

/// Whether freed memory is kept to find errors: the process grows then, and leaks are found otherwise.
let keepsFreedMemory = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

extension ByteChannel.WriteResult {
  /// The system's reason, if the channel is broken.
  var brokenBy: CInt? {
    guard case .broken(let error) = self else { return nil }
    return error.errno
  }
}

extension ByteChannel {
  /// For literals, whose spans end too early for an expectation.
  func write(_ bytes: [UInt8]) -> WriteResult { write(bytes.span) }
  func write(_ text: String) -> WriteResult { write(Array(text.utf8)) }
}

/// Whether there is no such process, not even a dead one that nobody has waited for.
func isGone(_ pid: Int) -> Bool { kill(pid_t(pid), 0) != 0 && errno == ESRCH }

/// One letter as proc(5) has it: R, S, Z, ...
func state(of pid: Int) -> Character? {
  let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
  return text.drop { $0 != ")" }.dropFirst(2).first
}
