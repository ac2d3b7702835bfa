import GreenroomPluginKit

/// The service `movies` from a chart that is part of the program: no network, no files, no key.
@main
struct MovieCatalog {
  static func main() async {
    await Service("movies", version: "1.0.0") { (configuration: Configuration) in
      ServiceOperation("dailyBoxOffice", isIdempotent: true) { (arguments: DailyBoxOffice) async throws -> [Movie] in
        guard arguments.hasDate else {
          throw PluginError.refused("date: \"\(arguments.date.prefix(16))\" is not yyyymmdd")
        }
        if let delay = configuration.delayMs { try await Task.sleep(for: .milliseconds(delay)) }
        return chart
      }
    }
    .run()
  }
}

/// The `configuration` object of the plugin's entry.
struct Configuration: Decodable, Sendable {
  /// Waits before each answer, so that people see what the app does meanwhile.
  var delayMs: Int?
}
