package import GreenroomProtocol

/// A failure with a code: thrown by a handler it is the answer to its request, thrown by `HostLink` it is the host's.
public struct PluginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure; see `WireSpecification`, "Error codes".
  public let code: Int
  /// One sentence for people.
  public let message: String

  /// A failure of the plugin's own.
  ///
  /// - Parameters:
  ///   - code: 100 or more; what is below belongs to the protocol.
  ///   - message: one sentence for people.
  public init(code: Int, message: String) {
    precondition(code >= 100, "BUG: code \(code) belongs to the protocol; a plugin's own begin at 100")
    self.code = code
    self.message = message
  }

  package init(_ error: ErrorObject) {
    code = error.code.rawValue
    message = error.message
  }

  /// Code 2: what the plugin waited for did not come in time.
  public static func deadline(_ message: String) -> PluginError { PluginError(ErrorObject(.deadline, message)) }
  /// Code 3: too much is going on; it may be tried again.
  public static func busy(_ message: String) -> PluginError { PluginError(ErrorObject(.busy, message)) }
  /// Code 4: what the plugin needs cannot be reached.
  public static func unavailable(_ message: String) -> PluginError { PluginError(ErrorObject(.unavailable, message)) }
  /// Code 6: understood, and not done.
  public static func refused(_ message: String) -> PluginError { PluginError(ErrorObject(.refused, message)) }

  /// The message and the code.
  public var description: String { "\(message) (code \(code))" }
}
