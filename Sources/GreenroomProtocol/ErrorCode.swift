/// The code of a JSON-RPC error object; open, so that an unknown code survives the passage through the host.
///
/// -32768...-32000 belongs to JSON-RPC 2.0, 1...99 to this protocol, 100 and above to the service itself.
package struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package var rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  // MARK: JSON-RPC 2.0, section 5.1
  package static let parseError = ErrorCode(rawValue: -32700)
  package static let invalidRequest = ErrorCode(rawValue: -32600)
  package static let methodNotFound = ErrorCode(rawValue: -32601)
  package static let invalidParams = ErrorCode(rawValue: -32602)
  package static let internalError = ErrorCode(rawValue: -32603)

  // MARK: Greenroom
  /// The caller cancelled the request.
  package static let cancelled = ErrorCode(rawValue: 1)
  /// The time that the caller gave has passed.
  package static let deadline = ErrorCode(rawValue: 2)
  /// A bounded queue is full.
  package static let busy = ErrorCode(rawValue: 3)
  /// Nobody is there to answer.
  package static let unavailable = ErrorCode(rawValue: 4)
  /// The service ended after it had taken the request: whether it acted on it cannot be known.
  package static let outcomeUnknown = ErrorCode(rawValue: 5)
  /// The receiver understood and will not.
  package static let refused = ErrorCode(rawValue: 6)

  package var description: String {
    switch self {
    case .parseError: "parse error"
    case .invalidRequest: "invalid request"
    case .methodNotFound: "method not found"
    case .invalidParams: "invalid params"
    case .internalError: "internal error"
    case .cancelled: "cancelled"
    case .deadline: "deadline"
    case .busy: "busy"
    case .unavailable: "unavailable"
    case .outcomeUnknown: "outcome unknown"
    case .refused: "refused"
    default: "code \(rawValue)"
    }
  }
}

/// An error object as it stands on the wire.
package struct ErrorObject: Error, Equatable, Sendable {
  package var code: ErrorCode
  package var message: String
  /// The `data` member as it was sent, or nil; never decoded by the host.
  package var data: [UInt8]?

  package init(_ code: ErrorCode, _ message: String, data: [UInt8]? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }
}
