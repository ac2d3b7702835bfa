import Greenroom
import GreenroomProtocol
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The client against a host that has said beforehand what it will say.
struct ControlConnectionTests {
  private static let opening =
    #"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1","host":{"name":"greenroom","version":"1"},"name":"h","pid":1}}"#

  private struct NoParams: Encodable {}

  private func failure(_ lines: [String], ends: Bool = false) -> CommandFailure? {
    do throws(CommandFailure) {
      let host = ScriptedHost(lines, ends: ends)
      let connection = try host.connect()
      _ = try connection.request(MethodName.status, NoParams(), timeout: .milliseconds(20))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ([], false, ExitCode.hostNotThere, "the host at /s has not answered initialize within 0.02 seconds"),
    ([], true, .hostNotThere, "the host at /s has gone"),
    (["HTTP/1.1 400 Bad Request"], true, .internalError, "what /s sends is not understood: "),
    (
      [#"{"jsonrpc":"2.0","id":1,"result":{}}"#], true, .internalError,
      "what /s answers to initialize is not understood: "
    ),
    (
      [#"{"jsonrpc":"2.0","id":1,"error":{"code":6,"message":"version 2 only"}}"#], true, .failure, "version 2 only"
    ),
    ([opening], false, .failure, "the host at /s has not answered status within 0.02 seconds"),
    ([opening], true, .hostNotThere, "the host at /s has gone"),
    ([opening, "{"], true, .internalError, "what /s sends is not understood: "),
    (
      [
        opening,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a line of 9 bytes, the limit is 8"}}"#,
      ], true, .failure, "the host at /s refuses it: a line of 9 bytes, the limit is 8"
    ),
    (
      [opening, #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#], true, .internalError,
      "the host at /s did not understand: no"
    ),
  ])
  func `A host that does not do its part is told from one that is not there`(
    lines: [String], ends: Bool, code: ExitCode, message: String
  ) throws {
    let failure = try #require(self.failure(lines, ends: ends))
    #expect(failure.code == code)
    #expect(failure.messages.count == 1 && failure.messages[0].hasPrefix(message), "\(failure.messages)")
  }

  @Test func `A refusal of several lines is several complaints`() {
    let refusal = #"{"jsonrpc":"2.0","id":2,"error":{"code":6,"message":"nothing has changed:\na:1:2: x\n"}}"#
    #expect(failure([Self.opening, refusal])?.messages == ["nothing has changed:", "a:1:2: x"])
  }

  @Test func `What comes before the answer is handed on in its order`() throws {
    let host = ScriptedHost([
      Self.opening, #"{"jsonrpc":"2.0","method":"log","params":{"n":1}}"#, #"{"jsonrpc":"2.0","method":"bare"}"#,
      #"{"jsonrpc":"2.0","method":"log","params":{"n":2}}"#, #"{"jsonrpc":"2.0","id":2,"result":[3]}"#,
      #"{"jsonrpc":"2.0","method":"log","params":{"n":4}}"#,
    ])
    let connection = try host.connect()
    var seen: [String] = []
    connection.onNotification = { seen.append("\($0.text) \($1.text)") }
    #expect(try connection.request(MethodName.status, NoParams()) == Array("[3]".utf8))
    #expect(seen == [#"log {"n":1}"#, #"log {"n":2}"#])
    #expect(try connection.wait(until: .now + .seconds(5)) { seen.count == 3 })
    #expect(try !connection.wait(until: .now) { false })
  }
}

/// The other end of a connection, on which everything lies that the host says.
private final class ScriptedHost {
  private var pair: [CInt] = [-1, -1]

  /// The host says the lines, then ends or is silent.
  init(_ lines: [String], ends: Bool = false) {
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    precondition(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0, "no socket pair")
    precondition(write(pair[1], text, text.count) == text.count, "the script is too long")
    if ends { shutdown(pair[1], CInt(SHUT_WR)) }
  }

  func connect() throws(CommandFailure) -> ControlConnection {
    try ControlConnection(descriptor: pair[0], path: "/s", timeout: .milliseconds(20))
  }

  deinit { close(pair[1]) }
}
