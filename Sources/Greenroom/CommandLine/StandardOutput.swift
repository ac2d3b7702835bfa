import GreenroomTerminalText
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The commands' results and complaints: results alone go to standard output.
enum StandardOutput {
  /// One line of a result, as it is.
  ///
  /// - Returns: false if nobody reads any more; then a command that goes on showing things ends quietly.
  @discardableResult
  static func line(_ text: String) -> Bool { put(1, text + "\n") }

  /// One line of a result that is JSON.
  @discardableResult
  static func json(_ bytes: some Collection<UInt8>) -> Bool { line(HarmlessJSON.text(bytes)) }

  /// One complaint or sign of progress, escaped: it may hold what a plugin said.
  static func complain(_ text: String) { _ = put(2, "greenroom: " + TerminalText.escaped(text) + "\n") }

  /// Why standard output took no more, as a sentence; nil if it took everything, or if its reader has left, which is
  /// the reader's right.
  static var problem: String? {
    let code = firstError.load(ordering: .relaxed)
    return code == 0 || code == EPIPE ? nil : "standard output: \(String(cString: strerror(code)))"
  }

  /// Whether standard output has taken everything so far.
  static var isOpen: Bool { firstError.load(ordering: .relaxed) == 0 }

  private static let firstError = Atomic<CInt>(0)

  private static func put(_ descriptor: CInt, _ text: String) -> Bool {
    var text = text
    let code = text.withUTF8 { bytes -> CInt in
      var sent = 0
      while sent < bytes.count {
        let count = write(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        if count > 0 {
          sent += count
        } else if count == 0 {
          return EIO
        } else if errno == EAGAIN {
          // Somebody who shares the terminal or pipe has made it non-blocking.
          var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&one, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
    if code != 0, descriptor == 1 { _ = firstError.compareExchange(expected: 0, desired: code, ordering: .relaxed) }
    return code == 0
  }

  /// Opens a standard stream that the caller has closed, so that the control socket does not become standard output.
  ///
  /// It is opened for the wrong direction: to use it is an error, as it was before.
  static func fillClosedDescriptors() {
    for descriptor in CInt(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Colour on a terminal whose environment wants it.
  static var style: TerminalStyle {
    TerminalStyle(
      descriptor: 1,
      environment: Dictionary(ProcessEnvironment.all.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
  }

  /// Columns to which lines are cut; nil, if not on a terminal, cuts nothing.
  static var width: Int? { TerminalStyle.isTerminal(1) ? TerminalStyle.terminalWidth(1) : nil }
}
