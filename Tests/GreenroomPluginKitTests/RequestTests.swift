import GreenroomJSONLines
import GreenroomPluginKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct RequestTests {
  private struct Sum: Codable, Sendable {
    var a: Int
    var b: Int
  }
  private struct Odd: Error, CustomStringConvertible { var description: String { "an odd \"thing\"" } }

  /// Every form of an operation, and every way to fail.
  private static let service = Service("t") {
    ServiceOperation("nothing") {}
    ServiceOperation("text") { () async throws -> String in "a\nb\u{2028}\"" }
    ServiceOperation("optional") { () -> Int? in nil }
    ServiceOperation("add") { (sum: Sum) in sum.a + sum.b }
    ServiceOperation("take") { (sum: Sum) async throws in if sum.a < 0 { throw PluginError.refused("negative") } }
    ServiceOperation("method") { (_: Sum, request: Request) in [request.method, "\(request.deadline != nil)"] }
    ServiceOperation("own") { throw PluginError(code: 101, message: "HTTP 404") }
    ServiceOperation("away") { throw PluginError.unavailable("no network") }
    ServiceOperation("odd") { throw Odd() }
    ServiceOperation("stopped") { throw CancellationError() }
    ServiceOperation("infinite") { () -> Double in .infinity }
  }

  @Test(arguments: [
    ("t.nothing", "{}", "null"), ("t.text", "{}", #""a\nb\#u{2028}\"""#), ("t.optional", "{}", "null"),
    ("t.add", #"{"a":1,"b":2}"#, "3"), ("t.add", #"{"b":2,"x":[],"\u0061":1,"_meta":{"deadlineMs":5000}}"#, "3"),
    ("t.take", #"{"a":1,"b":2}"#, "null"), ("t.method", #"{"a":1,"b":2}"#, #"["t.method","false"]"#),
    ("t.method", #"{"a":1,"b":2,"_meta":{"deadlineMs":99999999999999}}"#, #"["t.method","false"]"#),
    ("t.method", #"{"a":1,"b":2,"_meta":{"deadlineMs":5000}}"#, #"["t.method","true"]"#), ("ping", "{}", "{}"),
  ])
  func `A request gets its result`(method: String, params: String, value: String) async throws {
    let host = try await HostEnd.opened(Self.service)
    #expect(await host.ask(request(1, method, params)) == result(1, value))
    host.endInput()
    #expect(await host.status() == .success)
  }

  @Test(arguments: [
    ("t.add", #"{"a":1}"#, -32602, "params.b: missing"),
    ("t.add", #"{"a":1,"b":"2"}"#, -32602, "params.b: expected Int, found a string"),
    (
      "t.add", #"{"a":1,"b":9223372036854775808}"#, -32602,
      "params.b: expected Int, which it does not fit, found the number 9223372036854775808"
    ),
    ("t.add", "[1,2]", -32602, "params: expected an object, its members are the arguments"),
    (
      "t.add", #"{"a":1,"b":2,"_meta":{"deadlineMs":1.5}}"#, -32602,
      "params._meta.deadlineMs: expected a whole number of milliseconds"
    ),
    ("t.add", #"{"a":1,"b":2,"_meta":{"deadlineMs":0}}"#, 2, "the deadline had passed when the request came"),
    ("t.take", #"{"a":-1,"b":2}"#, 6, "negative"), ("t.own", "{}", 101, "HTTP 404"), ("t.away", "{}", 4, "no network"),
    ("t.odd", "{}", -32603, #"an odd \"thing\""#), ("t.stopped", "{}", -32603, "cancelled inside the service"),
    ("t.infinite", "{}", -32603, "the reply does not encode: inf has no JSON"),
    (
      "state/export", "{}", -32601,
      #"no method \"state/export\"; this plugin has t.nothing, t.text, t.optional, t.add, t.take, t.method, t.own, t.away, t.odd, t.stopped, t.infinite"#
    ),
  ])
  func `A request that fails gets its error`(method: String, params: String, code: Int, message: String) async throws {
    let host = try await HostEnd.opened(Self.service)
    #expect(await host.ask(request(1, method, params)) == failure(1, code, message))
    #expect(await host.ask(request(2, "ping")) == result(2, "{}"))
    host.endInput()
    #expect(await host.status() == .success)
  }

  @Test(arguments: ["t.Add", "t.add ", "u.add", "add", "rpc.x", "../add"])
  func `An unknown method is none`(method: String) async throws {
    let host = try await HostEnd.opened(Self.service)
    #expect(await host.ask(request(1, method))?.hasPrefix(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"#) == true)
    host.endInput()
  }

  @Test func `A request without params has no arguments`() async throws {
    let host = try await HostEnd.opened(Self.service)
    #expect(
      await host.ask(#"{"jsonrpc":"2.0","id":"a","method":"t.nothing"}"#)
        == #"{"jsonrpc":"2.0","id":"a","result":null}"#)
    host.endInput()
  }

  @Test func `A line that is no message is answered and the next is read`() async throws {
    let host = try await HostEnd.opened(Self.service)
    #expect(await host.ask("Starting ...")?.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#) == true)
    // An answer is never answered, a notification has none.
    host.send(#"{"jsonrpc":"2.0","id":1}"#.replacing("}", with: #","result":1,"error":{}}"#))
    host.send(result(77, "1"))
    host.send(#"{"jsonrpc":"2.0","method":"t.nothing"}"#)
    #expect(await host.ask(request(2, "ping")) == result(2, "{}"))
    host.endInput()
  }

  // MARK: Many at a time

  @Test func `A handler that does not return does not hold up the others`() async throws {
    let gate = Gate()
    let host = try await HostEnd.opened(
      Service("t") {
        ServiceOperation("stay") { await gate.wait() }
        ServiceOperation("go") { true }
      })
    host.send(request(1, "t.stay"))
    #expect(await host.ask(request(2, "t.go")) == result(2, "true"))
    gate.open()
    #expect(await host.line() == result(1, "null"))
    host.endInput()
  }

  @Test func `A thousand and twenty-four handlers run, one more request is busy, a ping is answered`() async throws {
    let gate = Gate()
    let host = try await HostEnd.opened(Service("t") { ServiceOperation("stay") { await gate.wait() } })
    for id in 1...1_024 { host.send(request(id, "t.stay")) }
    #expect(await host.ask(request(1_025, "t.stay")) == failure(1_025, 3, "1024 requests are being worked on"))
    #expect(await host.ask(request(-1, "ping")) == result(-1, "{}"))
    gate.open()
    #expect(Set(await host.lines(1_024)) == Set((1...1_024).map { result($0, "null") }))
    host.endInput()
    #expect(await host.status() == .success)
  }

  // B37
  @Test func `Lines of many handlers are whole, however long`() async throws {
    // Longer than a pipe holds, so that each is written in parts.
    @Sendable func text(_ id: Int) -> String { String(repeating: "\(id % 10)", count: 100_000 + id) }
    let host = try await HostEnd.opened(
      Service("t") { ServiceOperation("long") { (sum: Sum) in text(sum.a) } })
    for id in 0..<50 { host.send(request(id, "t.long", #"{"a":\#(id),"b":0}"#)) }
    #expect(Set(await host.lines(50)) == Set((0..<50).map { result($0, "\"\(text($0))\"") }))
    host.endInput()
  }

  @Test func `A reply that is longer than the host takes is an error`() async throws {
    let host = try await HostEnd.opened(
      Service("t") {
        ServiceOperation("huge") { RawJSON([UInt8](repeating: 0x20, count: 16 << 20)) }
        ServiceOperation("long") { RawJSON([UInt8](repeating: 0x20, count: 4_096)) }
      }, lineBytes: 4_096)
    #expect(
      await host.ask(request(1, "t.huge"))
        == failure(1, -32603, "the answer has 16777250 bytes, more than the host takes in a line (4096)"))
    #expect(
      await host.ask(request(2, "t.long"))
        == failure(2, -32603, "the answer has 4130 bytes, more than the host takes in a line (4096)"))
    host.endInput()
  }

  // MARK: Cancelling and deadlines

  @Test func `A cancelled request is answered once, with code 1, whatever its handler returns`() async throws {
    let (seen, gate) = (Mailbox<String>(), Gate())
    let host = try await HostEnd.opened(
      Service("t") {
        ServiceOperation("wait") { () async throws -> String in
          seen.put("begun")
          await withTaskCancellationHandler {
            await gate.wait()
          } onCancel: {
            seen.put("cancelled")
          }
          seen.put("returns \(Task.isCancelled)")
          return "late"
        }
      })
    host.send(request(1, "t.wait"))
    #expect(await seen.next() == "begun")
    #expect(await host.ask(cancel(1)) == failure(1, 1, "cancelled by the caller"))
    #expect(await seen.next() == "cancelled")
    host.send(cancel(1))
    gate.open()
    #expect(await seen.next() == "returns true")
    #expect(await host.ask(request(2, "ping")) == result(2, "{}"))
    host.endInput()
    #expect(await host.rest() == [])
    #expect(await host.status() == .success)
  }

  @Test(arguments: ["{}", #"{"id":99}"#, #"{"id":null}"#, #"{"id":"1"}"#, "[1]", #"{"id":1.0}"#])
  func `A cancel that names no open request is ignored`(params: String) async throws {
    let gate = Gate()
    let host = try await HostEnd.opened(Service("t") { ServiceOperation("stay") { await gate.wait() } })
    host.send(request(1, "t.stay"))
    host.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":\#(params)}"#)
    #expect(await host.ask(request(2, "ping")) == result(2, "{}"))
    gate.open()
    #expect(await host.line() == result(1, "null"))
    host.endInput()
  }

  @Test func `A request past its deadline is answered once, with code 2, and its handler is cancelled`() async throws {
    let (seen, gate) = (Mailbox<String>(), Gate())
    let host = try await HostEnd.opened(
      Service("t") {
        ServiceOperation("wait") { () async throws -> String in
          await withTaskCancellationHandler {
            await gate.wait()
          } onCancel: {
            seen.put("cancelled")
          }
          return "late"
        }
      })
    #expect(
      await host.ask(request(1, "t.wait", #"{"_meta":{"deadlineMs":10}}"#))
        == failure(1, 2, "no answer before the deadline"))
    #expect(await seen.next() == "cancelled")
    gate.open()
    host.endInput()
    #expect(await host.rest() == [])
  }

  // MARK: State

  @Test func `State goes out of one process and into the next`() async throws {
    let restored = Mailbox<[String: Int]>()
    let service = Service("t") {
      ServiceOperation("one") { 1 }
      ServiceState(
        export: { ["count": 3] },
        restore: { (state: [String: Int]) in
          if state.isEmpty { throw PluginError(code: 100, message: "empty") }
          restored.put(state)
        })
    }
    let host = try HostEnd(service)
    #expect(await host.ask(HostEnd.initialize())?.contains(#""state":true"#) == true)
    #expect(await host.ask(request(-1, "state/export")) == result(-1, #"{"count":3}"#))
    #expect(await host.ask(request(-2, "state/import", #"{"state":{"count":4}}"#)) == result(-2, "null"))
    #expect(await restored.next() == ["count": 4])
    #expect(await host.ask(request(-3, "state/import", #"{"state":{}}"#)) == failure(-3, 100, "empty"))
    #expect(
      await host.ask(request(-4, "state/import", #"{"state":{"a":true}}"#))
        == failure(-4, -32602, "params.state.a: expected Int, found a Bool"))
    host.endInput()
  }

  @Test func `A code below 100 is a bug of the plugin`() async {
    await #expect(processExitsWith: .failure) { _ = PluginError(code: 99, message: "") }
  }
}
