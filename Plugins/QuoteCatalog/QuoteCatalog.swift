import GreenroomPluginKit

/// The service `quotes` from a catalogue that is part of the program: no network, no files.
@main
struct QuoteCatalog {
  static func main() async {
    await Service("quotes", version: "1.0.0") { (configuration: Configuration) in
      let catalogue = Catalogue(quotations, configuration)
      ServiceOperation("random", isIdempotent: true) { () async throws -> Quote in
        if let delay = configuration.delayMs { try await Task.sleep(for: .milliseconds(delay)) }
        return await catalogue.next()
      }
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
  /// How the next quotation is chosen.
  enum Order: String, Decodable, Sendable { case random, sequential }

  var order: Order?
  /// Makes the random order the same every time.
  var seed: UInt64?
  /// Waits before each answer, so that people see what the app does meanwhile.
  var delayMs: Int?
}
