import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// libuv's handle of one child; closed only after the child has been reaped, so that no zombie is left.
final class ProcessHandle: HandleOwner {
  private(set) var pid: pid_t = 0
  var onExit: ((ChildExit) -> Void)?
  private var hasExited = false

  /// Forks and executes. - Parameter descriptors: of this process; they become 0, 1, 2, ... of the child.
  init(
    loop: Loop, file: String, arguments: [String], environment: [String], descriptors: [CInt]
  ) throws(LoopError) {
    unsafe try super.init(loop: loop, kind: UV_PROCESS, during: "uv_spawn") { loopPointer, memory in
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
      // SAFETY: the strings and the array live until uv_spawn returns, which is after the child has executed.
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
    pid = unsafe handle(as: uv_process_t.self).pointee.pid
  }

  func exited(_ status: Int64, _ signal: CInt) {
    hasExited = true
    let onExit = onExit
    self.onExit = nil
    onExit?(signal != 0 ? .signalled(Int(signal)) : .exited(Int(status)))
    loop.executor.drain()
  }

  override func willClose() { onExit = nil }
}

/// A NULL-terminated array of C strings.
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
