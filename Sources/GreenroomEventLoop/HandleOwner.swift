import CLibuv

/// The owner of one libuv handle on the heap: the one place where handles are born and freed.
///
/// The handle holds the owner from its initialisation until libuv has called the close callback, so that no callback can
/// find a freed owner. `close` is the only way to end it.
@safe package class HandleOwner {
  let loop: Loop
  private let memory: UnsafeMutableRawPointer
  private(set) final var isClosed = false

  /// Makes the handle.
  ///
  /// - Parameters:
  ///   - loop: what the handle belongs to.
  ///   - kind: decides the size of the handle.
  ///   - operation: for the error.
  ///   - subject: for the error.
  ///   - initialise: calls the handle's uv_..._init and returns its code.
  /// - Throws: the code; nothing is left behind then.
  init(
    loop: Loop, kind: uv_handle_type, during operation: String, of subject: String = "",
    _ initialise: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutableRawPointer) -> CInt
  ) throws(LoopError) {
    self.loop = loop
    let byteCount = uv_handle_size(kind)
    // SAFETY: freed in the close callback, or below if there is no handle.
    unsafe memory = .allocate(byteCount: byteCount, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    let code = unsafe initialise(loop.pointer, memory)
    if code >= 0 {
      // SAFETY: taken back in the close callback, exactly once.
      unsafe handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
      return
    }
    isClosed = true
    // SAFETY: the initialisers touch the loop only if they succeed.
    unsafe memory.deallocate()
    throw .libuv(operation: operation, code: code, subject: subject)
  }

  /// The handle, as every kind begins.
  final var handle: UnsafeMutablePointer<uv_handle_t> {
    // SAFETY: the initialiser has made it.
    unsafe memory.assumingMemoryBound(to: uv_handle_t.self)
  }

  /// The handle as what it is.
  final func handle<Kind>(as kind: Kind.Type) -> UnsafeMutablePointer<Kind> {
    // SAFETY: the subclass asks for the kind that it has initialised.
    unsafe memory.assumingMemoryBound(to: kind)
  }

  /// Ends the handle; its memory is freed in a later turn. Calling it again does nothing.
  package final func close() {
    guard !isClosed else { return }
    isClosed = true
    // SAFETY: open until now, closed once.
    unsafe uv_close(handle, ownedHandleWasClosed)
    willClose()
  }

  /// For subclasses: drop what the callbacks would have used.
  func willClose() {}

  /// libuv is done with the handle.
  final func handleWasClosed() {
    // SAFETY: called by the close callback, after which libuv does not touch the memory.
    unsafe memory.deallocate()
  }
}
