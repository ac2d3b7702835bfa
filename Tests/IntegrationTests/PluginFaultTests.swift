import Foundation
import Testing

/// Real plugins that do what plugins do when something is wrong with them.
extension IntegrationTests {
  struct PluginFaultTests {
    private func refresh(_ host: HostProcess) throws -> CommandResult {
      try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess")
    }

    /// A service with other lines before and behind its loop.
    private func service(_ before: String = "", after: String = "", answer: String? = nil) -> String {
      let loop = answer.map { Configurations.shellService(answer: $0) } ?? Configurations.shellService()
      return "#!/bin/sh\n" + before + "\n" + loop.dropFirst("#!/bin/sh\n".count) + "\n" + after + "\n"
    }

    private static let answer =
      #"printf '{"jsonrpc":"2.0","id":%s,"result":{"content":"from the shell","author":"sh"}}\n' "$id""#

    // B07
    @Test func `A grandchild that holds the pipe delays neither a swap nor the stop, and is ended`() throws {
      let script = service("sleep 60 &\necho grandchild $! >&2")
      let host = try HostProcess(
        Configurations.quotes(
          #""first": {"program": "./service.sh"}, "second": {"program": "./service.sh"}"#, service: "first"),
        files: ["service.sh": script])
      defer { host.end() }
      #expect(try host.greenroom("swap", "quotes", "second").status == 0)
      #expect(try refresh(host).status == 0)
      #expect(host.errors.wait(for: "grandchild ", times: 2))
      let grandchildren = host.errors.lines.compactMap { line in
        line.components(separatedBy: "grandchild ").dropFirst().first.flatMap(Int32.init)
      }
      #expect(grandchildren.count == 2)
      let begin = ContinuousClock.now
      #expect(try host.greenroom("stop").status == 0)
      #expect(host.waitForExit() == 0)
      // The stop's own time, and the grace for the pipe.
      #expect(ContinuousClock.now - begin < .seconds(3))
      #expect(haveEnded(grandchildren))
    }

    // B13
    @Test(arguments: [
      ("exec 1>&-", "output closed: it closed its standard output and lived on"),
      ("exec 0<&-", "input closed: it closed its standard input and lived on"),
    ])
    func `A service that closes a stream and lives on is ended, named in the log and started again`(
      closing: String, sentence: String
    ) throws {
      let host = try HostProcess(
        Configurations.quotes(#""half": {"program": "./half.sh"}"#, service: "half"),
        files: ["half.sh": service(after: "exec sleep 60", answer: "\(Self.answer); \(closing); echo let go >&2")])
      defer { host.end() }
      #expect(try refresh(host).status == 0)
      // A request that is written before it lets go would be lost with it.
      #expect(host.errors.wait(for: "info half: let go"))
      // It is found out at once or by the first write; whichever it is, the next process answers.
      #expect(try refresh(host).status == 0)
      #expect(host.errors.wait(for: "warning half: \(sentence)"))
    }

    // B46
    @Test func `Ten megabytes of log before the first answer block nobody and are kept in part`() throws {
      let flood = "head -c 10000000 /dev/zero | tr '\\0' x | fold -w 999 >&2"
      let host = try HostProcess(
        Configurations.quotes(#""chatty": {"program": "./chatty.sh"}"#, service: "chatty"),
        files: ["chatty.sh": service(flood)])
      defer { host.end() }
      #expect(try refresh(host).status == 0)
      let logs = try host.greenroom("logs", "chatty")
      #expect(logs.output.utf8.count <= 65_536 && logs.output.utf8.count > 60_000)
      // 20 records a second.
      #expect(host.errors.text.utf8.count < 1_000_000)
    }

    // B26
    @Test func `Each request to a service that only ever dies has an outcome, and the host lives`() throws {
      let host = try HostProcess(
        Configurations.quotes(
          #""dead": {"program": "/bin/true"}"#, service: "dead",
          limits: #"{"backOffMs": 1, "backOffMaximumMs": 2, "restarts": 40}"#, deadlineMs: 100),
        waitsForReady: false)
      defer { host.end() }
      #expect(host.errors.wait(for: "it exited with status 0 before it answered initialize", times: 3))
      for _ in 0..<4 {
        let result = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidFail")
        #expect(result.status == 0 && result.output.contains(#""code":4"#), "\(result.output)")
      }
      #expect(host.errors.wait(for: "error dead: failed: 40 restarts"))
      #expect(try host.greenroom("status").status == 0)
    }

    // B51
    @Test func `Normal stops leave nothing in the log that warns`() throws {
      // A turn may be slow because the machine is.
      let host = try HostProcess(
        Configurations.catalogue.replacingOccurrences(of: #""limits": {}"#, with: #""limits": {"slowTurnMs": 60000}"#))
      defer { host.end() }
      for count in 1...10 {
        for plugin in ["catalog", "screen"] { #expect(try host.greenroom("restart", plugin).status == 0) }
        #expect(host.errors.wait(for: "catalog is ready", times: 1 + count))
        #expect(host.errors.wait(for: "presenter screen is ready", times: 1 + count))
      }
      #expect(try host.greenroom("stop").status == 0)
      #expect(host.waitForExit() == 0)
      let log = host.errors.waitForEnd()
      #expect(!log.contains(" warning ") && !log.contains(" error "), "\(log)")
    }

    // B06
    @Test func `A program that was written this moment is swapped in, while another restarts in a loop`() throws {
      let host = try HostProcess(
        Configurations.quotes(
          #""old": {"program": "QuoteCatalog"}, "fresh": {"program": "./fresh"}, "loop": {"program": "./loop.sh"}"#,
          service: "old", limits: #"{"backOffMs": 1, "backOffMaximumMs": 1, "restarts": 1000000}"#
        ).replacingOccurrences(
          of: #""services": {"#, with: #""services": {"others": {"plugin": "loop"}, "#),
        files: ["loop.sh": "#!/bin/sh\nexit 0\n", "fresh": ""], waitsForReady: false)
      defer { host.end() }
      #expect(host.errors.wait(for: "old is ready"))
      let program = productFolder.appendingPathComponent("QuoteCatalog")
      let fresh = host.folder.appendingPathComponent("fresh")
      for _ in 0..<5 {
        try FileManager.default.removeItem(at: fresh)
        try FileManager.default.copyItem(at: program, to: fresh)
        let result = try host.greenroom("swap", "quotes", "fresh")
        #expect(result.status == 0, "\(result.errors)")
      }
      #expect(try refresh(host).status == 0)
    }

    // B27, B28
    @Test func `kill -9 of a host under load leaves no plugin, no core file and no obstacle`() throws {
      let noise = #"(while :; do echo '{"jsonrpc":"2.0","method":"noise"}'; echo noise >&2; done) &"#
      let configuration = Configurations.quotes(#""noisy": {"program": "./noisy.sh"}"#, service: "noisy")
      let script = service("ulimit -c unlimited 2>/dev/null\n\(noise)")
      let host = try HostProcess(configuration, files: ["noisy.sh": script])
      defer { host.end() }
      var pids = [try #require(try host.pid(of: "noisy")), try #require(try host.pid(of: "screen"))]
      host.signal(SIGKILL)
      #expect(host.waitForExit() == 128 + 9)
      let file = host.folder.appendingPathComponent("host.json").path
      for _ in 0..<3 {
        #expect(haveEnded(pids))
        let again = try RunningCommand(["run", file, "--socket", host.socket])
        #expect(again.errors.wait(for: "ready, "))
        // Exactly one process for each entry, and none of the old ones.
        let fresh = [try #require(try host.pid(of: "noisy")), try #require(try host.pid(of: "screen"))]
        #expect(Set(fresh).isDisjoint(with: pids))
        pids = fresh
        again.signal(SIGKILL)
        _ = again.waitForExit()
      }
      #expect(haveEnded(pids))
      let files = try FileManager.default.contentsOfDirectory(atPath: host.folder.path)
      #expect(!files.contains { $0.hasPrefix("core") }, "\(files)")
    }
  }
}
