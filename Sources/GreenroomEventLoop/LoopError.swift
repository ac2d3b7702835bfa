import CLibuv

#if canImport(Glibc)
  import Glibc
#endif

/// What can go wrong between the loop and the system: the operation, the system's code, and what it was about.
package enum LoopError: Error, Equatable, CustomStringConvertible {
  /// A system call failed; `errno` as errno(3) names it.
  case system(operation: String, errno: CInt, subject: String)
  /// libuv refused; `code` is one of its negative codes.
  case libuv(operation: String, code: CInt, subject: String)
  /// The situation does not allow it; a whole sentence.
  case refused(String)

  package var description: String {
    // SAFETY of both: the C library's text is copied at once; strerror(3) is asked on the loop's thread.
    switch self {
    case .system(let operation, let code, let subject):
      Self.sentence(operation, subject, unsafe String(cString: strerror(code)))
    case .libuv(let operation, let code, let subject):
      Self.sentence(operation, subject, unsafe String(cString: uv_strerror(code)))
    case .refused(let sentence): sentence
    }
  }

  /// The code of errno(3), if the system gave one.
  package var errno: CInt? {
    switch self {
    case .system(_, let code, _): code
    case .libuv(_, let code, _): -code
    case .refused: nil
    }
  }

  private static func sentence(_ operation: String, _ subject: String, _ cause: String) -> String {
    subject.isEmpty ? "\(operation) failed: \(cause)" : "\(operation) of \(subject) failed: \(cause)"
  }
}

/// Turns libuv's negative codes into an error.
@discardableResult
func check(_ code: CInt, during operation: String, of subject: String = "") throws(LoopError) -> CInt {
  guard code >= 0 else { throw .libuv(operation: operation, code: code, subject: subject) }
  return code
}

/// For calls that fail only if this module uses libuv wrongly.
func mustSucceed(_ code: CInt, _ operation: StaticString) {
  precondition(code >= 0, "BUG: \(operation) failed with \(code)")
}
