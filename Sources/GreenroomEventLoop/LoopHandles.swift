import CLibuv

/// The memory of a loop and of the three handles that every loop has: what libuv is given and must not move.
@safe struct LoopHandles {
  let loop: UnsafeMutablePointer<uv_loop_t>
  /// Ends a turn: libuv calls it just before it waits.
  let prepare: UnsafeMutablePointer<uv_prepare_t>
  /// Runs while a turn was requested: libuv does not wait then.
  let idle: UnsafeMutablePointer<uv_idle_t>
  /// Wakes the loop from another thread.
  let async: UnsafeMutablePointer<uv_async_t>

  /// - Throws: the system's reason (EMFILE, ENOMEM); nothing is left behind then.
  init() throws(LoopError) {
    // SAFETY: the memory is this value's until `free`; libuv fills it before anything reads it.
    unsafe loop = .allocate(capacity: 1)
    unsafe prepare = .allocate(capacity: 1)
    unsafe idle = .allocate(capacity: 1)
    unsafe async = .allocate(capacity: 1)
    do throws(LoopError) {
      try check(unsafe uv_loop_init(loop), during: "uv_loop_init")
    } catch {
      free()
      throw error
    }
    do throws(LoopError) {
      try check(unsafe uv_async_init(loop, async, loopWasWoken), during: "uv_async_init")
    } catch {
      // SAFETY: the loop was made above and has no handle of ours.
      unsafe mustSucceed(uv_loop_close(loop), "uv_loop_close")
      free()
      throw error
    }
    // SAFETY: the loop was made above; neither call can fail.
    unsafe mustSucceed(uv_prepare_init(loop, prepare), "uv_prepare_init")
    unsafe mustSucceed(uv_idle_init(loop, idle), "uv_idle_init")
    // These two do not keep a loop running that has nothing else to do. The third does while it runs: there is work.
    unsafe uv_unref(Self.erased(prepare))
    unsafe uv_unref(Self.erased(async))
  }

  /// Tells the callbacks whose handles these are.
  func setOwner(_ owner: UnsafeMutableRawPointer) {
    // SAFETY: the handles were made by `init`; the owner closes them before it ends.
    unsafe prepare.pointee.data = owner
    unsafe idle.pointee.data = owner
    unsafe async.pointee.data = owner
  }

  /// Begins to close the three handles.
  func close() {
    // SAFETY: the handles are open, and their memory is freed after the loop has been run to its end.
    unsafe uv_close(Self.erased(prepare), nil)
    unsafe uv_close(Self.erased(idle), nil)
    unsafe uv_close(Self.erased(async), nil)
  }

  /// Gives the memory back; libuv must be done with it.
  func free() {
    // SAFETY: allocated by `init`, freed once.
    unsafe loop.deallocate()
    unsafe prepare.deallocate()
    unsafe idle.deallocate()
    unsafe async.deallocate()
  }

  private static func erased<Handle>(_ handle: UnsafeMutablePointer<Handle>) -> UnsafeMutablePointer<uv_handle_t> {
    // SAFETY: every libuv handle begins with the fields of uv_handle_t.
    unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)
  }
}
