import CLibuv

/// The owner of one libuv handle on the heap: the one place where handles are born and freed.
///
/// The handle holds the owner from its initialisation until libuv has called the close callback, so that no callback can
/// find a freed owner. `close` is the only way to end it.
@safe package class HandleOwner {
  let loop: Loop
  private let memory: UnsafeMutableRawPointer
  private(set) var isClosed = false

  /// - Parameters:
  ///   - kind: decides the size of the handle.
  ///   - initialise: calls the handle's uv_..._init and returns its code.
  init(
    loop: Loop, kind: uv_handle_type, during operation: String,
    _ initialise: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutableRawPointer) -> CInt
  ) throws(LoopError) {
    self.loop = loop
    unsafe memory = .allocate(byteCount: uv_handle_size(kind), alignment: 16)
    let code = unsafe initialise(loop.pointer, memory)
    guard code >= 0 else {
      unsafe memory.deallocate()
      isClosed = true
      throw .libuv(operation: operation, code: code, subject: "")
    }
    unsafe handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
  }

  /// The handle, as every kind begins.
  final var handle: UnsafeMutablePointer<uv_handle_t> { unsafe memory.assumingMemoryBound(to: uv_handle_t.self) }

  /// The handle as what it is.
  final func handle<Kind>(as kind: Kind.Type) -> UnsafeMutablePointer<Kind> {
    // SAFETY: the subclass asks for the kind that it has initialised.
    unsafe memory.assumingMemoryBound(to: kind)
  }

  /// Ends the handle; its memory is freed in a later turn. Calling it again does nothing.
  package final func close() {
    guard !isClosed else { return }
    isClosed = true
    unsafe uv_close(handle, ownedHandleWasClosed)
    willClose()
  }

  /// For subclasses: drop what the callbacks would have used.
  func willClose() {}

  /// libuv is done with the handle.
  final func handleWasClosed() { unsafe memory.deallocate() }
}
