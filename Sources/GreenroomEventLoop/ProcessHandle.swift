import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// libuv's handle of one child; closed only after the child has been reaped: before, a zombie would be left for ever.
final class ProcessHandle: HandleOwner {
  private(set) var pid: pid_t = 0
  var onExit: ((ChildExit) -> Void)?
  /// It has been reaped: its number may be somebody else's.
  private(set) var hasExited = false
  private var closesWhenReaped = false

  /// Forks and executes. - Parameter descriptors: of this process; they become 0, 1, 2, ... of the child.
  init(
    loop: Loop, file: String, arguments: [String], environment: [String], descriptors: [CInt]
  ) throws(LoopError) {
    // SAFETY: the memory has the size of the kind; strings and array live until uv_spawn returns, after the child's exec.
    unsafe try super.init(loop: loop, kind: UV_PROCESS, during: "uv_spawn", of: file) { loopPointer, memory in
      let argv = CStrings(arguments)
      let envp = CStrings(environment)
      defer {
        argv.free()
        envp.free()
      }
      var stdio = unsafe [uv_stdio_container_t](repeating: uv_stdio_container_t(), count: descriptors.count)
      for (index, descriptor) in descriptors.enumerated() {
        unsafe stdio[index].flags = UV_INHERIT_FD
        unsafe stdio[index].data.fd = descriptor
      }
      var options = unsafe uv_process_options_t()
      return unsafe file.withCString { file in
        unsafe stdio.withUnsafeMutableBufferPointer { stdio in
          unsafe options.file = file
          unsafe options.args = argv.pointers
          unsafe options.env = envp.pointers
          unsafe options.stdio = stdio.baseAddress
          unsafe options.stdio_count = CInt(stdio.count)
          // A session of its own from the first moment: ^C in the terminal is the host's affair.
          unsafe options.flags = UV_PROCESS_DETACHED.rawValue
          unsafe options.exit_cb = processExited
          return unsafe uv_spawn(loopPointer, memory.assumingMemoryBound(to: uv_process_t.self), &options)
        }
      }
    }
    // SAFETY: the handle was made above.
    pid = unsafe handle(as: uv_process_t.self).pointee.pid
  }

  func exited(_ status: Int64, _ signal: CInt) {
    hasExited = true
    let onExit = onExit
    self.onExit = nil
    onExit?(signal != 0 ? .signalled(Int(signal)) : .exited(Int(status)))
    if closesWhenReaped { close() }
    loop.executor.drain()
  }

  /// Closes now or after the exit, which then nobody hears of.
  func closeWhenReaped() {
    onExit = nil
    closesWhenReaped = true
    if hasExited { close() }
  }

  override func willClose() {
    onExit = nil
    // The loop itself is being closed: the last chance to reap a child that has just been killed.
    if !hasExited { _ = waitpid(pid, nil, WNOHANG) }
  }
}

/// A NULL-terminated array of C strings. SAFETY: valid from `init` to `free`, which is called once.
@safe private struct CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    unsafe pointers = .allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { unsafe pointers[index] = strdup(string) }
    unsafe pointers[strings.count] = nil
  }

  func free() {
    for index in 0..<count { unsafe Glibc.free(pointers[index]) }
    unsafe pointers.deallocate()
  }
}
