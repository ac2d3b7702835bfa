/// Why a request has no reply: one type for all services.
///
/// It is a value and never ends a stream. It travels from the service to the screen as it is: unknown codes survive.
public struct ServiceError: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure.
  public let code: Code
  /// One sentence for people.
  public let message: String

  /// Describes a failure.
  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  /// The sentence, and the code in words.
  public var description: String { "\(message) (\(code))" }

  /// The kind of a failure. Codes below 100 belong to Greenroom, those from 100 to the services.
  public struct Code: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The number on the wire.
    public let rawValue: Int
    /// A code of this number; unknown ones are kept.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The caller has cancelled the request.
    public static let cancelled = Code(rawValue: 1)
    /// There was no reply before the deadline.
    public static let deadline = Code(rawValue: 2)
    /// Too much is waiting for the service; it may be tried again.
    public static let busy = Code(rawValue: 3)
    /// No plugin serves it, or what it asks cannot be reached.
    public static let unavailable = Code(rawValue: 4)
    /// The service ended after it had the request: it may have been carried out, or not.
    public static let outcomeUnknown = Code(rawValue: 5)
    /// The request is not allowed, or was not understood.
    public static let refused = Code(rawValue: 6)

    /// The service is configured with an address that is none.
    public static let badURL = Code(rawValue: 100)
    /// A server answered with a status that is not a success; the message names it.
    public static let http = Code(rawValue: 101)
    /// A reply is not what was agreed.
    public static let decoding = Code(rawValue: 102)
    /// A user is not known or the password is not theirs.
    public static let wrongCredentials = Code(rawValue: 110)
    /// There is an account of that name already.
    public static let accountExists = Code(rawValue: 111)

    /// The code in words.
    public var description: String {
      switch self {
      case .cancelled: "cancelled"
      case .deadline: "deadline"
      case .busy: "busy"
      case .unavailable: "unavailable"
      case .outcomeUnknown: "outcome unknown"
      case .refused: "refused"
      case .badURL: "bad URL"
      case .http: "HTTP"
      case .decoding: "decoding"
      case .wrongCredentials: "wrong credentials"
      case .accountExists: "account exists"
      default: "code \(rawValue)"
      }
    }
  }

  /// A server's answer that is not a success.
  public static func http(_ status: Int) -> ServiceError { ServiceError(code: .http, message: "HTTP \(status)") }
}
