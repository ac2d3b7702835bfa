import Foundation
import GreenroomEventLoop
import Testing

/// One test at a time: they count descriptors and children of the whole test program.
@Suite(.serialized)
enum EventLoopTests {}

/// The one deadline of these tests: nothing here takes a tenth of it unless it hangs.
let deadline: Duration = .seconds(20)

/// The launcher beside the test program.
let launcher = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  .appendingPathComponent("greenroom-exec").path

/// A loop that is turned until something holds, and closed with a check that no handle was forgotten.
final class TestLoop {
  let loop: Loop
  private let watchdog: LoopTimer
  private var isLate = false

  init() throws {
    loop = try Loop()
    watchdog = LoopTimer(loop: loop)
    watchdog.start(after: deadline) { [unowned self] in isLate = true }
  }

  func turn(until condition: () -> Bool, _ location: SourceLocation = #_sourceLocation) {
    while !condition(), !isLate { loop.turn() }
    #expect(!isLate, "the deadline passed", sourceLocation: location)
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
  private(set) var hasOutputEnded = false
  private(set) var hasErrorEnded = false
  var process: ChildProcess?

  init(_ specification: ProcessSpecification, _ test: TestLoop, reads: Bool = true) throws {
    process = try ChildProcess(
      specification, launcher: launcher, loop: test.loop, pipeCapacity: nil,
      onStartFailure: { [unowned self] in failure = $0 }, onExit: { [unowned self] in exit = $0 })
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

/// Open descriptors of this process.
func descriptorCount() -> Int {
  ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
}
