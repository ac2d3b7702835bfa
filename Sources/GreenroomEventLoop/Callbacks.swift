import CLibuv

// The functions that libuv calls. Each finds the owner of its handle and calls one method; nothing else happens here.
// SAFETY of all: `data` is the owner, which is alive while its handle is open (fence rule 2: retained until the close
// callback; the loop's own handles are closed before the loop is freed). Names and bytes are valid during the call.

@c func loopWasWoken(_ handle: UnsafeMutablePointer<uv_async_t>?) {
  guard let data = unsafe handle?.pointee.data else { return }
  unsafe Unmanaged<Loop>.fromOpaque(data).takeUnretainedValue().executor.wakeArrived()
}

@c func loopIsAboutToWait(_ handle: UnsafeMutablePointer<uv_prepare_t>?) {
  guard let data = unsafe handle?.pointee.data else { return }
  unsafe Unmanaged<Loop>.fromOpaque(data).takeUnretainedValue().isAboutToWait()
}

@c func loopIsIdle(_ handle: UnsafeMutablePointer<uv_idle_t>?) {}

@c func closeOpenHandle(_ handle: UnsafeMutablePointer<uv_handle_t>?, _ argument: UnsafeMutableRawPointer?) {
  guard let handle = unsafe handle, let data = unsafe handle.pointee.data, unsafe uv_is_closing(handle) == 0 else {
    return
  }
  let kind = unsafe String(cString: uv_handle_type_name(uv_handle_get_type(handle)))
  unsafe argument?.assumingMemoryBound(to: OpenHandles.self).pointee.kinds.append(kind)
  // By its owner, so that the owner knows.
  unsafe Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue().close()
}

@c func ownedHandleWasClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  guard let data = unsafe handle?.pointee.data else { return }
  unsafe Unmanaged<HandleOwner>.fromOpaque(data).takeRetainedValue().handleWasClosed()
}

@c func timerFired(_ handle: UnsafeMutablePointer<uv_timer_t>?) {
  guard let data = unsafe handle?.pointee.data else { return }
  (unsafe Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? LoopTimer)?.fired()
}

@c func signalArrived(_ handle: UnsafeMutablePointer<uv_signal_t>?, _ number: CInt) {
  guard let data = unsafe handle?.pointee.data else { return }
  (unsafe Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? LoopSignal)?.arrived()
}

@c func descriptorIsReady(_ handle: UnsafeMutablePointer<uv_poll_t>?, _ status: CInt, _ events: CInt) {
  guard let data = unsafe handle?.pointee.data else { return }
  (unsafe Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? PollReadiness)?.polled(status, events)
}

@c func descriptorHasItsTurn(_ handle: UnsafeMutablePointer<uv_idle_t>?) {
  guard let data = unsafe handle?.pointee.data else { return }
  (unsafe Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? TurnReadiness)?.turned()
}

@c func childEnded(_ handle: UnsafeMutablePointer<uv_signal_t>?, _ number: CInt) {
  guard let data = unsafe handle?.pointee.data else { return }
  (unsafe Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? ChildReaper)?.arrived()
}

@c func folderChanged(
  _ handle: UnsafeMutablePointer<uv_fs_event_t>?, _ name: UnsafePointer<CChar>?, _ events: CInt, _ status: CInt
) {
  guard let data = unsafe handle?.pointee.data else { return }
  let name = unsafe name.map { unsafe String(cString: $0) }
  (unsafe Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? FileWatcher)?.changed(name)
}
