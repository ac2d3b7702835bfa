import GreenroomPluginKit

/// The service `images` from a catalogue that is part of the program: no network, no files, no key.
@main
struct ImageCatalog {
  static func main() async {
    await Service("images", version: "1.0.0") { (configuration: Configuration) in
      let catalogue = Catalogue(photos, order: configuration.order ?? .random)
      ServiceOperation("random", isIdempotent: true) { (arguments: Random) async throws -> [Photo] in
        guard Random.limits ~= arguments.count else {
          throw PluginError.refused(
            "count: \(arguments.count) is not from \(Random.limits.lowerBound) to \(Random.limits.upperBound)")
        }
        if let delay = configuration.delayMs { try await Task.sleep(for: .milliseconds(delay)) }
        return catalogue.next(arguments.count)
      }
    }
    .run()
  }
}

/// The arguments of `random`.
struct Random: Decodable, Sendable {
  /// How many pictures there are at once, as with the real service.
  static let limits = 1...30

  var count: Int
}

/// What `random` answers a list of.
struct Photo: Codable, Sendable {
  struct URLs: Codable, Sendable {
    var regular: String
  }

  var id: String
  var urls: URLs
}

/// The `configuration` object of the plugin's entry.
struct Configuration: Decodable, Sendable {
  /// How the next pictures are chosen.
  enum Order: String, Decodable, Sendable { case random, sequential }

  var order: Order?
  /// Waits before each answer, so that people see what the app does meanwhile.
  var delayMs: Int?
}
