import Foundation
import Testing

/// The quote app through real processes: host, service, presenter, commands.
extension IntegrationTests {
  struct QuoteTests {
    @Test func `The trace of Quote holds on standard output, and every command ends well`() throws {
      let host = try HostProcess(Configurations.catalogue)
      defer { host.end() }
      #expect(host.output.wait(for: "isEnabled: true"))
      #expect(try host.greenroom("send", "quote", "refreshButtonDidTap").status == 0)
      #expect(host.output.wait(for: "isEnabled: true", times: 2))
      #expect(try host.greenroom("stop").status == 0)
      #expect(host.waitForExit() == 0)
      let lines = host.output.waitForEnd().split(separator: "\n").map(String.init)
      #expect(lines.count == 4)
      #expect(lines[0] == "quote  toggleButton          isEnabled: true")
      #expect(lines[1] == "quote  toggleButton          isEnabled: false")
      #expect(lines[2].hasPrefix(#"quote  fetchQuoteDidSuccess  quote: {"content":"#))
      #expect(lines[3] == "quote  toggleButton          isEnabled: true")
    }

    @Test func `attach shows the state at once, and typed lines are inputs`() throws {
      let host = try HostProcess(Configurations.catalogue)
      defer { host.end() }
      let result = try AttachedClient(host, ["--json"])
      #expect(result.output.wait(for: #""state":[{"output":"toggleButton","value":{"isEnabled":true}}]"#))
      result.type("refreshButtonDidTap\n")
      #expect(result.output.wait(for: "fetchQuoteDidSuccess", times: 2))
      result.type("noSuchInput\n")
      #expect(result.errors.wait(for: "no input named \"noSuchInput\""))
      host.signal(SIGTERM)
      #expect(host.waitForExit() == 0)
      #expect(result.waitForExit() == 0)
      #expect(result.errors.waitForEnd().hasSuffix("greenroom: quote: detached: the host stops\n"))
      let outputs = result.output.waitForEnd().split(separator: "\n").filter { $0.contains(#""seq""#) }
      // attached with seq 0, then 1, 2, 3, all with one cause but for the reply.
      #expect(outputs.count == 4)
      #expect(outputs[1].contains(#""seq":1,"cause":1"#))
      #expect(outputs[2].contains(#""seq":2,"cause":2"#))
      #expect(outputs[3].contains(#""seq":3,"cause":2"#))
    }

    @Test func `send waits for an output with --until, and says what came if it does not`() throws {
      let host = try HostProcess(Configurations.catalogue)
      defer { host.end() }
      let good = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess")
      #expect(good.status == 0)
      #expect(good.output.hasPrefix("quote  fetchQuoteDidSuccess"))
      let late = try host.greenroom(
        "send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidFail", "--timeout", "300ms")
      #expect(late.status == 1)
      #expect(late.errors.contains("no fetchQuoteDidFail within"))
      #expect(late.errors.contains("the last was: quote  toggleButton"))
      let other = try host.greenroom(
        "send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidFail", "--unless", "fetchQuoteDidSuccess",
        "--timeout", "60s")
      #expect(other.status == 1 && other.output.hasPrefix("quote  fetchQuoteDidSuccess"))
      #expect(other.errors.contains("fetchQuoteDidSuccess came, and not fetchQuoteDidFail"))
      let wrong = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSucess")
      #expect(wrong.status == 64)
      #expect(wrong.errors.contains("did you mean \"fetchQuoteDidSuccess\"?"))
    }

    @Test(arguments: [
      (["send", "quot", "refreshButtonDidTap"], "no view model named \"quot\""),
      (["send", "quote", "tap"], "no input named \"tap\""),
      (["swap", "quote"], "no service named \"quote\""),
      (["swap", "quotes", "screen"], "screen is a presenter"),
      (["restart", "nobody"], "no plugin named \"nobody\""),
    ])
    func `A wrong name is refused with a sentence, and the host goes on`(arguments: [String], sentence: String) throws {
      let host = try HostProcess(Configurations.catalogue)
      defer { host.end() }
      let result = try CommandResult.run(arguments + ["--socket", host.socket])
      #expect(result.status == 1)
      #expect(result.errors.contains(sentence), "\(result.errors)")
      #expect(result.output.isEmpty)
      #expect(try host.greenroom("status").status == 0)
    }

    @Test func `A swap under an open request: the old one answers it, the new one the next`() throws {
      let slow = Configurations.shellService(
        answer:
          #"read -r gate < "$GATE"; printf '{"jsonrpc":"2.0","id":%s,"result":{"content":"slow","author":"old"}}\n' "$id""#
      )
      let host = try HostProcess(
        Configurations.quotes(
          """
          "old": {"program": "./old.sh", "environment": {"GATE": "{folder}/gate"}}, "new": {"program": "./new.sh"}
          """, service: "old"),
        files: ["old.sh": slow, "new.sh": Configurations.shellService()])
      defer { host.end() }
      #expect(mkfifo(host.folder.appendingPathComponent("gate").path, 0o600) == 0)
      #expect(try host.greenroom("send", "quote", "refreshButtonDidTap").status == 0)
      let swap = try RunningCommand(["swap", "quotes", "new", "--json", "--socket", host.socket])
      #expect(swap.errors.wait(for: "draining 1"))
      // The old one answers only now.
      try "go\n".write(toFile: host.folder.appendingPathComponent("gate").path, atomically: false, encoding: .utf8)
      #expect(swap.waitForExit() == 0)
      let receipt = try #require(
        try JSONSerialization.jsonObject(with: Data(swap.output.waitForEnd().utf8)) as? [String: Any])
      #expect(receipt["lost"] as? Int == 0)
      #expect(receipt["drained"] as? Int == 1)
      #expect(receipt["requestsIn"] as? Int == 1)
      #expect(receipt["requestsOut"] as? Int == 1)
      #expect(host.output.wait(for: #""author":"old""#))
      #expect(try host.greenroom("send", "quote", "refreshButtonDidTap").status == 0)
      #expect(host.output.wait(for: #""author":"sh""#))
    }

    @Test(arguments: [
      ("exit 3", "it exited with status 3 before it answered initialize"),
      ("echo out of order >&2; exit 1", "out of order"),
      ("echo 'Starting up...'; cat", "it sent a line that is no message"),
      (
        #"read -r l; echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"7","provides":[]}}'; cat"#,
        "it speaks protocol version \"7\""
      ),
      (
        #"read -r l; echo '{"jsonrpc":"2.0","id":0,"error":{"code":100,"message":"no key"}}'; cat"#,
        "it refused initialize: no key"
      ),
      (#"read -r l; printf 'Content-Length: 20\r\n\r\n'; cat"#, "looks like LSP framing"),
      ("exec 1>&-; exec sleep 60", "output closed"),
    ])
    // B60
    func `A swap to a plugin that does not start leaves the old one serving and says why`(
      script: String, sentence: String
    ) throws {
      let host = try HostProcess(
        Configurations.quotes(
          #""good": {"program": "./good.sh"}, "bad": {"program": "./bad.sh"}"#, service: "good"),
        files: ["good.sh": Configurations.shellService(), "bad.sh": "#!/bin/sh\n\(script)\n"])
      defer { host.end() }
      let result = try host.greenroom("swap", "quotes", "bad")
      #expect(result.status == 1)
      #expect(result.errors.contains(sentence), "\(result.errors)")
      #expect(result.errors.contains("generation 1 (good) serves on"))
      let after = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess")
      #expect(after.status == 0)
    }

    @Test func `Silence instead of an answer is a start failure after the deadline`() throws {
      let host = try HostProcess(
        Configurations.quotes(
          #""good": {"program": "./good.sh"}, "mute": {"program": "/bin/cat", "arguments": ["/dev/zero"], "startDeadlineMs": 200}"#,
          service: "good"),
        files: ["good.sh": Configurations.shellService()])
      defer { host.end() }
      let result = try host.greenroom("swap", "quotes", "mute")
      #expect(result.status == 1)
      #expect(result.errors.contains("it did not answer initialize within 0.2 seconds"), "\(result.errors)")
    }

    @Test func `A service that dies with a request open: outcome unknown, then it serves again`() throws {
      let dying = Configurations.shellService(
        answer:
          #"if [ -e "$MARK" ]; then printf '{"jsonrpc":"2.0","id":%s,"result":{"content":"again","author":"sh"}}\n' "$id"; else : > "$MARK"; kill -9 $$; fi"#
      )
      let host = try HostProcess(
        Configurations.quotes(
          #""dying": {"program": "./dying.sh", "environment": {"MARK": "{folder}/mark"}}"#, service: "dying"),
        files: ["dying.sh": dying])
      defer { host.end() }
      let first = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidFail")
      #expect(first.status == 0)
      #expect(first.output.contains(#""code":5"#), "\(first.output)")
      #expect(first.output.contains("ended after it had taken the request"))
      let second = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess")
      #expect(second.status == 0)
      #expect(second.output.contains("again"))
    }
  }
}

/// Real processes, one test at a time: two cores, and some look at all processes.
@Suite(.serialized)
enum IntegrationTests {}

/// A command that goes on while the test does other things.
final class RunningCommand {
  let output = CapturedStream()
  let errors = CapturedStream()
  private let process = Process()
  private let stdin = Pipe()

  init(
    _ arguments: [String], program: URL = productFolder.appendingPathComponent("greenroom"), folder: URL? = nil
  ) throws {
    process.executableURL = program
    process.currentDirectoryURL = folder
    process.arguments = arguments
    process.standardInput = stdin
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    try process.run()
    output.start()
    errors.start()
  }

  func type(_ text: String) { try? stdin.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Ends it if it still runs.
  func end() {
    guard process.isRunning else { return }
    signal(SIGTERM)
    _ = waitForExit()
  }

  func waitForExit(within time: TimeInterval = deadline) -> Int32 {
    let watchdog = DispatchWorkItem { [process] in kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + time, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    return process.terminationStatus
  }
}

/// `greenroom attach`, with lines typed into it.
func AttachedClient(_ host: HostProcess, _ options: [String], to viewModel: String = "quote") throws -> RunningCommand {
  try RunningCommand(["attach", viewModel, "--socket", host.socket] + options)
}
