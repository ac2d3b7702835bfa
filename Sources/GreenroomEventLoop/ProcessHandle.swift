import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// One child process: started here, and held by its loop's reaper until it has been waited for.
///
/// libuv's own children are not used: uv_spawn waits until the child has executed its program, and a loop that waits for a
/// processor is a pause for everybody.
final class ProcessHandle {
  let pid: pid_t
  var onExit: ((ChildExit) -> Void)?
  /// It has been reaped: its number may be somebody else's.
  private(set) var hasExited = false
  private var memory: StartMemory?

  /// Starts a program and does not wait for it: what keeps the system from executing it is told through the last of the
  /// descriptors, as a `LaunchReport`.
  ///
  /// - Parameters:
  ///   - loop: whose turns its end is heard of in.
  ///   - specification: what to start.
  ///   - descriptors: of this process; they become 0, 1, 2, ... of the child. The last is the report.
  /// - Throws: EAGAIN, ENOMEM, EMFILE. Nothing stays open then.
  init(loop: Loop, _ specification: ProcessSpecification, descriptors: [CInt]) throws(LoopError) {
    // The watch first: no child ends unheard.
    let reaper = try ChildReaper.of(loop)
    do throws(LoopError) {
      let sources = try Self.movedUp(descriptors)
      defer { for (old, new) in zip(descriptors, sources) where old != new { Glibc.close(new) } }
      let memory = StartMemory(specification, sources)
      pid = memory.start()
      guard pid > 0 else {
        let code = errno
        memory.free()
        throw .system(operation: "clone", errno: code, subject: specification.executable)
      }
      self.memory = memory
    } catch {
      reaper.closeIfIdle()
      throw error
    }
    reaper.add(self)
  }

  /// Copies of what lies where the child's own descriptors will be: the first would overwrite the later ones.
  private static func movedUp(_ descriptors: [CInt]) throws(LoopError) -> [CInt] {
    var moved: [CInt] = []
    for descriptor in descriptors {
      let new = descriptor < descriptors.count ? greenroom_duplicate(descriptor, CInt(descriptors.count)) : descriptor
      guard new >= 0 else {
        let code = errno
        for (old, new) in zip(descriptors, moved) where old != new { Glibc.close(new) }
        throw .system(operation: "fcntl", errno: code, subject: "descriptor \(descriptor)")
      }
      moved.append(new)
    }
    return moved
  }

  /// The child has executed the program: it has memory of its own.
  func hasExecuted() {
    memory?.free()
    memory = nil
  }

  /// Waits for it without waiting.
  ///
  /// - Returns: whether it is gone.
  func reap() -> Bool {
    var value: CInt = 0
    // SAFETY: the call fills the number.
    let result = unsafe greenroom_reap(pid, &value)
    if result == 0 { return false }
    hasExited = true
    hasExecuted()
    let onExit = onExit
    self.onExit = nil
    onExit?(result == 2 ? .signalled(Int(value)) : .exited(Int(value)))
    return true
  }
}

/// What a child that has not executed its program yet reads of this process: strings, descriptors, and its stack.
///
/// SAFETY: all of it is allocated by `init` and freed by `free`, which its owner calls once, when the child has executed a
/// program or has been reaped. Until then nothing changes it.
@safe private struct StartMemory {
  private let value: UnsafeMutablePointer<greenroom_start>
  private let strings: [UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>]
  private let descriptors: UnsafeMutableBufferPointer<CInt>
  private let stack: UnsafeMutableRawBufferPointer
  /// The child makes a few system calls.
  private static let stackByteCount = 16 << 10

  init(_ specification: ProcessSpecification, _ descriptors: [CInt]) {
    let paths = unsafe Self.copy([specification.executable] + (specification.workingDirectory.map { [$0] } ?? []))
    let arguments = unsafe Self.copy([specification.executable] + specification.arguments)
    let environment = unsafe Self.copy(specification.environment.map { "\($0.0)=\($0.1)" })
    unsafe strings = [paths, arguments, environment]
    unsafe self.descriptors = .allocate(capacity: descriptors.count)
    _ = unsafe self.descriptors.initialize(from: descriptors)
    unsafe stack = .allocate(byteCount: Self.stackByteCount, alignment: 16)
    unsafe value = .allocate(capacity: 1)
    let limits = specification.limits
    unsafe value.initialize(
      to: greenroom_start(
        file: paths[0], arguments: arguments, environment: environment,
        descriptors: UnsafePointer(self.descriptors.baseAddress), count: CInt(descriptors.count), parent: getpid(),
        mask: specification.fileModeMask & 0o777, folder: paths[1], core_bytes: Self.limit(limits.coreBytes),
        open_files: Self.limit(limits.openFiles), address_space_bytes: Self.limit(limits.addressSpaceBytes)))
  }

  /// Below 0 stands for none.
  private static func limit(_ value: Int?) -> Int64 { value.map { Int64(max(0, $0)) } ?? -1 }

  /// - Returns: the process id, or -1 with errno.
  func start() -> pid_t {
    unsafe greenroom_start_child(value, stack.baseAddress?.advanced(by: Self.stackByteCount))
  }

  func free() {
    for number in unsafe strings.indices {
      let list = unsafe strings[number]
      var index = 0
      while let string = unsafe list[index] {
        unsafe Glibc.free(string)
        index += 1
      }
      unsafe list.deallocate()
    }
    unsafe descriptors.deallocate()
    unsafe stack.deallocate()
    unsafe value.deallocate()
  }

  /// A NULL-terminated array of C strings.
  private static func copy(_ strings: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { unsafe pointers[index] = strdup(string) }
    unsafe pointers[strings.count] = nil
    return unsafe pointers
  }
}
