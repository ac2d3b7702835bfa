@preconcurrency import Glibc

/// The two descriptors on which a plugin speaks with its host: the only file of the kit that sees pointers.
///
/// Reading belongs to one thread; `write` and `wake` may be called on any.
package final class Wire: Sendable {
  /// What `wait` waits for, besides `wake`.
  package enum Interest: Sendable { case input, hangUp, nothing }

  /// What `wait` has found.
  package struct Readiness {
    package var hasInput = false
    /// The other end is closed; what it has written may still be read.
    package var isHungUp = false
  }

  /// What `read` came to.
  package enum ReadOutcome: Equatable {
    /// So many bytes stand at the start of the buffer; 0 if there were none after all.
    case bytes(Int)
    case end
    case failed(errno: CInt)
  }

  /// One read takes what a pipe holds by default.
  package static let readByteCount = 64 << 10
  /// Private descriptors are numbered from here: the numbers from 3 on are those that the host's entry gives.
  private static let firstPrivateDescriptor: CInt = 10

  private let input: CInt
  private let output: CInt
  private let wakeReading: CInt
  private let wakeWriting: CInt
  /// Whether lines can still be written. Held while a line is written, so that lines never interleave.
  private let isWritable = Guarded(true)
  /// Guards against waking a descriptor whose number is somebody else's by now.
  private let isOpen = Guarded(true)

  /// Takes over two open descriptors and closes them with `close`; both may be blocking or not.
  package init(input: CInt, output: CInt) throws(WireError) {
    var ends: (CInt, CInt) = (-1, -1)
    let status = withUnsafeMutableBytes(of: &ends) { pipe($0.assumingMemoryBound(to: CInt.self).baseAddress) }
    guard status == 0 else { throw .system(operation: "pipe", errno: errno) }
    defer {
      Glibc.close(ends.0)
      Glibc.close(ends.1)
    }
    self.input = input
    self.output = output
    wakeReading = try Self.privateCopy(of: ends.0, "the pipe")
    wakeWriting = try Self.privateCopy(of: ends.1, "the pipe")
    for descriptor in [wakeReading, wakeWriting] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  /// Moves the wire from standard input and output to private descriptors that no child process inherits.
  ///
  /// Afterwards standard input is empty and what the program prints goes to standard error, a line at a time: it is
  /// the plugin's log. SIGPIPE is ignored, so that a closed pipe is an error of a write and not the program's end.
  package static func takeStandardStreams() throws(WireError) -> Wire {
    signal(SIGPIPE, SIG_IGN)
    let input = try privateCopy(of: STDIN_FILENO, "standard input")
    let output = try privateCopy(of: STDOUT_FILENO, "standard output")
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0, dup2(nothing, STDIN_FILENO) >= 0 else {
      throw .system(operation: "open /dev/null", errno: errno)
    }
    Glibc.close(nothing)
    // Without a standard error there is no log, but the wire must not stay on standard output all the same.
    if dup2(STDERR_FILENO, STDOUT_FILENO) < 0 {
      let sink = open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard sink >= 0, dup2(sink, STDOUT_FILENO) >= 0 else { throw .system(operation: "dup2", errno: errno) }
      Glibc.close(sink)
    }
    setvbuf(stdout, nil, _IOLBF, 0)
    return try Wire(input: input, output: output)
  }

  private static func privateCopy(of descriptor: CInt, _ name: String) throws(WireError) -> CInt {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, firstPrivateDescriptor)
    guard copy >= 0 else {
      throw errno == EBADF ? .notOpen(stream: name) : .system(operation: "fcntl", errno: errno)
    }
    return copy
  }

  // MARK: Reading

  /// Waits until there is something to read, `wake` was called or the time has passed.
  ///
  /// - Parameters:
  ///   - interest: after a hang-up was found, `hangUp` would find it again at once.
  ///   - timeout: nil waits without end.
  /// - Returns: what was found; nothing at the end of the time.
  package func wait(for interest: Interest, timeout: Duration?) -> Readiness {
    var entries = [
      pollfd(fd: interest == .nothing ? -1 : input, events: interest == .input ? Int16(POLLIN) : 0, revents: 0),
      pollfd(fd: wakeReading, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&entries, nfds_t(entries.count), timeout.map(Self.milliseconds) ?? -1)
    guard count > 0 else { return Readiness() }
    if entries[1].revents != 0 {
      var scratch = [UInt8](repeating: 0, count: 64)
      while Glibc.read(wakeReading, &scratch, scratch.count) > 0 {}
    }
    let found = CInt(entries[0].revents)
    let isHungUp = found & (CInt(POLLHUP) | CInt(POLLERR) | CInt(POLLNVAL)) != 0
    return Readiness(hasInput: found & CInt(POLLIN) != 0 || (interest == .input && isHungUp), isHungUp: isHungUp)
  }

  /// Rounded up, so that a wait never ends before its time.
  private static func milliseconds(_ duration: Duration) -> CInt {
    let (seconds, attoseconds) = duration.components
    guard seconds < 86_400 else { return 86_400_000 }
    return max(0, CInt(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }

  /// One read(2) into the buffer.
  package func read(into buffer: inout [UInt8]) -> ReadOutcome {
    let count = Glibc.read(input, &buffer, buffer.count)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return errno == EINTR || errno == EAGAIN ? .bytes(0) : .failed(errno: errno)
  }

  /// Ends a `wait` of the reading thread, now or the next time.
  package func wake() {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      var byte: UInt8 = 0
      _ = Glibc.write(wakeWriting, &byte, 1)
    }
  }

  // MARK: Writing

  /// Writes whole lines, and waits as long as the host does not read.
  ///
  /// - Returns: false if the host reads no more; nothing is written from then on.
  package func write(_ lines: [UInt8]) -> Bool {
    isWritable.withLock { isWritable in
      if isWritable { isWritable = Self.write(lines, to: output) }
      return isWritable
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = UnsafeRawBufferPointer(rebasing: buffer[...])
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
          var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&entry, 1, -1)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  // MARK: End

  /// Closes everything; called once, by the reading thread as its last act.
  package func close() {
    isWritable.withLock { isWritable in
      isWritable = false
      Glibc.close(output)
    }
    isOpen.withLock { isOpen in
      isOpen = false
      for descriptor in [input, wakeReading, wakeWriting] { Glibc.close(descriptor) }
    }
  }

  /// Runs a function on a thread of its own.
  package static func startThread(_ body: @escaping @Sendable () -> Void) throws(WireError) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { pointer in
        // SAFETY: the pointer is the retained box below, taken over exactly once.
        if let pointer { Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      throw .system(operation: "pthread_create", errno: status)
    }
    pthread_detach(thread)
  }

  private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// The plugin's log: standard error, one write(2) a record, so that records of two threads do not mix.
package enum PluginLog {
  /// Writes one record; what cannot be written is given up.
  package static func write(_ message: String) {
    let line = Array(message.utf8) + [0x0a]
    _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
