import GreenroomPluginKit

/// The service `movies` from a server that speaks like that of the Korean Film Council (KOFIC).
@main
struct MovieHTTP {
  static func main() async {
    await Service("movies", version: "1.0.0") { (configuration: Configuration) in
      let key = try AccessKey(environment: "KOFIC_KEY")
      let server = HTTPService(
        baseURL: configuration.baseURL ?? "https://www.kobis.or.kr/kobisopenapi/webservice/rest/boxoffice",
        timeoutMs: configuration.timeoutMs)
      ServiceOperation("dailyBoxOffice", isIdempotent: true) {
        (arguments: DailyBoxOffice, request) async throws -> [Movie] in
        guard arguments.hasDate else {
          throw PluginError.refused("date: \"\(arguments.date.prefix(16))\" is not yyyymmdd")
        }
        let answer = try await server.get(
          "/searchDailyBoxOfficeList.json", query: ["key": key.value, "targetDt": arguments.date])
        switch try answer.decode(Chart.self) {
        case .fault(let fault): throw PluginError.fault(fault, answer.url, hiding: key)
        case .films(let films): return try answer.elements(films, for: request).map(\.movie)
        }
      }
    }
    .run()
  }
}

/// The `configuration` object of the plugin's entry.
struct Configuration: Decodable, Sendable {
  /// Server and path; KOFIC's by default.
  var baseURL: String?
  /// Without it the request's own deadline counts.
  var timeoutMs: Int?
}
