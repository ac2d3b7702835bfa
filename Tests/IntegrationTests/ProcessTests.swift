import Foundation
import Testing

/// What operators and the system see: descriptors, environment, signals, orphans, sockets.
extension IntegrationTests {
  struct ProcessTests {
    // B01
    @Test func `A plugin has 0, 1, 2 and nothing of the host's, the presenter also 3`() throws {
      let script = "#!/bin/sh\necho descriptors $(ls /proc/self/fd) >&2\n" + Configurations.shellService().dropFirst(10)
      let host = try HostProcess(
        Configurations.quotes(#""shell": {"program": "./shell.sh"}"#, service: "shell"), files: ["shell.sh": script])
      defer { host.end() }
      // 3 is the listing's own.
      #expect(host.errors.wait(for: "descriptors 0 1 2 3\n"), "\(host.errors.text)")
      let screen = try #require(try host.pid(of: "screen"))
      let targets = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(screen)/fd").map { number in
        (number, (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(screen)/fd/\(number)")) ?? "")
      }
      #expect(targets.contains { $0.0 == "3" && $0.1.hasPrefix("pipe:") }, "\(targets)")
      // What its runtime opens is its own; a socket or a lock would be the host's.
      #expect(!targets.contains { $0.1.hasPrefix("socket:") || $0.1.hasSuffix(".lock") }, "\(targets)")
    }

    // B71
    @Test func `Plugins know nothing of the host's environment but the allow-list`() throws {
      let tell = "#!/bin/sh\nenv >&2\necho that is all >&2\n"
      let spy = tell + Configurations.shellService().dropFirst("#!/bin/sh\n".count)
      let watcher =
        tell
        + Configurations.shellService(
          opening: #"printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"1","presents":["*"]}}\n' "$id""#
        ).dropFirst("#!/bin/sh\n".count)
      let host = try HostProcess(
        Configurations.quotes(
          #""spy": {"program": "./spy.sh", "environment": {"OWN": "yes"}}, "other": {"program": "./spy.sh"}"#,
          service: "spy"
        ).replacingOccurrences(of: #""program": "StdoutPresenter""#, with: #""program": "./watcher.sh""#),
        files: ["spy.sh": spy, "watcher.sh": watcher], environment: ["SECRET_TOKEN": "x", "LC_ALL": "C"])
      defer { host.end() }
      // The service at the start, swapped in and restarted, and the presenter: each tells what it has got.
      #expect(try host.greenroom("swap", "quotes", "other").status == 0)
      #expect(try host.greenroom("restart", "other").status == 0)
      #expect(host.errors.wait(for: "info other: that is all", times: 2))
      #expect(host.errors.wait(for: "info spy: that is all"))
      #expect(host.errors.wait(for: "info screen: that is all"))
      for plugin in ["other", "screen"] {
        let logs = try host.greenroom("logs", plugin)
        #expect(logs.output.contains("LC_ALL=C"))
        #expect(!logs.output.contains("SECRET_TOKEN"))
      }
      #expect(host.errors.text.contains("OWN=yes"))
      #expect(!host.errors.text.contains("SECRET_TOKEN"))
    }

    @Test func `A shell plugin can open its standard output by name`() throws {
      let script = Configurations.shellService(
        answer:
          #"printf '{"jsonrpc":"2.0","id":%s,"result":{"content":"by name","author":"sh"}}\n' "$id" > /dev/stdout"#)
      let host = try HostProcess(
        Configurations.quotes(#""shell": {"program": "./shell.sh"}"#, service: "shell"), files: ["shell.sh": script])
      defer { host.end() }
      let result = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess")
      #expect(result.output.contains("by name"))
    }

    /// The block of a document that begins with a fence of this language.
    private func block(_ language: String, of document: String) throws -> String {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let text = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
      let blocks = text.components(separatedBy: "```\(language)\n").dropFirst().map {
        $0.components(separatedBy: "\n```")[0]
      }
      return try #require(blocks.first { $0.contains("initialize") })
    }

    @Test(arguments: [
      ("python", "Sources/GreenroomProtocol/GreenroomProtocol.docc/WireSpecification.md", "from Python"),
      ("sh", "README.md", "Well begun is half done."),
    ])
    func `The plugin of a document, in another language and without a kit, serves`(
      language: String, document: String, content: String
    ) throws {
      let script = try block(language, of: document)
      let host = try HostProcess(
        Configurations.quotes(#""documented": {"program": "./service"}"#, service: "documented"),
        files: ["service": language == "python" ? "#!/usr/bin/env python3\n" + script : script])
      defer { host.end() }
      let result = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess")
      #expect(result.output.contains(content), "\(host.errors.text)")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `A signal stops host and plugins in time, and plugins see the end of their input`(number: Int32) throws {
      let script =
        "#!/bin/sh\ntrap 'echo got a signal >&2' INT TERM\n"
        + Configurations.shellService().dropFirst("#!/bin/sh\n".count) + "\necho end of input >&2\n"
      let host = try HostProcess(
        Configurations.quotes(#""shell": {"program": "./shell.sh"}"#, service: "shell"), files: ["shell.sh": script])
      defer { host.end() }
      let pid = try #require(try host.pid(of: "shell"))
      let begin = ContinuousClock.now
      host.signal(number)
      #expect(host.waitForExit() == 0)
      #expect(ContinuousClock.now - begin < .seconds(2))
      #expect(host.errors.waitForEnd().contains("end of input"))
      #expect(!host.errors.text.contains("got a signal"))
      #expect(kill(pid, 0) != 0)
      #expect(!FileManager.default.fileExists(atPath: host.socket))
    }

    // B20
    @Test func `A plugin that ignores everything does not hold up the stop, and a second signal ends the waiting`()
      throws
    {
      let script = Configurations.shellService() + "\ntrap '' INT TERM\nwhile :; do sleep 1; done\n"
      let host = try HostProcess(
        Configurations.quotes(#""stubborn": {"program": "./stubborn.sh"}"#, service: "stubborn"),
        files: ["stubborn.sh": script])
      defer { host.end() }
      let begin = ContinuousClock.now
      host.signal(SIGINT)
      #expect(host.errors.wait(for: "stopping on signal"))
      host.signal(SIGINT)
      #expect(host.waitForExit() == 0)
      #expect(ContinuousClock.now - begin < .seconds(2))
    }

    // B28
    @Test func `kill -9 of the host leaves nothing behind, and the next start works`() throws {
      let script =
        "#!/bin/sh\ntrap '' INT TERM HUP\n" + Configurations.shellService().dropFirst("#!/bin/sh\n".count)
        + "\nwhile :; do sleep 1; done\n"
      let host = try HostProcess(
        Configurations.quotes(#""stubborn": {"program": "./stubborn.sh"}"#, service: "stubborn"),
        files: ["stubborn.sh": script])
      defer { host.end() }
      let pids = [try #require(try host.pid(of: "stubborn")), try #require(try host.pid(of: "screen"))]
      let presenter = try AttachedClient(host, [])
      #expect(presenter.output.wait(for: "isEnabled: true"))
      host.signal(SIGKILL)
      #expect(host.waitForExit() == 128 + 9)
      // Nobody has said that the host stops.
      #expect(presenter.waitForExit() == 69)
      #expect(haveEnded(pids))
      // The stale socket is no obstacle.
      let again = try RunningCommand([
        "run", host.folder.appendingPathComponent("host.json").path, "--socket", host.socket,
      ])
      #expect(again.errors.wait(for: "ready, "))
      #expect(try host.greenroom("stop").status == 0)
      #expect(again.waitForExit() == 0)
    }

    // B68
    @Test func `A path that is no socket is not removed for one`() throws {
      let host = try HostProcess(Configurations.catalogue)
      defer { host.end() }
      let notes = host.folder.appendingPathComponent("notes.txt").path
      try "remember".write(toFile: notes, atomically: true, encoding: .utf8)
      let result = try CommandResult.run([
        "run", host.folder.appendingPathComponent("host.json").path, "--socket", notes,
      ])
      #expect(result.status != 0 && result.errors.contains("\(notes) is there already and is no socket"))
      #expect(try String(contentsOfFile: notes, encoding: .utf8) == "remember")
      #expect(!FileManager.default.fileExists(atPath: notes + ".lock"))
      // A socket on which another program listens.
      let others = host.folder.appendingPathComponent("docker.sock").path
      let listener = try listening(on: others)
      defer { close(listener) }
      let living = try CommandResult.run([
        "run", host.folder.appendingPathComponent("host.json").path, "--socket", others,
      ])
      #expect(living.status != 0 && living.errors.contains("docker.sock is the socket of another program"))
      #expect(FileManager.default.fileExists(atPath: others))
      // A lock that is none.
      let lock = host.folder.appendingPathComponent("Cargo.lock").path
      try "version = 3".write(toFile: lock, atomically: true, encoding: .utf8)
      let other = try CommandResult.run([
        "run", host.folder.appendingPathComponent("host.json").path, "--socket",
        host.folder.appendingPathComponent("Cargo").path,
      ])
      #expect(other.status != 0 && other.errors.contains("Cargo.lock is there already and is no lock of a host"))
      #expect(try String(contentsOfFile: lock, encoding: .utf8) == "version = 3")
    }

    /// A socket that takes connections.
    private func listening(on path: String) throws -> Int32 {
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      let result = withUnixAddress(of: path) { bind(descriptor, $0, $1) }
      try #require(result == 0 && listen(descriptor, 8) == 0)
      return descriptor
    }

    @Test
    func `A configuration may come out of a pipe, and one that nobody writes into is not waited for when reloading`()
      throws
    {
      let fifos = try FifoFolder()
      let pipe = fifos.folder.appendingPathComponent("pipe").path
      try #require(mkfifo(pipe, 0o600) == 0)
      let writer = Process()
      writer.executableURL = URL(fileURLWithPath: "/bin/sh")
      writer.arguments = [
        "-c", "printf '%s' \"$1\" >\"$2\"", "sh", #"{"viewModels": {"login": {"type": "Login"}}}"#, pipe,
      ]
      try writer.run()
      let result = try CommandResult.run(["check", pipe])
      #expect(result.status == 0 && result.output.contains("1 view models"), "\(result.errors)")
      writer.waitUntilExit()
      let host = try HostProcess(Configurations.catalogue)
      defer { host.end() }
      #expect(rename(pipe, host.folder.path + "/host.json") == 0)
      let reload = try host.greenroom("reload")
      #expect(
        reload.status == 1 && reload.errors.contains("it is a pipe and can be read once only"), "\(reload.errors)")
      #expect(try host.greenroom("stop").status == 0)
    }

    @Test func `Who follows a log ends well when the host stops in order`() throws {
      let host = try HostProcess(
        Configurations.quotes(#""shell": {"program": "./shell.sh"}"#, service: "shell"),
        files: ["shell.sh": "#!/bin/sh\necho up >&2\n" + Configurations.shellService().dropFirst("#!/bin/sh\n".count)])
      defer { host.end() }
      let follower = try RunningCommand(["logs", "shell", "-f", "--socket", host.socket])
      #expect(follower.output.wait(for: "up"))
      #expect(try host.greenroom("stop").status == 0)
      #expect(follower.waitForExit() == 0)
      #expect(follower.output.wait(for: "(the host has stopped: no more lines follow)"))
    }

    @Test func `Who looks for a host that is not there is told which are`() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("greenroom"), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      defer { try? FileManager.default.removeItem(at: folder) }
      let host = try HostProcess(
        Configurations.catalogue,
        wrapper: [
          "/bin/sh", "-c", "exec \"$1\" \"$2\" \"$3\" --socket \(folder.path)/greenroom/mine.sock", "sh",
        ])
      defer { host.end() }
      let lost = Process()
      lost.executableURL = productFolder.appendingPathComponent("greenroom")
      lost.arguments = ["status", "--host", "other"]
      lost.environment = ["XDG_RUNTIME_DIR": folder.path]
      let errors = CapturedStream()
      lost.standardError = errors.pipe
      try lost.run()
      errors.start()
      lost.waitUntilExit()
      #expect(lost.terminationStatus == 69)
      #expect(errors.waitForEnd().contains("there are: mine (--host mine)"), "\(errors.text)")
    }

    // B68
    @Test func `Of two hosts with one socket the second is told who the first is`() throws {
      let host = try HostProcess(Configurations.catalogue)
      defer { host.end() }
      let second = try CommandResult.run(
        ["run", host.folder.appendingPathComponent("host.json").path, "--socket", host.socket])
      #expect(second.status == 1)
      #expect(second.errors.contains("another host runs with this name (process \(host.pid))"), "\(second.errors)")
      #expect(try host.greenroom("status").status == 0)
    }

    @Test func `Without a host the commands say so with 69`() throws {
      let result = try CommandResult.run(["status", "--socket", "/tmp/greenroom-nobody.sock"])
      #expect(result.status == 69)
      #expect(result.errors.contains("no host is running (looked for /tmp/greenroom-nobody.sock)"))
    }

    // B22
    @Test func `A service that cannot start fails visibly after its restarts, and restart is the way out`() throws {
      let script =
        "#!/bin/sh\n[ -e \"$MARK\" ] || { echo no mark >&2; exit 4; }\n"
        + Configurations.shellService().dropFirst("#!/bin/sh\n".count)
      let host = try HostProcess(
        Configurations.quotes(
          #""broken": {"program": "./broken.sh", "environment": {"MARK": "{folder}/mark"}}"#, service: "broken",
          limits: #"{"backOffMs": 1, "backOffMaximumMs": 2, "restarts": 3}"#),
        files: ["broken.sh": script])
      defer { host.end() }
      #expect(host.errors.wait(for: "error broken: failed: "))
      #expect(host.errors.text.contains("it exited with status 4 before it answered initialize"))
      #expect(host.errors.text.contains("no mark"))
      let plugins = try #require(try host.status()["plugins"] as? [[String: Any]])
      #expect(plugins.first?["state"] as? String == "failed")
      #expect(plugins.first?["restarts"] as? Int == 3)
      try "".write(to: host.folder.appendingPathComponent("mark"), atomically: true, encoding: .utf8)
      #expect(try host.greenroom("restart", "broken").status == 0)
      let result = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess")
      #expect(result.status == 0)
    }

    @Test func `The host and everything below it do without Foundation`() throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/ldd")
      process.arguments = [productFolder.appendingPathComponent("greenroom").path]
      let output = CapturedStream()
      process.standardOutput = output.pipe
      try process.run()
      output.start()
      let libraries = output.waitForEnd()
      process.waitUntilExit()
      #expect(libraries.contains("libuv"))
      #expect(!libraries.contains("Foundation"), "\(libraries)")
    }

    // B74, B33, B32
    @Test func `Hostile text stays text: one physical line, controls shown escaped`() throws {
      let script = Configurations.shellService(
        answer:
          #"printf '\377\376\n{"jsonrpc":"2.0","id":%s,"result":{"content":"a\\u001b[31mred\\nline \342\200\250 two","author":"x"}}\n' "$id""#
      )
      let host = try HostProcess(
        Configurations.quotes(#""hostile": {"program": "./hostile.sh"}"#, service: "hostile"),
        files: ["hostile.sh": script])
      defer { host.end() }
      let result = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess")
      #expect(result.status == 0)
      #expect(result.output.split(separator: "\n").count == 1)
      #expect(!result.output.contains("\u{1b}"))
      #expect(host.errors.wait(for: "a line that is no message"))
    }
  }
}
