import GreenroomTerminalText

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

  /// One line of a result, from bytes that are JSON.
  @discardableResult
  static func line(_ bytes: some Sequence<UInt8>) -> Bool {
    put(1, String(decoding: Array(bytes), as: UTF8.self) + "\n")
  }

  /// One complaint or sign of progress, escaped: it may hold what a plugin said.
  static func complain(_ text: String) { _ = put(2, "greenroom: " + TerminalText.escaped(text) + "\n") }

  private static func put(_ descriptor: CInt, _ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = write(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  static var style: TerminalStyle {
    TerminalStyle(
      descriptor: 1,
      environment: Dictionary(ProcessEnvironment.all.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
  }
}

/// Facts about this process that the C library knows.
enum ProcessEnvironment {
  /// The whole environment, in its order.
  static var all: [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text)
      if let equals = pair.firstIndex(of: "=") {
        result.append((String(pair[..<equals]), String(pair[pair.index(after: equals)...])))
      }
      entry = entry.advanced(by: 1)
    }
    return result
  }

  static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The folder of the running executable: plugins and the launcher stand beside it.
  static var executableFolder: String {
    var buffer = [CChar](repeating: 0, count: 4_097)
    let count = readlink("/proc/self/exe", &buffer, 4_096)
    guard count > 0 else { return "." }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
