import Foundation
import GreenroomPluginKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The service `quotes` from an HTTP server.
@main
struct QuoteHTTP {
  static func main() async {
    await Service("quotes", version: "1.0.0") { (configuration: Configuration) in
      let source = QuoteSource(configuration)
      ServiceOperation("random", isIdempotent: true) { () async throws -> Quote in try await source.random() }
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

extension PluginError {
  /// The configured address is none: code 100.
  static func badURL(_ text: String) -> PluginError {
    PluginError(code: 100, message: "\"\(text)\" is no http or https URL")
  }

  /// The server answered with a status that is not a success: code 101.
  static func http(_ status: Int, _ url: URL) -> PluginError {
    PluginError(code: 101, message: "HTTP \(status) \(reasonPhrase(status)) from \(url.shown)")
  }

  /// The server's answer is not what was agreed: code 102.
  static func decoding(_ message: String, _ url: URL) -> PluginError {
    PluginError(code: 102, message: "the answer from \(url.shown) is not understood: \(message)")
  }

  /// The phrases of RFC 9110, section 15.
  private static func reasonPhrase(_ status: Int) -> String {
    HTTPURLResponse.localizedString(forStatusCode: status).capitalized
  }
}

extension URL {
  /// The address for people: without user, password and query, which may hold keys.
  var shown: String {
    var parts = URLComponents(url: self, resolvingAgainstBaseURL: false)
    parts?.user = nil
    parts?.password = nil
    parts?.query = nil
    return parts?.string ?? host ?? "the server"
  }
}
