import GreenroomJSONLines
import GreenroomPluginKit
import GreenroomProtocol
import Testing

@Suite(.timeLimit(.minutes(1))) struct OpeningTests {
  private struct Configuration: Decodable, Sendable {
    struct Server: Decodable, Sendable { var port: Int }
    var servers: [Server]
  }
  private struct NoFile: Error, CustomStringConvertible { var description: String { "no file named accounts.json" } }

  private static func readAccounts() throws { throw NoFile() }

  private static let plain = Service("t", version: "1.2") {
    ServiceOperation("one", isIdempotent: true) { 1 }
    ServiceOperation("two") { 2 }
  }
  private static let configured = Service("t") { (configuration: Configuration) in
    ServiceOperation("ports") { configuration.servers.map(\.port) }
  }

  private func description(_ host: HostEnd, role: String) async throws -> InitializeResult {
    let line = try #require(await host.ask(HostEnd.initialize(role: role)))
    let value = try #require(JSONDecoding.member("result", of: Array(line.utf8)[...]))
    return try JSONDecoding.decode(InitializeResult.self, from: value)
  }

  @Test func `A service says what it provides and can do`() async throws {
    let host = try HostEnd(Self.plain)
    let description = try await description(host, role: "service")
    #expect(description.protocolVersion == "1")
    #expect(description.plugin?.version == "1.2")
    #expect(description.provides == ["t.one", "t.two"])
    #expect(description.presents == nil)
    #expect(description.capabilities == Capabilities(ping: true, idempotent: ["t.one"]))
    host.endInput()
    #expect(await host.status() == .success)
  }

  @Test func `A presenter says what it presents`() async throws {
    let host = try HostEnd(Presenter(presents: ["quote", "login"]) { _ in OnOutput { _ in } })
    let description = try await description(host, role: "presenter")
    #expect(description.presents == ["quote", "login"])
    #expect(description.provides == nil)
    #expect(description.capabilities == Capabilities(ping: true))
    host.endInput()
    #expect(await host.status() == .success)
  }

  @Test func `The configuration is the type that the plugin declares`() async throws {
    let host = try await HostEnd.opened(
      Self.configured, configuration: #"{"servers":[{"port":1},{"port":2}],"more":0}"#)
    #expect(await host.ask(request(1, "t.ports")) == result(1, "[1,2]"))
    host.endInput()
  }

  @Test(arguments: [
    (#"{"servers":[{"port":1},{"port":"x"}]}"#, "configuration.servers[1].port: expected Int, found a string"),
    ("{}", "configuration.servers: missing"), ("[]", "configuration: expected an object, found nothing"),
  ])
  func `A configuration that does not decode refuses the start with its path`(json: String, message: String)
    async throws
  {
    let host = try HostEnd(Self.configured)
    let answer = await host.ask(HostEnd.initialize(configuration: json))
    #expect(
      answer == failure(0, -32602, message) || json == "[]" && answer?.contains("configuration: expected") == true)
    #expect(await host.line() == nil)
    #expect(await host.status() == .configuration)
  }

  @Test func `An error while the plugin is built refuses the start with its sentence`() async throws {
    let host = try HostEnd(
      Service("t") {
        ServiceOperation("one") { 1 }
        try Self.readAccounts()
      })
    #expect(await host.ask(HostEnd.initialize()) == failure(0, -32603, "no file named accounts.json"))
    #expect(await host.status() == .configuration)
  }

  @Test(arguments: ["2", "", "1.0"])
  func `Another protocol version is refused`(version: String) async throws {
    let host = try HostEnd(Self.plain)
    #expect(
      await host.ask(HostEnd.initialize(version: version))
        == failure(0, 6, #"this plugin speaks protocol version \"1\", not \"\#(version)\""#))
    #expect(await host.status() == .protocol)
  }

  @Test func `An initialize that is none is refused with the path`() async throws {
    let host = try HostEnd(Self.plain)
    #expect(
      await host.ask(request(0, "initialize")) == failure(0, -32602, "params.protocolVersion: expected a string"))
    #expect(await host.status() == .protocol)
    let other = try HostEnd(Self.plain)
    #expect(
      await other.ask(request(0, "initialize", #"{"protocolVersion":"1"}"#))
        == failure(0, -32602, "params.host: missing"))
    #expect(await other.status() == .protocol)
  }

  @Test func `A service is no presenter`() async throws {
    let host = try HostEnd(Self.plain)
    #expect(
      await host.ask(HostEnd.initialize(role: "presenter"))
        == failure(0, 6, "this plugin is a service, not a presenter"))
    #expect(await host.status() == .configuration)
  }

  @Test func `Before initialize every other request is refused and nothing is lost`() async throws {
    let host = try HostEnd(Self.plain)
    #expect(await host.ask(request(5, "t.one")) == failure(5, 6, "the first request of a host is initialize"))
    #expect(await host.ask(HostEnd.initialize())?.contains("result") == true)
    #expect(await host.ask(HostEnd.initialize())?.contains("initialize was answered already") == true)
    #expect(await host.ask(request(6, "t.one")) == result(6, "1"))
    host.endInput()
  }

  @Test func `What follows initialize waits until the plugin is built, even the end of the input`() async throws {
    let gate = Gate()
    let host = try HostEnd(
      Service("t") {
        let _: Void = await gate.wait()
        ServiceOperation("one") { 1 }
      })
    host.write(HostEnd.initialize() + "\n" + request(1, "t.one") + "\n" + String(request(2, "ping")))
    gate.open()
    #expect(await host.line()?.contains(#""provides":["t.one"]"#) == true)
    host.endInput()
    #expect(Set(await host.rest()) == [result(1, "1"), result(2, "{}")])
    #expect(await host.status() == .success)
  }

  @Test func `The end of the input before initialize is an ordinary end`() async throws {
    let host = try HostEnd(Self.plain)
    host.endInput()
    #expect(await host.line() == nil)
    #expect(await host.status() == .success)
  }

  @Test func `Two operations of one name are a bug`() async {
    await #expect(processExitsWith: .failure) {
      let service = Service("t") {
        ServiceOperation("one") { 1 }
        ServiceOperation("one") { 2 }
      }
      let host = try HostEnd(service)
      _ = await host.ask(HostEnd.initialize())
    }
  }
}
