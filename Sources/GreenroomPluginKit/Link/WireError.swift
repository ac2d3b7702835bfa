/// Why the wire cannot be used.
package enum WireError: Error, Equatable, CustomStringConvertible {
  /// Standard input or output is closed: the program was not started by a host.
  case notOpen(stream: String)
  case system(operation: String, errno: CInt)

  package var description: String {
    switch self {
    case .notOpen(let stream):
      "\(stream) is not open: this program is a plugin of Greenroom and speaks with its host over standard input and output"
    case .system(let operation, let errno): "\(operation) failed (errno \(errno))"
    }
  }
}
