package import GreenroomJSONLines
package import GreenroomProtocol

/// What a service or a presenter is before it has its configuration.
package struct PluginDefinition: Sendable {
  package var role: PluginRole
  /// Builds the plugin; may throw `ErrorObject` or any error, which becomes the answer to `initialize`.
  package var prepare: @Sendable (RawJSON, HostLink) async throws -> PluginContent
}

/// What a plugin is once it has its configuration.
package struct PluginContent: Sendable {
  package var description: InitializeResult
  /// The requests that it answers, each in a task of its own.
  package var routes: [Route] = []
  /// Called with one notification after the other, in the order of the wire.
  package var notified: (@Sendable (PluginStateMachine.Notification, [UInt8]) async throws -> Void)?

  /// One method and its handler, from the bytes of `params` to those of `result`.
  package struct Route: Sendable {
    package var method: String
    package var run: @Sendable ([UInt8], Request) async throws -> [UInt8]
  }
}

extension PluginDefinition {
  /// The `configuration` object of the plugin's entry.
  struct ConfigurationSource: Sendable {
    private let json: RawJSON
    init(_ json: RawJSON) { self.json = json }

    /// The configuration as the plugin's own type.
    func decode<Configuration: Decodable>() throws(ErrorObject) -> Configuration {
      do {
        return try JSONDecoding.decode(Configuration.self, from: json.bytes[...])
      } catch {
        let path = error.path.isEmpty ? "configuration" : "configuration.\(error.path)"
        throw ErrorObject(.invalidParams, "\(path): \(error.message)")
      }
    }
  }
}

extension ErrorObject {
  /// What a handler has thrown, as the answer to its request.
  init(thrown error: any Error) {
    switch error {
    case let error as ErrorObject: self = error
    case let error as PluginError: self.init(ErrorCode(rawValue: error.code), error.message)
    case is CancellationError: self.init(.internalError, "cancelled inside the service")
    default: self.init(.internalError, "\(error)")
    }
  }
}
