import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// A signal that arrives in a turn of the loop. It does not keep the loop running.
package final class LoopSignal: HandleOwner {
  private var action: (() -> Void)?

  /// Watches from now on.
  ///
  /// - Parameters:
  ///   - loop: whose turn it arrives in.
  ///   - number: as signal(7) numbers it, SIGINT for example.
  ///   - action: called for each arrival; several in one turn may be one.
  /// - Throws: EINVAL for SIGKILL and SIGSTOP, EMFILE.
  package init(loop: Loop, number: CInt, _ action: @escaping () -> Void) throws(LoopError) {
    self.action = action
    // SAFETY: the memory has the size of the kind.
    unsafe try super.init(loop: loop, kind: UV_SIGNAL, during: "uv_signal_init") {
      unsafe uv_signal_init($0, $1.assumingMemoryBound(to: uv_signal_t.self))
    }
    // SAFETY: the handle was made above.
    unsafe uv_unref(handle)
    let code = unsafe uv_signal_start(handle(as: uv_signal_t.self), signalArrived, number)
    if code < 0 {
      close()
      throw .libuv(operation: "uv_signal_start", code: code, subject: "signal \(number)")
    }
  }

  func arrived() {
    action?()
    loop.executor.drain()
  }

  override func willClose() { action = nil }

  /// Empties the set of blocked signals: a parent that had blocked some would else make this process deaf to them, also to
  /// the end of its children.
  package static func unblockAll() {
    var none = sigset_t()
    // SAFETY: both calls read and write the one set.
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// A write to a reader that has gone is an error (EPIPE), not a signal.
  package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}
