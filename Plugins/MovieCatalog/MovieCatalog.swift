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

/// The arguments of `dailyBoxOffice`.
struct DailyBoxOffice: Decodable, Sendable {
  /// `yyyymmdd`. The chart is the same on every day.
  var date: String

  var hasDate: Bool { date.utf8.count == 8 && date.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
}

/// What `dailyBoxOffice` answers a list of.
struct Movie: Encodable, Sendable {
  var rank: Int
  /// Places won since the day before.
  var change: Int
  var isNew: Bool
  var code: String
  var name: String
  var openDate: String
  /// Tickets of the day.
  var audience: Int
  /// Tickets since the opening.
  var audienceTotal: Int
}

/// The `configuration` object of the plugin's entry.
struct Configuration: Decodable, Sendable {
  /// Waits before each answer, so that people see what the app does meanwhile.
  var delayMs: Int?
}
