import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// Bytes to and from one peer, over two pipe ends or one socket, with plain non-blocking read(2) and write(2).
///
/// libuv's own streams are not used: here the caller learns exactly what the kernel has taken, nothing is allocated for a
/// write, and lines that were not taken stay the caller's. Confined to the loop's thread; owns its descriptors.
package final class ByteChannel {
  package enum WriteResult: Equatable {
    /// So many bytes; fewer than given means that the rest has to wait.
    case accepted(Int)
    /// None; `awaitWritable` tells when.
    case blocked
    /// The peer's end is closed, or worse.
    case broken(LoopError)
  }

  private let loop: Loop
  private var reading: Watched?
  private var writing: Watched?
  private var onBytes: ((Span<UInt8>) -> Void)?
  private var onEnd: ((LoopError?) -> Void)?
  private var hasEnded = false

  /// A descriptor and what watches it; a socket is one for both directions.
  private final class Watched {
    let descriptor: CInt
    let readiness: Readiness
    init(_ descriptor: consuming Descriptor, loop: Loop) throws(LoopError) {
      do {
        readiness = try Readiness(loop: loop, descriptor: descriptor.number)
      } catch {
        descriptor.close()
        throw error
      }
      self.descriptor = descriptor.release()
    }
    /// The descriptor is closed once libuv watches it no more.
    func close() {
      readiness.close()
      Glibc.close(descriptor)
    }
  }

  /// Two ends of two pipes. Takes them over, also when it throws.
  package init(loop: Loop, reading: consuming Descriptor, writing: consuming Descriptor) throws(LoopError) {
    self.loop = loop
    let readable: Watched
    do {
      readable = try Watched(reading, loop: loop)
    } catch {
      writing.close()
      throw error
    }
    do {
      self.writing = try Watched(writing, loop: loop)
    } catch {
      readable.close()
      throw error
    }
    self.reading = readable
  }

  /// The end of a pipe that is only read.
  package init(loop: Loop, reading: consuming Descriptor) throws(LoopError) {
    self.loop = loop
    self.reading = try Watched(reading, loop: loop)
  }

  /// A connected socket.
  package init(loop: Loop, socket: consuming Descriptor) throws(LoopError) {
    self.loop = loop
    let both = try Watched(socket, loop: loop)
    reading = both
    writing = both
  }

  // MARK: Reading

  /// Reads until the end of the stream, one read(2) for each time that there is something.
  ///
  /// - Parameters:
  ///   - onBytes: the bytes are valid during the call only.
  ///   - onEnd: called once; nil at a plain end.
  package func startReading(
    onBytes: @escaping (Span<UInt8>) -> Void, onEnd: @escaping (LoopError?) -> Void
  ) {
    self.onBytes = onBytes
    self.onEnd = onEnd
    reading?.readiness.onReadable = { [unowned self] in self.readOnce() }
    reading?.readiness.want(reading: true)
  }

  package func pauseReading() { reading?.readiness.want(reading: false) }

  package func resumeReading() {
    if !hasEnded { reading?.readiness.want(reading: true) }
  }

  @discardableResult
  private func readOnce() -> Int {
    guard let reading, !hasEnded else { return 0 }
    let buffer = unsafe loop.readBuffer
    var count = 0
    repeat { count = unsafe read(reading.descriptor, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
    if count > 0 {
      // SAFETY: read(2) has filled so many bytes; the span ends with the call.
      let bytes = unsafe UnsafeBufferPointer(
        start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count)
      unsafe onBytes?(bytes.span)
    } else if count == 0 {
      ended(nil)
    } else if errno != EAGAIN {
      // ECONNRESET and its like: the peer is gone, and so is what it did not send.
      ended(errno == ECONNRESET ? nil : .system(operation: "read", errno: errno, subject: ""))
    }
    return max(0, count)
  }

  private func ended(_ error: LoopError?) {
    hasEnded = true
    reading?.readiness.want(reading: false)
    let onEnd = onEnd
    onBytes = nil
    self.onEnd = nil
    onEnd?(error)
  }

  /// Reads what is there now and at most one system buffer more, for a peer whose process has ended while a
  /// grandchild may still hold the pipe.
  package func readAvailable() {
    guard let reading, !hasEnded else { return }
    var waiting: CInt = 0
    // SAFETY: FIONREAD writes one int.
    _ = unsafe ioctl(reading.descriptor, UInt(FIONREAD), &waiting)
    var rest = Int(waiting) + 65_536
    while rest > 0, !hasEnded {
      let count = readOnce()
      if count == 0 { return }
      rest -= count
    }
  }

  // MARK: Writing

  package func write(_ bytes: Span<UInt8>) -> WriteResult {
    guard let writing else { return .broken(.system(operation: "write", errno: EPIPE, subject: "")) }
    var count = 0
    repeat {
      // SAFETY: the kernel reads the span during the call only.
      count = unsafe bytes.withUnsafeBufferPointer { unsafe Glibc.write(writing.descriptor, $0.baseAddress, $0.count) }
    } while count < 0 && errno == EINTR
    if count >= 0 { return .accepted(count) }
    if errno == EAGAIN { return .blocked }
    return .broken(.system(operation: "write", errno: errno, subject: ""))
  }

  /// Calls `action` once when more bytes can be written, or when the peer's end has been closed.
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
      writing.readiness.want(writing: false)
      shutdown(writing.descriptor, CInt(SHUT_WR))
    } else {
      writing.close()
    }
  }

  // MARK: Closing

  package func close() {
    hasEnded = true
    onBytes = nil
    onEnd = nil
    let (reading, writing) = (reading, writing)
    self.reading = nil
    self.writing = nil
    reading?.close()
    if writing !== reading { writing?.close() }
  }

  deinit { precondition(reading == nil && writing == nil, "BUG: a channel was dropped open") }
}
