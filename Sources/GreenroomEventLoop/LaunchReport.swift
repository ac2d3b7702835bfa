#if canImport(Glibc)
  import Glibc
#endif

/// What a child says before it becomes the program: nothing, if it could; else `OPERATION ERRNO`, at most 64 bytes.
struct LaunchReport {
  /// The bytes so far.
  private var bytes: [UInt8] = []
  private static let byteLimit = 64

  mutating func append(_ more: Span<UInt8>) {
    for index in more.indices where bytes.count < Self.byteLimit { bytes.append(more[index]) }
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// Why there is no program, or nil if there is one.
  func failure(of specification: ProcessSpecification) -> LoopError? {
    if bytes.isEmpty { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 2, let code = CInt(words[1]) else {
      return .refused("\(specification.executable) could not be started, and the system does not say why")
    }
    let operation = String(words[0])
    if operation == "chdir" {
      return .system(operation: operation, errno: code, subject: specification.workingDirectory ?? "")
    }
    // exec(2) says 'no such file' of the interpreter, too.
    // SAFETY: the path is read during the call.
    if operation == "exec", code == ENOENT, unsafe access(specification.executable, F_OK) == 0 {
      return .refused(
        "exec of \(specification.executable) failed: the interpreter that it names does not exist; look at its first line, "
          + "which must not end with a carriage return either")
    }
    if operation == "exec", code == ENOEXEC {
      return .refused(
        "exec of \(specification.executable) failed: it is no program; a script begins with #! and its interpreter")
    }
    return .system(operation: operation, errno: code, subject: specification.executable)
  }
}
