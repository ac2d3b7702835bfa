import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// What to start and how. The launcher applies it between fork and exec.
package struct ProcessSpecification {
  /// Absolute path.
  package var executable: String
  /// Without the name of the program.
  package var arguments: [String]
  /// The whole environment.
  package var environment: [(String, String)]
  package var workingDirectory: String?
  /// Descriptors of this process that the child gets as 3, 4, ... in this order.
  package var inheritedDescriptors: [CInt]

  package init(
    executable: String, arguments: [String] = [], environment: [(String, String)] = [], workingDirectory: String? = nil,
    inheritedDescriptors: [CInt] = []
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.inheritedDescriptors = inheritedDescriptors
  }
}

/// How a child ended, as waitpid(2) tells.
package enum ChildExit: Equatable, Sendable {
  case exited(Int)
  case signalled(Int)
}

/// A child process, leader of a session of its own, with three plain pipes.
///
/// Confined to the loop's thread. `close` is called when it has exited and its channels are no longer needed.
package final class ChildProcess {
  /// Its standard input (written) and output (read).
  package let wire: ByteChannel
  /// Its standard error, read.
  package let standardError: ByteChannel
  package var pid: Int { Int(handle.pid) }

  private let handle: ProcessHandle
  /// The launcher's report, read end; closed when this ends.
  private let report: CInt
  private let executable: String
  private var onStartFailure: ((LoopError) -> Void)?
  private var onExit: ((ChildExit) -> Void)?

  /// What a service's pipes should hold: 256 KiB (`fs.pipe-max-size` and the user's quota may say less).
  package static let pipeCapacity = 256 << 10

  /// Starts a program through the launcher.
  ///
  /// - Parameters:
  ///   - launcher: path of `greenroom-exec`.
  ///   - pipeCapacity: asked of the kernel for its standard input and output; nil leaves 64 KiB.
  ///   - onStartFailure: the program could not be executed; `onExit` is not called then.
  ///   - onExit: called once, after the process has been reaped. Its output may still hold bytes.
  package init(
    _ specification: ProcessSpecification, launcher: String, loop: Loop, pipeCapacity: Int?,
    onStartFailure: @escaping (LoopError) -> Void, onExit: @escaping (ChildExit) -> Void
  ) throws(LoopError) {
    let pipes = try ChildPipes(capacity: pipeCapacity)
    let handle: ProcessHandle
    do {
      handle = try ProcessHandle(
        loop: loop, file: launcher, arguments: Self.launcherArguments(launcher, specification),
        environment: specification.environment.map { "\($0.0)=\($0.1)" },
        descriptors: pipes.childNumbers + specification.inheritedDescriptors + [pipes.childReport])
    } catch {
      pipes.close()
      throw error
    }
    self.handle = handle
    executable = specification.executable
    self.onStartFailure = onStartFailure
    self.onExit = onExit
    let ends = pipes.parentEnds()
    report = ends.report
    do {
      wire = try ByteChannel(
        loop: loop, reading: Descriptor(owning: ends.output), writing: Descriptor(owning: ends.input))
      standardError = try ByteChannel(loop: loop, reading: Descriptor(owning: ends.error))
    } catch {
      preconditionFailure("BUG: a pipe cannot be watched: \(error)")
    }
    handle.onExit = { [unowned self] in self.exited($0) }
  }

  private static func launcherArguments(_ launcher: String, _ specification: ProcessSpecification) -> [String] {
    // 0, 1, 2, what is inherited, and behind it the pipe for the report.
    let reportNumber = 3 + specification.inheritedDescriptors.count
    return [launcher, "\(getpid())", "\(reportNumber)", specification.workingDirectory ?? "", specification.executable]
      + specification.arguments
  }

  private func exited(_ exit: ChildExit) {
    let failure = readReport()
    let (onStartFailure, onExit) = (onStartFailure, onExit)
    self.onStartFailure = nil
    self.onExit = nil
    if let failure { onStartFailure?(failure) } else { onExit?(exit) }
  }

  /// What the launcher has to say: nothing, if exec closed its end; else `OPERATION ERRNO` and no program.
  private func readReport() -> LoopError? {
    var bytes = [UInt8](repeating: 0, count: 64)
    // SAFETY: read(2) fills at most the array. The writer has exited, so that this does not wait, except for a
    // grandchild of the launcher, which there is none.
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(report, $0.baseAddress, $0.count) }
    guard count > 0 else { return nil }
    let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    guard words.count == 2, let code = CInt(words[1]) else { return .refused("the launcher failed in an unknown way") }
    return .system(operation: String(words[0]), errno: code, subject: executable)
  }

  /// Signals the process and all of its session's first group. Nothing happens if they are gone.
  package func signalGroup(_ number: CInt) {
    _ = Glibc.kill(-handle.pid, number)
  }

  /// Frees the handle. The channels are closed by whoever uses them.
  package func close() {
    onExit = nil
    onStartFailure = nil
    handle.onExit = nil
    handle.close()
  }

  deinit {
    Glibc.close(report)
  }
}
