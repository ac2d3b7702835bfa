import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// One of this program's own standard streams as a channel, whatever it is: a terminal, a pipe, a socket, a file,
/// `/dev/null`.
///
/// A channel is non-blocking, and that is a property of the open file description, which others share: the shell has the same
/// terminal, the next program the same pipe. So the stream is opened anew where the system allows it; where not, `close` puts
/// back what was. Confined to the loop's thread; the standard descriptor itself stays open.
package final class StandardStream {
  /// Reads or writes, as the stream was made.
  package let channel: ByteChannel
  private let number: CInt
  /// Flags to put back, if the description is shared.
  private let sharedFlags: CInt?

  /// Standard input.
  package static func input(loop: Loop) throws(LoopError) -> StandardStream {
    try StandardStream(loop: loop, reading: STDIN_FILENO)
  }

  /// Standard output.
  package static func output(loop: Loop) throws(LoopError) -> StandardStream {
    try StandardStream(loop: loop, writing: STDOUT_FILENO)
  }

  /// Standard error.
  package static func error(loop: Loop) throws(LoopError) -> StandardStream {
    try StandardStream(loop: loop, writing: STDERR_FILENO)
  }

  /// Any descriptor that others share, to be read. It stays its owner's.
  package init(loop: Loop, reading number: CInt) throws(LoopError) {
    let (descriptor, flags) = try Self.open(number, O_RDONLY)
    self.number = number
    sharedFlags = flags
    channel = try ByteChannel(loop: loop, reading: Descriptor(owning: descriptor))
  }

  /// Any descriptor that others share, to be written. It stays its owner's.
  package init(loop: Loop, writing number: CInt) throws(LoopError) {
    let (descriptor, flags) = try Self.open(number, O_WRONLY)
    self.number = number
    sharedFlags = flags
    channel = try ByteChannel(loop: loop, writing: Descriptor(owning: descriptor))
  }

  /// A descriptor for the channel, and the flags that have to be put back.
  private static func open(_ number: CInt, _ access: CInt) throws(LoopError) -> (CInt, CInt?) {
    var status = stat()
    // SAFETY: fstat(2) fills the structure.
    guard unsafe fstat(number, &status) == 0 else {
      throw .system(operation: "fstat", errno: errno, subject: "descriptor \(number)")
    }
    let kind = status.st_mode & S_IFMT
    // A file is opened anew at its beginning, and truly shared files have one offset: only what has none is.
    if kind == S_IFIFO || kind == S_IFCHR {
      let reopened = greenroom_reopen(number, access)
      if reopened >= 0 { return (reopened, nil) }
      // A pipe of another user, or one whose reader has gone.
    }
    let duplicate = greenroom_duplicate(number, 3)
    guard duplicate >= 0 else { throw .system(operation: "dup", errno: errno, subject: "descriptor \(number)") }
    return (duplicate, kind == S_IFREG ? nil : greenroom_status_flags(number))
  }

  /// Closes the channel; the standard descriptor stays open. Calling it again does nothing.
  package func close() {
    channel.close()
    if let sharedFlags { _ = greenroom_set_status_flags(number, sharedFlags) }
  }
}
