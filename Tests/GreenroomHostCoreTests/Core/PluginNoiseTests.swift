import GreenroomHostCore
import GreenroomJSONLines
import GreenroomProtocol
import Testing

/// What the host says about plugins that do not keep to the protocol: enough to mend them, and never so much that it costs
/// the host.
struct PluginNoiseTests {
  private func warnings(_ stage: Stage, _ part: String) -> [String] {
    stage.environment.records.filter { $0.hasPrefix("warning \(part): ") }
  }

  @Test func `a line that is no message is shown with what to do, and a flood of them is counted`() {
    let stage = Stage()
    stage.open("one")
    for number in 0..<5_000 { stage.stream("one").send("starting worker \(number)\u{7}") }
    #expect(warnings(stage, "one").count == 10)
    let first = warnings(stage, "one")[0]
    #expect(first.contains("\"starting worker 0\u{7}\"") && first.contains("belongs on standard error"), "\(first)")
    stage.advance(.seconds(1))
    stage.send("one", "once more")
    #expect(warnings(stage, "one").last?.contains("(and 4990 more before)") == true)
    let call = stage.call()
    stage.answer("one", call.number)
    #expect(call.outcomes == ["value"])
  }

  @Test func `a whole request that is refused shows its own line, whatever came before`() {
    let stage = Stage()
    stage.open("one")
    stage.stream("one").send(String(repeating: "x", count: 200_000))
    stage.core.turns.endOfTurn()
    // It reads no more, so that its request stays unanswered.
    stage.stream("one").isBroken = true
    for name in ["first", "unanswered"] { stage.send("one", #"{"jsonrpc":"2.0","id":1,"method":"\#(name)"}"#) }
    stage.send("one", #"{"jsonrpc":"2.0","id":1,"method":"second"}"#)
    #expect(warnings(stage, "one").allSatisfy { $0.utf8.count < 300 })
    #expect(warnings(stage, "one").last?.contains(#""{"jsonrpc":"2.0","id":1,"method":"second"}""#) == true)
  }

  @Test func `a plugin's own refusal with a code of the line is no malformed answer`() {
    let stage = Stage()
    stage.send("one", #"{"jsonrpc":"2.0","id":0,"error":{"code":-32600,"message":"not you"}}"#)
    stage.exit("one", .exited(0))
    #expect(warnings(stage, "one").contains { $0.contains("it refused initialize: not you (code -32600)") })
  }

  @Test func `an error that repeats what a peer has sent is cut`() throws {
    let stage = Stage()
    let client = stage.client()
    stage.request(client, 1, "attach", #"{"viewModel":"\#(String(repeating: "\u{7f}", count: 1_000_000))"}"#)
    let answer = try #require(client.takeLines().last)
    #expect(answer.utf8.count < 32_768 && answer.contains("no view model named"))
  }

  @Test(arguments: ["99", "\"0\""])
  func `another id in the first answer fails the start at once`(id: String) {
    let stage = Stage()
    stage.send("one", #"{"jsonrpc":"2.0","id":\#(id),"result":{"protocolVersion":"1","provides":["quotes.*"]}}"#)
    stage.exit("one", .exited(0))
    #expect(
      warnings(stage, "one").contains {
        $0.contains("it answered request \(id), which was never made, instead of initialize, which is request 0")
      })
  }

  @Test func `a malformed answer to initialize is not called a refusal`() {
    let stage = Stage()
    stage.send("one", #"{"id":0,"result":{"protocolVersion":"1","provides":["quotes.*"]}}"#)
    stage.exit("one", .exited(0))
    #expect(warnings(stage, "one").contains { $0.contains("its answer to initialize is malformed: ") })
  }

  @Test func `notifications that nobody knows are ignored with a word, those of newer protocols without`() {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    let client = stage.client()
    stage.send("one", #"{"jsonrpc":"2.0","method":"hello","params":{}}"#, #"{"jsonrpc":"2.0","method":"$/progress"}"#)
    stage.send("screen", #"{"jsonrpc":"2.0","method":"intput","params":{}}"#, #"{"jsonrpc":"2.0","method":"$/trace"}"#)
    client.send(#"{"jsonrpc":"2.0","method":"statsu"}"#)
    #expect(warnings(stage, "one").map { $0.contains("\"hello\"") } == [true])
    #expect(warnings(stage, "screen").map { $0.contains("\"intput\"") } == [true])
    #expect(warnings(stage, "client-1").map { $0.contains("\"statsu\"") } == [true])
  }

  @Test func `answers that the caller cannot use are in the log, whatever the view model makes of them`() {
    let stage = Stage()
    stage.open("one")
    stage.tap()
    let request = stage.takeRequests("one")[0]
    stage.send("one", #"{"jsonrpc":"2.0","id":\#(request),"result":{"content":1,"author":"a"}}"#)
    let unknown = stage.call()
    stage.send("one", #"{"jsonrpc":"2.0","id":\#(unknown.number),"error":{"code":-32601,"message":"no such method"}}"#)
    let own = stage.call()
    stage.send("one", #"{"jsonrpc":"2.0","id":\#(own.number),"error":{"code":100,"message":"no quotes today"}}"#)
    _ = stage.call(deadline: .seconds(1))
    stage.advance(.seconds(1))
    let said = warnings(stage, "quotes")
    #expect(said.count == 3, "\(said)")
    #expect(said[0].contains("the answer to quotes.random is not understood: content: expected String"))
    #expect(said[1].contains("one answers request \(unknown.number) with code -32601: no such method"))
    #expect(said[2].contains("no answer to quotes.random before its deadline"))
  }

  @Test func `a secret is in no log`() {
    let five = FiveViewModels()
    five.client.send(
      #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"Login","input":"password","value":481516}}"#)
    let said = five.stage.environment.records.filter { $0.contains("password") }
    #expect(said.count == 1 && said[0].contains("expected String, found a number"), "\(said)")
    five.client.send(
      #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"Dial","input":"turn","value":"481516"}}"#)
    #expect(five.stage.environment.records.last?.contains("expected Int, found a string") == true)
  }

  @Test func `empty lines count among what one turn handles`() {
    let stage = Stage()
    stage.open("one")
    let call = stage.call()
    let perTurn = stage.core.limits.messagesPerTurn
    let answer = #"{"jsonrpc":"2.0","id":\#(call.number),"result":{"content":"c","author":"a"}}"#
    stage.stream("one").send(String(repeating: "\n", count: 3 * perTurn) + answer)
    #expect(stage.stream("one").isPaused && call.outcomes == [])
    for _ in 0..<3 { stage.core.turns.endOfTurn() }
    #expect(call.outcomes == ["value"] && !stage.stream("one").isPaused)
    #expect(warnings(stage, "one") == [])
  }

  @Test func `names may be escaped`() {
    let stage = Stage()
    stage.open("one")
    let client = stage.client()
    stage.request(client, 1, "input", #"{"viewModel":"\u0071uote","input":"\u0076iewDidAppear"}"#)
    #expect(client.takeLines() == [#"{"jsonrpc":"2.0","id":1,"result":{"cause":1}}"#])
    stage.request(client, 2, "input", #"{"viewModel":"\u0071","input":"viewDidAppear"}"#)
    #expect(client.takeLines().first?.contains(#"no view model named \"q\""#) == true)
    stage.request(client, 3, "input", #"{"viewModel":7,"input":"viewDidAppear"}"#)
    #expect(client.takeLines().first?.contains("expected the name of a view model") == true)
  }

  @Test func `a plugin whose opening is longer than a line is not started, and says why`() {
    let stage = Stage { configuration in
      configuration.limits.lineByteCount = 2_048
      configuration.plugins[0].configuration = RawJSON(Array(#"{"a":"\#(String(repeating: "x", count: 2_048))"}"#.utf8))
    }
    stage.exit("one", .exited(0))
    #expect(warnings(stage, "one").contains { $0.contains("its configuration is too long: initialize has") })
  }

  @Test(arguments: [1_024, 4_096])
  func `logs are cut to what a line takes`(lineByteCount: Int) throws {
    let stage = Stage { $0.limits.lineByteCount = lineByteCount }
    stage.open("one")
    let client = stage.client()
    for number in 0..<500 { say(stage, "one", "\"line\" \(number)\n") }
    stage.request(client, 1, "logs", #"{"plugin":"one"}"#)
    let answer = try #require(client.takeLines().last)
    #expect(
      answer.utf8.count <= lineByteCount && answer.utf8.count > lineByteCount - 100
        && answer.hasSuffix(#""\"line\" 499"]}}"#))
  }

  // MARK: Logs

  private func lines(_ client: FakeStream) -> [String] {
    client.takeLines().filter { $0.contains(#""method":"log""#) }
      .compactMap { $0.split(separator: #""line":""#).last?.split(separator: "\"}").first.map(String.init) }
  }

  private func say(_ stage: Stage, _ name: String, _ text: String) {
    stage.process(name)?.say(text)
    stage.core.turns.endOfTurn()
  }

  @Test func `two clients follow one log, and the end of one is not that of the other`() {
    let stage = Stage()
    stage.open("one")
    let (first, second) = (stage.client(), stage.client())
    for client in [first, second, second] { stage.request(client, 1, "logs", #"{"plugin":"one","follow":true}"#) }
    say(stage, "one", "both\n")
    #expect(lines(first) == ["both"] && lines(second) == ["both"])
    first.end()
    stage.core.turns.endOfTurn()
    say(stage, "one", "second\n")
    #expect(lines(second) == ["second"])
  }

  @Test func `a client that does not read the log costs no memory, and learns what it has missed`() {
    let stage = Stage { $0.limits.queueByteCount = 10_000 }
    stage.open("one")
    let client = stage.client()
    stage.request(client, 1, "logs", #"{"plugin":"one","follow":true}"#)
    client.room = 0
    let line = String(repeating: "x", count: 1_000) + "\n"
    for _ in 0..<500 { say(stage, "one", line) }
    client.makeRoom()
    say(stage, "one", "awake\n")
    let seen = lines(client)
    #expect(seen.last == "awake" && seen.count < 15, "\(seen.count)")
    #expect(seen.dropLast().last == "(\(500 - (seen.count - 2)) lines left out: they were not read)")
  }

  @Test func `the last lines of an entry are there when it is out of use, with what the host said of it`() throws {
    let stage = Stage()
    stage.open("one")
    let client = stage.client()
    say(stage, "one", "up\n")
    stage.send("one", "noise")
    stage.request(client, 1, "swap", #"{"service":"quotes","plugin":"two"}"#)
    say(stage, "two", "no licence\n")
    stage.exit("two", .exited(1))
    stage.request(client, 2, "logs", #"{"plugin":"two"}"#)
    let failed = try #require(client.takeLines().last)
    #expect(failed.contains(#""no licence","host: did not start: it exited with status 1"#), "\(failed)")
    stage.request(client, 3, "swap", #"{"service":"quotes","plugin":"two"}"#)
    stage.open("two")
    stage.exit("one", .exited(0))
    stage.request(client, 4, "logs", #"{"plugin":"one"}"#)
    let left = try #require(client.takeLines().last)
    #expect(left.contains(#"{"lines":["up","host: a line that is no message: "#), "\(left)")
    stage.request(client, 5, "logs", #"{"plugin":"one","follow":true}"#)
    #expect(client.takeLines().last?.contains("configured, but not in use") == true)
    stage.request(client, 6, "status")
    #expect(client.takeLines().last?.contains(#"{"name":"one","role":"","state":"not in use","restarts":0}"#) == true)
  }

  @Test func `last words are those of the last process, and no words of the host`() {
    var log = PluginLog(byteCount: 1_000)
    log.append(Array("before\n".utf8).span) { _ in }
    log.beginRun()
    #expect(log.last(5) == [])
    for text in ["a", "b", "c"] { log.append(Array("\(text)\n".utf8).span) { _ in } }
    #expect(log.note("it is late") == "host: it is late")
    #expect(log.last(2) == ["b", "c"] && log.all == ["before", "a", "b", "c", "host: it is late"])
    for _ in 0..<1_000 { log.append(Array("long enough\n".utf8).span) { _ in } }
    #expect(log.last(3) == ["long enough", "long enough", "long enough"] && log.all.count < 100)
  }

  @Test func `who follows the log of an old generation is told of its end`() {
    let stage = Stage()
    stage.open("one")
    let client = stage.client()
    stage.request(client, 1, "logs", #"{"plugin":"one","follow":true}"#)
    stage.request(client, 2, "swap", #"{"service":"quotes","plugin":"two"}"#)
    stage.open("two")
    stage.exit("one", .exited(0))
    #expect(lines(client) == ["(one has ended and is out of use: no more lines follow)"])
  }

  @Test func `nothing comes behind that, and it comes also if no process is left`() {
    let stage = Stage()
    stage.open("one")
    let client = stage.client()
    stage.request(client, 1, "swap", #"{"service":"quotes","plugin":"two"}"#)
    stage.request(client, 2, "logs", #"{"plugin":"two","follow":true}"#)
    stage.exit("two", .exited(3))
    let said = lines(client)
    #expect(said.count == 2 && said[0].hasPrefix("host: did not start: it exited with status 3"), "\(said)")
    #expect(said.last == "(two has ended and is out of use: no more lines follow)")
    // In back-off, when another takes its place.
    stage.request(client, 3, "logs", #"{"plugin":"one","follow":true}"#)
    stage.exit("one", .exited(1))
    stage.request(client, 4, "swap", #"{"service":"quotes","plugin":"two"}"#)
    stage.open("two")
    #expect(lines(client).last == "(one has ended and is out of use: no more lines follow)")
  }

  @Test func `who follows a plugin on its way out, and goes before it, is called no more`() {
    let stage = Stage()
    stage.open("one")
    let client = stage.client()
    stage.request(client, 1, "logs", #"{"plugin":"one","follow":true}"#)
    stage.request(client, 2, "swap", #"{"service":"quotes","plugin":"two"}"#)
    stage.open("two")
    // The old one still runs, and the client asks for another.
    stage.request(client, 3, "logs", #"{"plugin":"two"}"#)
    say(stage, "one", "still here\n")
    #expect(lines(client) == ["still here"])
    client.end()
    stage.core.turns.endOfTurn()
    say(stage, "one", "nobody listens\n")
    stage.exit("one", .exited(0))
    #expect(stage.slot.current.name == "two")
  }

  @Test func `many empty lines take no more of the log than few long ones`() {
    var log = PluginLog(byteCount: 64 << 10)
    log.append([UInt8](repeating: 0x0a, count: 200_000).span) { _ in }
    #expect(log.all.count <= 2_048)
  }
}
