import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// Waits for the children of one loop: one watch of SIGCHLD for all of them, as long as there is one.
///
/// Each is asked for itself: a child that somebody else in this process has started is none of ours.
final class ChildReaper: HandleOwner {
  private var children: [ProcessHandle] = []

  /// The reaper of a loop, made if there is none.
  ///
  /// - Throws: what keeps the signal from being watched, such as EMFILE.
  static func of(_ loop: Loop) throws(LoopError) -> ChildReaper {
    if let reaper = loop.reaper { return reaper }
    let reaper = try ChildReaper(loop)
    loop.reaper = reaper
    return reaper
  }

  private init(_ loop: Loop) throws(LoopError) {
    // SAFETY: the memory has the size of the kind.
    unsafe try super.init(loop: loop, kind: UV_SIGNAL, during: "uv_signal_init") {
      unsafe uv_signal_init($0, $1.assumingMemoryBound(to: uv_signal_t.self))
    }
    // SAFETY: the handle was made above.
    let code = unsafe uv_signal_start(handle(as: uv_signal_t.self), childEnded, SIGCHLD)
    if code < 0 {
      close()
      throw .libuv(operation: "uv_signal_start", code: code, subject: "SIGCHLD")
    }
  }

  func add(_ child: ProcessHandle) { children.append(child) }

  /// Ends the watch if there is nobody to wait for.
  func closeIfIdle() {
    if children.isEmpty { close() }
  }

  /// Some of them have ended; several signals may have been one.
  func arrived() {
    // Whoever hears of an end may start the next.
    for child in children where child.reap() { children.removeAll { $0 === child } }
    closeIfIdle()
    loop.executor.drain()
  }

  override func willClose() {
    if loop.reaper === self { loop.reaper = nil }
    // If the loop itself is being closed: the last chance to reap a child that has just been killed.
    let rest = children
    children = []
    for child in rest {
      child.onExit = nil
      _ = child.reap()
    }
  }
}
