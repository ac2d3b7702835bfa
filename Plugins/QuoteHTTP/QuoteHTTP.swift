import GreenroomPluginKit

/// The service `quotes` from an HTTP server.
@main
struct QuoteHTTP {
  static func main() async {
    await Service("quotes", version: "1.0.0") { (configuration: Configuration) in
      let server = HTTPService(baseURL: configuration.baseURL, timeoutMs: configuration.timeoutMs)
      let path = configuration.path ?? "/random"
      ServiceOperation("random", isIdempotent: true) { () async throws -> Quote in try await server.get(path).decode() }
    }
    .run()
  }
}

/// What the operation `random` answers.
struct Quote: Codable, Sendable {
  var content: String
  var author: String
}

/// The `configuration` object of the plugin's entry.
struct Configuration: Decodable, Sendable {
  /// The server, such as `http://127.0.0.1:8080`.
  var baseURL: String
  /// What is asked for; `/random` by default.
  var path: String?
  /// Without it the request's own deadline counts.
  var timeoutMs: Int?
}
