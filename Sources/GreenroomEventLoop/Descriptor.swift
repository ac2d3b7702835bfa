import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// An open file descriptor that has exactly one owner; to drop it open is a bug and a trap.
package struct Descriptor: ~Copyable {
  package let number: CInt

  /// Takes over an open descriptor.
  package init(owning number: CInt) { self.number = number }

  /// Gives the number away; the new owner closes it.
  package consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  package consuming func close() {
    Glibc.close(number)
    discard self
  }

  deinit { Self.trap(number) }

  private static func trap(_ number: CInt) {
    preconditionFailure("BUG: descriptor \(number) was dropped open")
  }
}

/// The two ends of a plain pipe, both close-on-exec, both blocking until their owner decides.
package struct PipeEnds: ~Copyable {
  package var reading: Descriptor
  package var writing: Descriptor

  /// pipe2(2). What the kernel keeps for the pipe is asked to be `capacity` bytes; a refusal leaves the default of 64 KiB.
  package static func make(capacity: Int? = nil) throws(LoopError) -> PipeEnds {
    var reading: CInt = -1
    var writing: CInt = -1
    // SAFETY: the call fills the two numbers.
    guard unsafe greenroom_pipe(&reading, &writing) == 0 else {
      throw .system(operation: "pipe2", errno: errno, subject: "")
    }
    if let capacity { _ = greenroom_set_pipe_size(writing, CInt(capacity)) }
    return PipeEnds(reading: Descriptor(owning: reading), writing: Descriptor(owning: writing))
  }

  /// Gives both numbers away; the new owner closes them.
  package consuming func release() -> (reading: CInt, writing: CInt) { (reading.release(), writing.release()) }

  package init(reading: consuming Descriptor, writing: consuming Descriptor) {
    self.reading = reading
    self.writing = writing
  }
}
