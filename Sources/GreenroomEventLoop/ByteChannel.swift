import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// Bytes to and from one peer, over two pipe ends or one socket, with plain non-blocking read(2) and write(2).
///
/// libuv's own streams are not used: here the caller learns exactly what the kernel has taken, nothing is allocated for a
/// write, and lines that were not taken stay the caller's. Regular files and `/dev/null` work, too: they are always ready.
/// Confined to the loop's thread; owns its descriptors until `close`, which may be called from any of its callbacks.
package final class ByteChannel {
  /// What became of a write.
  package enum WriteResult: Equatable {
    /// So many bytes; fewer than given means that the rest has to wait.
    case accepted(Int)
    /// None; `awaitWritable` tells when.
    case blocked
    /// The peer's end is closed, or worse.
    case broken(LoopError)
  }

  private let loop: Loop
  private var reading: WatchedDescriptor?
  private var writing: WatchedDescriptor?
  private var onBytes: ((Span<UInt8>) -> Void)?
  private var onEnd: ((LoopError?) -> Void)?
  private var hasEnded = false

  /// The ends of up to two pipes, or files. Takes them over, also when it throws.
  ///
  /// - Throws: what keeps the system from watching them: memory, or the user's number of watches.
  package init(
    loop: Loop, reading: consuming Descriptor? = nil, writing: consuming Descriptor? = nil
  ) throws(LoopError) {
    self.loop = loop
    var readable: WatchedDescriptor?
    do throws(LoopError) {
      if let reading = consume reading { readable = try WatchedDescriptor(reading, loop: loop) }
    } catch {
      if let writing = consume writing { writing.close() }
      throw error
    }
    do throws(LoopError) {
      if let writing = consume writing { self.writing = try WatchedDescriptor(writing, loop: loop) }
    } catch {
      readable?.close()
      throw error
    }
    self.reading = readable
  }

  /// A connected socket. Takes it over, also when it throws.
  package init(loop: Loop, socket: consuming Descriptor) throws(LoopError) {
    self.loop = loop
    let both = try WatchedDescriptor(socket, loop: loop)
    reading = both
    writing = both
  }

  /// A connection to a Unix socket, without waiting.
  ///
  /// - Throws: ENOENT if there is no such socket, ECONNREFUSED if nobody listens, EAGAIN if too many wait before.
  package static func connect(loop: Loop, unixSocket path: String) throws(LoopError) -> ByteChannel {
    try ByteChannel(loop: loop, socket: UnixSocket.connect(path: path, waits: false))
  }

  deinit { precondition(reading == nil && writing == nil, "BUG: a channel was dropped open") }

  // MARK: Reading

  /// Reads until the end of the stream, one read(2) for each time that there is something.
  ///
  /// - Parameters:
  ///   - limit: so many bytes are read in one turn at most: as many as the loop's buffer takes, if not given.
  ///   - onBytes: the bytes are valid during the call only.
  ///   - onEnd: called once; nil at a plain end.
  package func startReading(
    atMost limit: Int = .max, onBytes: @escaping (Span<UInt8>) -> Void, onEnd: @escaping (LoopError?) -> Void
  ) {
    guard let reading, !hasEnded else { return }
    self.onBytes = onBytes
    self.onEnd = onEnd
    reading.readiness.onReadable = { [unowned self] in _ = self.readOnce(atMost: limit) }
    reading.readiness.want(reading: true)
  }

  /// What the peer writes stays in the kernel until `resumeReading`. A peer that hangs up meanwhile is noticed then.
  package func pauseReading() { reading?.readiness.want(reading: false) }

  /// Goes on after `pauseReading`. Does nothing after the end.
  package func resumeReading() {
    if !hasEnded, onBytes != nil { reading?.readiness.want(reading: true) }
  }

  /// Reads what is there now and at most `limit` bytes more, for a peer whose process has ended while a grandchild may
  /// still hold the pipe. A pause does not count here.
  ///
  /// - Parameter limit: one system buffer by default.
  package func readAvailable(limit: Int = 65_536) {
    guard let reading, !hasEnded, onBytes != nil else { return }
    var rest = Int(greenroom_pending_bytes(reading.number)) + min(max(0, limit), 1 << 30)
    while rest > 0, !hasEnded {
      let count = readOnce(atMost: rest)
      if count == 0 { return }
      rest -= count
    }
  }

  /// One read(2) and what follows from it. - Returns: the number of bytes.
  private func readOnce(atMost limit: Int) -> Int {
    guard let reading, !hasEnded else { return 0 }
    return unsafe loop.withReadBuffer { buffer in
      var count = 0
      repeat {
        // SAFETY: read(2) fills at most the buffer, which is ours until the body ends.
        count = unsafe read(reading.number, buffer.baseAddress, min(limit, buffer.count))
      } while count < 0 && errno == EINTR
      if count > 0 {
        // SAFETY: so many bytes were filled; the span ends with the call.
        let bytes = unsafe UnsafeBufferPointer(
          start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count)
        unsafe onBytes?(bytes.span)
      } else if count == 0 {
        ended(nil)
      } else if errno != EAGAIN {
        // ECONNRESET: the peer is gone, and so is what it did not send.
        ended(errno == ECONNRESET ? nil : .system(operation: "read", errno: errno, subject: ""))
      }
      return max(0, count)
    }
  }

  private func ended(_ error: LoopError?) {
    hasEnded = true
    reading?.readiness.want(reading: false)
    let onEnd = onEnd
    onBytes = nil
    self.onEnd = nil
    onEnd?(error)
  }

  // MARK: Writing

  /// Offers bytes to the kernel and tells how many it has taken. Keeps nothing.
  package func write(_ bytes: Span<UInt8>) -> WriteResult {
    offer { descriptor in
      // SAFETY: the kernel reads the span during the call only.
      unsafe bytes.withUnsafeBufferPointer { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  private func offer(_ write: (CInt) -> Int) -> WriteResult {
    guard let writing else { return .broken(.system(operation: "write", errno: EPIPE, subject: "")) }
    var count = 0
    repeat { count = write(writing.number) } while count < 0 && errno == EINTR
    if count >= 0 { return .accepted(count) }
    if errno == EAGAIN { return .blocked }
    return .broken(.system(operation: "write", errno: errno, subject: ""))
  }

  /// Calls `action` once, in a later turn, when more bytes can be written or the peer's end has been closed.
  package func awaitWritable(_ action: @escaping () -> Void) {
    guard let writing else { return }
    writing.readiness.onWritable = { [unowned writing] in
      writing.readiness.onWritable = nil
      writing.readiness.want(writing: false)
      action()
    }
    writing.readiness.want(writing: true)
  }

  /// Ends the peer's input. Of a socket only the writing half is shut.
  package func closeWriting() {
    guard let writing else { return }
    self.writing = nil
    if writing === reading {
      writing.readiness.onWritable = nil
      writing.readiness.want(writing: false)
      shutdown(writing.number, CInt(SHUT_WR))
    } else {
      writing.close()
    }
  }

  // MARK: Closing

  /// Closes the descriptors; no callback comes afterwards. Calling it again does nothing.
  package func close() {
    hasEnded = true
    onBytes = nil
    onEnd = nil
    let (reading, writing) = (reading, writing)
    self.reading = nil
    self.writing = nil
    reading?.close()
    writing?.close()
  }
}
