import GreenroomJSONLines
import GreenroomPluginKit
import GreenroomProtocol
import Testing

/// The rules that depend on time and on what waits, on a clock of the test's own.
@Suite struct PluginStateMachineTests {
  private final class Plugin {
    private var machine: PluginStateMachine
    var now = Duration.zero

    init(unopened role: PluginRole) { machine = PluginStateMachine(role: role) }

    convenience init(_ role: PluginRole) {
      self.init(unopened: role)
      _ = receive(HostEnd.initialize(role: role.rawValue))
      _ = machine.opened(.emptyObject, routes: [Array("t.a".utf8)])
    }

    func receive(_ lines: String...) -> [String] {
      machine.receive(Array(lines.map { $0 + "\n" }.joined().utf8).span, now: now).map(Self.describe)
    }
    func opened(routes: [[UInt8]]) -> [String] { machine.opened(.emptyObject, routes: routes).map(Self.describe) }
    func answer(_ number: Int, _ value: String) -> [String] {
      machine.answer(number, .success(Array(value.utf8))).map(Self.describe)
    }
    func release(_ number: Int) -> [String] { machine.release(number).map(Self.describe) }
    func notificationHandled() -> [String] { machine.notificationHandled().map(Self.describe) }
    func isRunning(_ number: Int) -> Bool { machine.isRunning(number) }
    var hasEnded: Bool { machine.hasEnded }
    var interest: Wire.Interest { machine.interest }
    var timeLeft: Duration? { machine.timeLeft(now: now) }
    func openRequest(_ method: StaticString, _ params: RawJSON) -> (number: Int, line: [UInt8])? {
      machine.openRequest(method, params)
    }
    func hungUp() { machine.hungUp() }
    func outputBroke() -> [String] { machine.outputBroke().map(Self.describe) }
    func tick() -> [String] { machine.tick(now: now).map(Self.describe) }
    func inputEnded() -> [String] { machine.inputEnded(now: now).map(Self.describe) }

    static func describe(_ action: PluginStateMachine.Action) -> String {
      switch action {
      case .write(let line): String(decoding: line.dropLast(), as: UTF8.self)
      case .prepare: "prepare"
      case .start(let call): "start \(call.number)"
      case .cancelHandler(let number): "cancel \(number)"
      case .notify(let method, _): "notify \(method)"
      case .resume(let request, .success(let value)): "resume \(request) \(String(decoding: value, as: UTF8.self))"
      case .resume(let request, .failure(let error)): "resume \(request) \(error.message)"
      case .log(let message): "log \(message)"
      case .end(let code): "end \(code)"
      }
    }
  }

  private func request(_ id: Int, deadlineMs: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"t.a","params":{"_meta":{"deadlineMs":\#(deadlineMs)}}}"#
  }
  private static let output = #"{"jsonrpc":"2.0","method":"output","params":{}}"#

  @Test func `Deadlines pass in their order, each once, and are waited for no longer than that`() {
    let plugin = Plugin(.service)
    #expect(plugin.timeLeft == nil)
    #expect(
      plugin.receive(request(1, deadlineMs: 50), request(2, deadlineMs: 20), request(3, deadlineMs: 90)).count == 3)
    #expect(plugin.timeLeft == .milliseconds(20))
    plugin.now = .milliseconds(19)
    #expect(plugin.tick() == [])
    plugin.now = .milliseconds(20)
    #expect(plugin.tick() == [failure(2, 2, "no answer before the deadline"), "cancel 2"])
    #expect(plugin.timeLeft == .milliseconds(30))
    // Answered in time: only a look at the open ones is left of its deadline.
    #expect(plugin.answer(1, "1") == [result(1, "1")])
    #expect(plugin.release(1).isEmpty)
    plugin.now = .milliseconds(95)
    #expect(plugin.tick() == [failure(3, 2, "no answer before the deadline"), "cancel 3"])
    #expect(plugin.tick() == [])
    #expect(plugin.timeLeft == nil)
    // What their handlers return is late.
    #expect(plugin.answer(2, "").isEmpty)
    #expect(plugin.isRunning(2))
    #expect(plugin.release(2).isEmpty)
    #expect(!plugin.isRunning(2))
  }

  @Test func `A request is answered once whether it is cancelled, late or done first`() {
    let plugin = Plugin(.service)
    _ = plugin.receive(request(1, deadlineMs: 10))
    #expect(plugin.receive(cancel(1)) == [failure(1, 1, "cancelled by the caller"), "cancel 1"])
    #expect(plugin.receive(cancel(1)) == [])
    plugin.now = .milliseconds(10)
    #expect(plugin.tick() == [])
    // The id is free again although the first handler has not returned.
    #expect(plugin.receive(request(1, deadlineMs: 10)) == ["start 2"])
    #expect(plugin.answer(1, "").isEmpty)
    #expect(plugin.answer(2, "2") == [result(1, "2")])
    #expect(plugin.receive(cancel(1)) == [])
  }

  @Test func `The end waits for what is open, and 150 ms at most`() {
    let plugin = Plugin(.service)
    _ = plugin.receive(request(1, deadlineMs: 5_000), request(2, deadlineMs: 5_000))
    plugin.now = .seconds(1)
    #expect(plugin.inputEnded() == [])
    #expect(plugin.interest == .nothing)
    #expect(plugin.timeLeft == .milliseconds(150))
    #expect(plugin.answer(1, "1") == [result(1, "1")])
    #expect(plugin.release(1).isEmpty)
    plugin.now += .milliseconds(149)
    #expect(plugin.tick() == [])
    plugin.now += .milliseconds(1)
    #expect(plugin.tick() == ["cancel 2", "end success"])
    #expect(plugin.hasEnded)
    #expect(plugin.tick() == [])
    #expect(plugin.receive(HostEnd.initialize()) == [])
    #expect(plugin.answer(2, "").isEmpty)
  }

  @Test func `The end comes with the last answer, after it is written`() {
    let plugin = Plugin(.service)
    _ = plugin.receive(request(1, deadlineMs: 5_000))
    _ = plugin.inputEnded()
    #expect(plugin.answer(1, "1") == [result(1, "1")])
    #expect(!plugin.hasEnded)
    #expect(plugin.release(1) == ["end success"])
  }

  @Test func `A plugin that is never built still ends`() {
    let plugin = Plugin(unopened: .service)
    #expect(plugin.receive(HostEnd.initialize()).count == 1)
    #expect(plugin.inputEnded().isEmpty)
    #expect(plugin.interest == .nothing)
    plugin.now = .milliseconds(150)
    #expect(plugin.tick() == ["end success"])
    #expect(plugin.opened(routes: []).isEmpty)
  }

  @Test func `Reading stops at 64 waiting notifications and goes on below`() {
    let plugin = Plugin(.presenter)
    for _ in 0..<63 { _ = plugin.receive(Self.output) }
    #expect(plugin.interest == .input)
    #expect(plugin.receive(Self.output) == ["notify output"])
    #expect(plugin.interest == .hangUp)
    #expect(plugin.notificationHandled().isEmpty)
    #expect(plugin.interest == .input)
    // While an answer is awaited it is looked for, whatever waits.
    _ = plugin.receive(Self.output)
    #expect(plugin.interest == .hangUp)
    let request = plugin.openRequest(MethodName.attach, .emptyObject)
    #expect(
      request.map { String(decoding: $0.line, as: UTF8.self) }
        == #"{"jsonrpc":"2.0","id":1,"method":"attach","params":{}}"# + "\n")
    #expect(plugin.interest == .input)
    #expect(plugin.receive(result(1, "null")) == ["resume 1 null"])
    #expect(plugin.interest == .hangUp)
    // What the host has left when it hangs up is at most a pipe.
    plugin.hungUp()
    #expect(plugin.interest == .input)
  }

  @Test func `A service has no notifications but the cancel`() {
    let plugin = Plugin(.service)
    #expect(plugin.receive(Self.output, #"{"jsonrpc":"2.0","method":"event","params":{}}"#) == [])
    #expect(plugin.interest == .input)
  }

  @Test func `A broken output ends the plugin at once, as an error only while the host still writes`() {
    let plugin = Plugin(.service)
    #expect(
      plugin.outputBroke()
        == ["log the host has closed this plugin's standard output", "end ioError"])
    #expect(plugin.outputBroke().isEmpty)
    let other = Plugin(.service)
    _ = other.receive(request(1, deadlineMs: 9))
    _ = other.inputEnded()
    #expect(other.outputBroke() == ["cancel 1", "end success"])
  }
}
