import GreenroomPluginKit

/// The service `images` from a server that speaks like Unsplash.
@main
struct ImageHTTP {
  static func main() async {
    await Service("images", version: "1.0.0") { (configuration: Configuration) in
      let key = try AccessKey(environment: "UNSPLASH_ACCESS_KEY")
      let server = HTTPService(
        baseURL: configuration.baseURL ?? "https://api.unsplash.com", timeoutMs: configuration.timeoutMs)
      ServiceOperation("random", isIdempotent: true) { (arguments: Random, request) async throws -> [Photo] in
        let count = try arguments.checkedCount()
        let answer = try await server.get(
          "/photos/random", query: ["count": String(count)], headers: ["Authorization": "Client-ID \(key.value)"])
        return try answer.elements(answer.decode(TolerantList<Photo>.self), for: request)
      }
    }
    .run()
  }
}

/// The arguments of `random`.
struct Random: Decodable, Sendable {
  /// How many pictures the server gives at once.
  private static let limits = 1...30

  var count: Int

  func checkedCount() throws -> Int {
    guard Self.limits ~= count else {
      throw PluginError.refused("count: \(count) is not from \(Self.limits.lowerBound) to \(Self.limits.upperBound)")
    }
    return count
  }
}

/// What `random` answers a list of. The server says much more; only this is looked at.
struct Photo: Codable, Sendable {
  struct URLs: Codable, Sendable {
    var regular: String
  }

  var id: String
  var urls: URLs
}

/// The `configuration` object of the plugin's entry.
struct Configuration: Decodable, Sendable {
  /// The server; `https://api.unsplash.com` by default.
  var baseURL: String?
  /// Without it the request's own deadline counts.
  var timeoutMs: Int?
}
