import Foundation
import Testing

/// The services that ask an HTTP server, against a real one.
extension IntegrationTests {
  struct ServicesHTTPTests {
    /// One of the three, how it is asked, and what it asks.
    struct Kind: CustomTestStringConvertible, Sendable {
      var program: String
      var method: String
      var params: String
      var path: String
      var goodBody: String

      var testDescription: String { program }

      func start(_ server: HTTPTestServer, timeoutMs: Int? = nil) throws -> PluginProcess {
        try start(baseURL: server.baseURL, timeoutMs: timeoutMs)
      }

      func start(baseURL: String, timeoutMs: Int? = nil) throws -> PluginProcess {
        let timeout = timeoutMs.map { #","timeoutMs":\#($0)"# } ?? ""
        return try PluginProcess(
          program, configuration: #"{"baseURL":"\#(baseURL)"\#(timeout)}"#,
          environment: ["UNSPLASH_ACCESS_KEY": "TEST-KEY", "KOFIC_KEY": "TEST-KEY", "no_proxy": "*"])
      }

      func ask(_ plugin: PluginProcess, deadlineMs: Int? = nil) throws -> PluginProcess.Reply {
        try plugin.call(method, params, deadlineMs: deadlineMs)
      }
    }

    static let kinds = [
      Kind(
        program: "QuoteHTTP", method: "quotes.random", params: "{}", path: "/random",
        goodBody: #"{"content":"c","author":"a","_id":"x"}"#),
      Kind(
        program: "ImageHTTP", method: "images.random", params: #"{"count":2}"#, path: "/photos/random",
        goodBody: photos(["a", "b"])),
      Kind(
        program: "MovieHTTP", method: "movies.dailyBoxOffice", params: #"{"date":"20261129"}"#,
        path: "/searchDailyBoxOfficeList.json", goodBody: chart([film()])),
    ]
    static let images = kinds[1]
    static let movies = kinds[2]

    // MARK: Good replies

    @Test func `Pictures: the key stands in a header, count in the query, and only what is needed is taken`() throws {
      let server = try HTTPTestServer(routes: ["/photos/random": { _ in .json(Self.photos(["b", "a"])) }])
      let plugin = try Self.images.start(server)
      defer { plugin.end() }
      #expect(
        try Self.images.ask(plugin)
          == .result(#"[{"id":"b","urls":{"regular":"https://x/b"}},{"id":"a","urls":{"regular":"https://x/a"}}]"#))
      let request = try #require(server.requests.first)
      #expect(request.method == "GET")
      #expect(request.query == ["count": "2"])
      #expect(request.headers["authorization"] == "Client-ID TEST-KEY")
    }

    @Test func `Films: key and day stand in the query, and strings become numbers`() throws {
      let server = try HTTPTestServer(routes: [
        Self.movies.path: { _ in
          .json(Self.chart([Self.film(["rankInten": "-3"]), Self.film(["rank": "2", "rankOldAndNew": "NEW"])]))
        }
      ])
      let plugin = try Self.movies.start(server)
      defer { plugin.end() }
      #expect(
        try Self.movies.ask(plugin)
          == .result(
            #"[{"audience":1234,"audienceTotal":56789,"change":-3,"code":"2026","isNew":false,"name":"막","openDate":"2026-11-26","rank":1},"#
              + #"{"audience":1234,"audienceTotal":56789,"change":0,"code":"2026","isNew":true,"name":"막","openDate":"2026-11-26","rank":2}]"#
          ))
      #expect(server.requests.first?.query == ["key": "TEST-KEY", "targetDt": "20261129"])
    }

    @Test(arguments: [0, 31, -1])
    func `A count that the server would not take is refused without asking it`(count: Int) throws {
      let server = try HTTPTestServer(routes: [:])
      let plugin = try Self.images.start(server)
      defer { plugin.end() }
      #expect(
        try plugin.call("images.random", #"{"count":\#(count)}"#)
          == .error(code: 6, message: "count: \(count) is not from 1 to 30"))
      #expect(server.requests.isEmpty)
    }

    @Test func `A redirection to another server does not carry the key there`() throws {
      let other = try HTTPTestServer(routes: ["/moved": { _ in .json(Self.photos(["a", "b"])) }])
      let location = other.baseURL + "/moved"
      let server = try HTTPTestServer(routes: [
        "/photos/random": { _ in .reply(status: 302, headers: ["Location": location]) }
      ])
      let plugin = try Self.images.start(server)
      defer { plugin.end() }
      #expect(try Self.images.ask(plugin).code == nil)
      let request = try #require(other.requests.first)
      #expect(request.headers["authorization"] == nil)
    }

    // MARK: Failures, told apart

    @Test(
      arguments: kinds,
      [
        (401, "Unauthorized"), (403, "Forbidden"), (404, "Not Found"), (429, "Too Many Requests"),
        (500, "Internal Server Error"),
      ])
    func `A status that is no success is an error that names it, without the key`(kind: Kind, status: (Int, String))
      throws
    {
      let server = try HTTPTestServer(routes: [kind.path: { _ in .json(kind.goodBody, status: status.0) }])
      let plugin = try kind.start(server)
      defer { plugin.end() }
      #expect(
        try kind.ask(plugin)
          == .error(code: 101, message: "HTTP \(status.0) \(status.1) from \(server.baseURL)\(kind.path)"))
    }

    @Test(arguments: kinds)
    func `A slow server fails at the request's deadline, and its answer is not waited for`(kind: Kind) async throws {
      let server = try HTTPTestServer(routes: [kind.path: { _ in .neverAnswer }])
      let plugin = try kind.start(server)
      defer { plugin.end() }
      #expect(try kind.ask(plugin, deadlineMs: 200).code == 2)
      await server.connectionsEnded(atLeast: 1)
    }

    @Test(arguments: kinds)
    func `A slow server fails after the configured time, too`(kind: Kind) async throws {
      let server = try HTTPTestServer(routes: [kind.path: { _ in .neverAnswer }])
      let plugin = try kind.start(server, timeoutMs: 100)
      defer { plugin.end() }
      #expect(
        try kind.ask(plugin)
          == .error(code: 2, message: "no answer from \(server.baseURL)\(kind.path) within 100 ms"))
      await server.connectionsEnded(atLeast: 1)
    }

    @Test(arguments: kinds)
    func `An answer that is cut off in the middle is no answer`(kind: Kind) throws {
      let server = try HTTPTestServer(routes: [
        kind.path: { _ in .cutOff(afterBytes: 10, body: Array(kind.goodBody.utf8)) }
      ])
      let plugin = try kind.start(server)
      defer { plugin.end() }
      #expect(
        try kind.ask(plugin) == .error(code: 4, message: "\(server.baseURL)\(kind.path) broke the connection off"))
    }

    @Test(arguments: kinds)
    func `A closed connection, a port where nobody listens and an address that is none are told apart`(kind: Kind)
      throws
    {
      let server = try HTTPTestServer(routes: [kind.path: { _ in .closeAtOnce }])
      let plugin = try kind.start(server)
      defer { plugin.end() }
      let url = server.baseURL + kind.path
      #expect(
        try kind.ask(plugin) == .error(code: 4, message: "\(url) closed the connection without an answer"))
      server.stop()
      #expect(try kind.ask(plugin) == .error(code: 4, message: "no connection to \(url)"))
      let lost = try kind.start(baseURL: "ftp://127.0.0.1")
      defer { lost.end() }
      #expect(
        try kind.ask(lost) == .error(code: 100, message: "\"ftp://127.0.0.1\(kind.path)\" is no http or https URL"))
    }

    @Test(arguments: kinds, ["", "<html></html>", "[{]", "null", "7"])
    func `JSON that is none, or of another shape, is an error of decoding`(kind: Kind, body: String) throws {
      let server = try HTTPTestServer(routes: [kind.path: { _ in .json(body) }])
      let plugin = try kind.start(server)
      defer { plugin.end() }
      let reply = try kind.ask(plugin)
      #expect(reply.code == 102)
      #expect(
        reply.text.hasPrefix("the answer from \(server.baseURL)\(kind.path) is not understood: the body: "), "\(reply)")
    }

    @Test(arguments: kinds)
    func `What is not HTTP is an error of decoding`(kind: Kind) throws {
      let server = try HTTPTestServer(routes: [kind.path: { _ in .garbage(Array("SSH-2.0-x\r\n".utf8)) }])
      let plugin = try kind.start(server)
      defer { plugin.end() }
      #expect(try kind.ask(plugin).code == 102)
    }

    @Test(arguments: kinds)
    func `A body without end is cut off at a megabyte`(kind: Kind) throws {
      let server = try HTTPTestServer(routes: [
        kind.path: { _ in .reply(status: 200, body: [UInt8](repeating: 0x20, count: 3_000_000)) }
      ])
      let plugin = try kind.start(server)
      defer { plugin.end() }
      let reply = try kind.ask(plugin)
      #expect(reply.code == 102)
      #expect(reply.text.hasSuffix("more than 1048576 bytes"), "\(reply)")
    }

    // MARK: Elements

    @Test func `A picture that does not decode costs only itself, and order is kept`() throws {
      let body =
        #"[{"id":"a","urls":{"regular":"https://x/a"}},{"id":7},null,{"id":"c","urls":{}},{"id":"d","urls":{"regular":"https://x/d"}}]"#
      let server = try HTTPTestServer(routes: ["/photos/random": { _ in .json(body) }])
      let plugin = try Self.images.start(server)
      defer { plugin.end() }
      #expect(
        try Self.images.ask(plugin)
          == .result(#"[{"id":"a","urls":{"regular":"https://x/a"}},{"id":"d","urls":{"regular":"https://x/d"}}]"#))
      #expect(plugin.errors.wait(for: "images.random: 3 elements of the answer"))
    }

    @Test func `A film that does not decode costs only itself`() throws {
      let server = try HTTPTestServer(routes: [
        Self.movies.path: { _ in .json(Self.chart([Self.film(["audiCnt": "many"]), Self.film(["rank": "2"])])) }
      ])
      let plugin = try Self.movies.start(server)
      defer { plugin.end() }
      let reply = try Self.movies.ask(plugin)
      #expect(reply.text.components(separatedBy: #""rank":"#).count == 2)
      #expect(reply.text.contains(#""rank":2"#))
      #expect(plugin.errors.wait(for: #"audiCnt: "many" is no whole number"#))
    }

    @Test(arguments: [
      (images, #"[{"id":1}]"#, "none of 1 elements: [0].id: expected String"),
      (
        movies, chart([film(["rank": "first"]), film(["rank": "second"])]),
        #"none of 2 elements: boxOfficeResult.dailyBoxOfficeList.[0].rank: "first" is no whole number"#
      ),
      (movies, #"{"boxOfficeResult":{}}"#, "boxOfficeResult.dailyBoxOfficeList: missing"),
    ])
    func `A list of which nothing is understood is an error, not an empty list`(
      kind: Kind, body: String, sentence: String
    ) throws {
      let server = try HTTPTestServer(routes: [kind.path: { _ in .json(body) }])
      let plugin = try kind.start(server)
      defer { plugin.end() }
      #expect(
        try kind.ask(plugin)
          == .error(
            code: 102, message: "the answer from \(server.baseURL)\(kind.path) is not understood: \(sentence)"))
    }

    @Test(arguments: [(images, "[]"), (movies, chart([]))])
    func `An empty list is a good answer`(kind: Kind, body: String) throws {
      let server = try HTTPTestServer(routes: [kind.path: { _ in .json(body) }])
      let plugin = try kind.start(server)
      defer { plugin.end() }
      #expect(try kind.ask(plugin) == .result("[]"))
    }

    @Test func `A fault with HTTP status 200 is an error, and the key is kept out of it`() throws {
      let server = try HTTPTestServer(routes: [
        Self.movies.path: { _ in .json(#"{"faultInfo":{"message":"TEST-KEY는 유효하지않은 키값입니다.","errorCode":"320010"}}"#) }
      ])
      let plugin = try Self.movies.start(server)
      defer { plugin.end() }
      #expect(
        try Self.movies.ask(plugin)
          == .error(
            code: 103,
            message: "\(server.baseURL)\(Self.movies.path) refuses: <key>는 유효하지않은 키값입니다. (320010)"))
    }

    // MARK: Keys

    @Test(arguments: [("ImageHTTP", "UNSPLASH_ACCESS_KEY"), ("MovieHTTP", "KOFIC_KEY")], [nil, "", "a\r\nX-Evil: 1"])
    func `Without a key that can be one the plugin does not start`(program: (String, String), key: String?) throws {
      let plugin = try PluginProcess(program.0, environment: [program.1: key])
      #expect(plugin.opening.code == 6)
      #expect(plugin.opening.text.contains("the environment variable \(program.1) is"), "\(plugin.opening)")
      #expect(plugin.end() == 78)
    }

    // MARK: Bodies

    static func photos(_ ids: [String]) -> String {
      let photos = ids.map { #"{"id":"\#($0)","likes":3,"urls":{"raw":"https://x/raw","regular":"https://x/\#($0)"}}"# }
      return "[\(photos.joined(separator: ","))]"
    }

    static func film(_ changes: [String: String] = [:]) -> [String: String] {
      let film = [
        "rnum": "1", "rank": "1", "rankInten": "0", "rankOldAndNew": "OLD", "movieCd": "2026", "movieNm": "막",
        "openDt": "2026-11-26", "audiCnt": "1234", "audiAcc": "56789", "salesShare": "1.5",
      ]
      return film.merging(changes) { $1 }
    }

    static func chart(_ films: [[String: String]]) -> String {
      let films = films.map { film in
        let members = film.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }
        return "{\(members.joined(separator: ","))}"
      }
      return
        #"{"boxOfficeResult":{"boxofficeType":"일별 박스오피스","dailyBoxOfficeList":[\#(films.joined(separator: ","))]}}"#
    }
  }
}
