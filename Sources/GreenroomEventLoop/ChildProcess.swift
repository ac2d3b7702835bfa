#if canImport(Glibc)
  import Glibc
#endif

/// A child process, leader of a session of its own, with three plain pipes.
///
/// Confined to the loop's thread. Its exit and the end of its output are two events: a grandchild may hold the pipes. The
/// channels belong to whoever uses them, who closes them.
package final class ChildProcess {
  /// Its standard input (written) and output (read).
  package let wire: ByteChannel
  /// Its standard error, read.
  package let standardError: ByteChannel
  /// Process id, also that of its session and its process group.
  package var pid: Int { Int(handle.pid) }

  private let handle: ProcessHandle
  private let report: ByteChannel
  private let specification: ProcessSpecification
  private var reported = LaunchReport()
  private var isReportRead = false
  private var onStartFailure: ((LoopError) -> Void)?
  private var onExec: (() -> Void)?
  private var onExit: ((ChildExit) -> Void)?

  /// What a service's pipes should hold: 256 KiB (`fs.pipe-max-size` and the user's quota may say less).
  package static let pipeCapacity = 256 << 10

  /// Starts a program.
  ///
  /// All calls come in later turns. The first is either `onStartFailure`, and then no other comes, or `onExec`.
  ///
  /// - Parameters:
  ///   - specification: what to start.
  ///   - loop: whose thread starts it; it must live as long as the child should, since the child ends with it.
  ///   - pipeCapacity: asked of the kernel for its standard input and output; nil leaves 64 KiB.
  ///   - onStartFailure: the program could not be executed; the child has been reaped.
  ///   - onExec: the program runs (or was killed before it could; `onExit` tells).
  ///   - onExit: called once, after the process has been reaped. Its output may still hold bytes.
  /// - Throws: what keeps a child from being made: descriptors, processes. Nothing stays open then. What is wrong with the
  ///   program is a start failure.
  package init(
    _ specification: ProcessSpecification, loop: Loop, pipeCapacity: Int?,
    onStartFailure: @escaping (LoopError) -> Void, onExec: @escaping () -> Void = {},
    onExit: @escaping (ChildExit) -> Void
  ) throws(LoopError) {
    try specification.checkStrings()
    let pipes = try ChildPipes(loop: loop, capacity: pipeCapacity)
    do throws(LoopError) {
      handle = try ProcessHandle(
        loop: loop, specification,
        descriptors: pipes.childStreams + specification.inheritedDescriptors + [pipes.childReport])
    } catch {
      pipes.close()
      throw error
    }
    pipes.closeChildEnds()
    (wire, standardError, report) = (pipes.wire, pipes.standardError, pipes.report)
    self.specification = specification
    self.onStartFailure = onStartFailure
    self.onExec = onExec
    self.onExit = onExit
    handle.onExit = { [unowned self] in self.exited($0) }
    report.startReading(
      onBytes: { [unowned self] in self.reported.append($0) }, onEnd: { [unowned self] _ in self.reportEnded() })
  }

  /// The child has become the program, or has given up: then it ends, and that is when the failure is told.
  private func reportEnded() {
    guard !isReportRead else { return }
    isReportRead = true
    report.close()
    // The child held the other end: it runs the program, or has ended.
    handle.hasExecuted()
    let onExec = onExec
    self.onExec = nil
    if reported.isEmpty { onExec?() }
  }

  private func exited(_ exit: ChildExit) {
    // What it has said is there by now: the exit does not overtake it.
    report.readAvailable()
    reportEnded()
    let (onStartFailure, onExit) = (onStartFailure, onExit)
    self.onStartFailure = nil
    self.onExit = nil
    if let failure = reported.failure(of: specification) {
      onStartFailure?(failure)
    } else {
      onExit?(exit)
    }
  }

  // MARK: Signals

  /// Signals the process. Nothing happens if it is gone.
  package func signal(_ number: CInt) {
    if !handle.hasExited { Glibc.kill(handle.pid, number) }
  }

  /// Signals the process group that it leads: itself and what it has started, unless that has made groups of its own.
  ///
  /// Works after its exit, too, as long as others of the group live.
  package func signalGroup(_ number: CInt) {
    // The system does not give away a number that is still a group's. So if it is a process's again, the group has gone
    // and the number has come round: it is a stranger's.
    if handle.hasExited, Glibc.kill(handle.pid, 0) == 0 || errno == EPERM { return }
    // Until the child has made its session there is no such group, but there is the child.
    if Glibc.kill(-handle.pid, number) != 0, errno == ESRCH, !handle.hasExited { Glibc.kill(handle.pid, number) }
  }

  // MARK: Closing

  /// Says that nobody wants to hear of it any more. It is not killed; when it ends it is still reaped, and until then it
  /// keeps the loop from being idle. Calling it again does nothing.
  package func close() {
    onExit = nil
    onStartFailure = nil
    onExec = nil
    isReportRead = true
    handle.onExit = nil
    report.close()
  }

  deinit { precondition(handle.onExit == nil, "BUG: a child process was dropped without close()") }
}
