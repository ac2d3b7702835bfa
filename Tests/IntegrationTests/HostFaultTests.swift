import Foundation
import Testing

/// Hosts in surroundings that are not as they should be: signals, clocks, descriptors, standard streams, a second host.
extension IntegrationTests {
  struct HostFaultTests {
    /// A command that runs the one behind it with some redirections.
    private func shell(_ redirections: String) -> [String] { ["/bin/sh", "-c", "exec \"$@\" \(redirections)", "sh"] }

    private func refresh(_ host: HostProcess) throws -> CommandResult {
      try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess")
    }

    // B09
    @Test func `A host whose parent blocks and ignores signals stops, and its plugins have none of it`() throws {
      let script =
        "#!/bin/sh\ngrep -E '^Sig(Blk|Ign)' /proc/self/status >&2\n"
        + Configurations.shellService().dropFirst("#!/bin/sh\n".count)
      let host = try HostProcess(
        Configurations.quotes(#""shell": {"program": "./shell.sh"}"#, service: "shell"), files: ["shell.sh": script],
        wrapper: [
          "/usr/bin/env", "--block-signal=TERM,INT,CHLD", "--ignore-signal=PIPE,HUP,CHLD",
        ])
      defer { host.end() }
      #expect(host.errors.wait(for: "SigBlk:\\t0000000000000000"), "\(host.errors.text)")
      #expect(host.errors.wait(for: "SigIgn:\\t0000000000000000"), "\(host.errors.text)")
      host.signal(SIGTERM)
      #expect(host.waitForExit() == 0)
    }

    // B20, B21
    @Test func `An interrupt from the terminal reaches the host alone: plugins see the end of their input`() throws {
      let script =
        "#!/bin/sh\ntrap 'echo got a signal >&2' INT TERM HUP\n"
        + Configurations.shellService().dropFirst("#!/bin/sh\n".count) + "\necho end of input >&2\n"
      let keyboard = Pipe()
      // A shell that stayed in between, as dash does without `exec`, would die of the interrupt in the host's place.
      let host = try HostProcess(
        Configurations.quotes(#""shell": {"program": "./shell.sh"}"#, service: "shell"), files: ["shell.sh": script],
        wrapper: ["/bin/sh", "-c", "exec script -qefc \"exec $*\" /dev/null", "sh"], input: keyboard,
        waitsForReady: false)
      defer { host.end() }
      #expect(host.output.wait(for: "ready, "))
      #expect(host.output.wait(for: "isEnabled: true"))
      try keyboard.fileHandleForWriting.write(contentsOf: Data([3]))
      #expect(host.waitForExit() == 0)
      let screen = host.output.waitForEnd()
      #expect(screen.contains("stopping on signal 2"))
      #expect(screen.contains("end of input"))
      #expect(!screen.contains("got a signal"))
    }

    @Test func `A terminal that nobody reads holds up nobody`() throws {
      let fifos = try FifoFolder()
      let (up, screen) = (try fifos.make("up"), try fifos.make("screen"))
      screen.fill()
      let chatty = Self.announcing(
        up, besides: "i=0; while [ $i -lt 20 ]; do i=$((i+1)); printf '%0200d\\n' $i >&2; done")
      let host = try HostProcess(
        Configurations.quotes(#""chatty": {"program": "./chatty.sh"}"#, service: "chatty", presenter: false),
        files: ["chatty.sh": chatty],
        wrapper: ["/bin/sh", "-c", "exec script -qefc \"exec $*\" /dev/null >\(screen.path)", "sh"],
        waitsForReady: false)
      defer { host.end() }
      #expect(up.wait(for: "up"))
      // The log takes twenty lines of a plugin in a second, and a terminal some pages.
      for _ in 0..<100 {
        #expect(
          try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess").status == 0)
      }
      screen.empty()
      #expect(try host.greenroom("stop").status == 0)
    }

    // B24
    @Test func `A wall clock that jumps by years changes no delay`() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("clock-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let library = folder.appendingPathComponent("clock.so").path
      // Each look at it is a year before or after the one before.
      try """
      #define _GNU_SOURCE
      #include <sys/syscall.h>
      #include <sys/time.h>
      #include <time.h>
      #include <unistd.h>
      static long jump(void) { static long n; return (n++ % 2 ? 1 : -1) * 31536000L; }
      int clock_gettime(clockid_t id, struct timespec *t) {
        int result = syscall(SYS_clock_gettime, id, t);
        if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) t->tv_sec += jump();
        return result;
      }
      int gettimeofday(struct timeval *restrict t, void *restrict z) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        t->tv_sec = now.tv_sec; t->tv_usec = now.tv_nsec / 1000;
        return 0;
      }
      time_t time(time_t *t) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        if (t) *t = now.tv_sec;
        return now.tv_sec;
      }
      """.write(toFile: library + ".c", atomically: true, encoding: .utf8)
      let compiler = try Process.run(
        URL(fileURLWithPath: "/bin/sh"),
        arguments: [
          "-c", "$(command -v cc clang | head -n 1) \"$@\"", "sh", "-shared", "-fPIC", "-o", library, library + ".c",
        ])
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
      // The first process ends before its opening; the second answers nothing.
      let script =
        "#!/bin/sh\n[ -e \"$MARK\" ] || { : > \"$MARK\"; exit 4; }\n"
        + Configurations.shellService(answer: ":").dropFirst("#!/bin/sh\n".count)
      let begin = ContinuousClock.now
      let host = try HostProcess(
        Configurations.quotes(
          #""shell": {"program": "./shell.sh", "environment": {"MARK": "{folder}/mark"}}"#, service: "shell",
          limits: #"{"backOffMs": 50}"#, deadlineMs: 100),
        files: ["shell.sh": script], environment: ["LD_PRELOAD": library])
      defer { host.end() }
      #expect(host.errors.text.contains("starts again in "))
      let result = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidFail")
      #expect(result.output.contains(#""code":2"#), "\(result.output)")
      host.signal(SIGINT)
      #expect(host.waitForExit() == 0)
      #expect(ContinuousClock.now - begin < .seconds(10))
      // The clock did jump: records of both years.
      let years = Set(host.errors.waitForEnd().split(separator: "\n").map { $0.prefix(4) }.filter { Int($0) != nil })
      #expect(years.count == 2, "\(years)")
    }

    // B16
    @Test func `A host without free descriptors says so, lives on, and recovers when there are some`() throws {
      let host = try HostProcess(
        Configurations.catalogue.replacingOccurrences(
          of: #""limits": {}"#, with: #""limits": {"backOffMs": 50, "backOffMaximumMs": 50, "restarts": 1000}"#),
        wrapper: ["/usr/bin/prlimit", "--nofile=40"])
      defer { host.end() }
      var connections = try (0..<30).map { _ in try connect(host.socket) }
      defer { for connection in connections { close(connection) } }
      // The one that takes the last descriptors asks for a restart; its predecessors are in the host's backlog.
      let operatorLine = """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1","client":{"name":"t","version":"1"}}}
        {"jsonrpc":"2.0","id":2,"method":"restart","params":{"plugin":"catalog"}}\n
        """
      _ = operatorLine.withCString { write(connections[0], $0, strlen($0)) }
      #expect(host.errors.wait(for: "Too many open files"), "\(host.errors.text)")
      #expect(host.errors.wait(for: "starts again in "))
      for connection in connections { close(connection) }
      connections = []
      #expect(host.errors.wait(for: "catalog is ready", times: 2), "\(host.errors.text)")
      #expect(try refresh(host).status == 0)
    }

    /// A connection to a control socket.
    private func connect(_ path: String) throws -> Int32 {
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      let result = withUnixAddress(of: path) { Glibc.connect(descriptor, $0, $1) }
      try #require(result == 0)
      return descriptor
    }

    // B30, B55
    @Test(arguments: [
      ">{folder}/out 2>{folder}/err", ">/dev/null 2>/dev/null", ">&- 2>&-", "0<&- >&- 2>&-", ">/dev/full 2>/dev/full",
    ])
    func `A host works whatever its standard streams are`(redirections: String) throws {
      let fifos = try FifoFolder()
      let up = try fifos.make("up")
      let host = try HostProcess(
        Configurations.quotes(#""shell": {"program": "./shell.sh"}"#, service: "shell"),
        files: ["shell.sh": Self.announcing(up)],
        wrapper: shell(redirections.replacingOccurrences(of: "{folder}", with: fifos.folder.path)),
        waitsForReady: false)
      defer { host.end() }
      #expect(up.wait(for: "up"))
      #expect(try refresh(host).status == 0)
      #expect(try host.greenroom("restart", "shell").status == 0)
      #expect(up.wait(for: "up"))
      #expect(try host.greenroom("stop").status == 0)
      #expect(host.waitForExit() == 0)
    }

    // B30, B55
    @Test func `A log that nobody reads holds up nobody, and tells later what it lost`() throws {
      let fifos = try FifoFolder()
      let (up, log) = (try fifos.make("up"), try fifos.make("log"))
      log.fill()
      let host = try HostProcess(
        Configurations.quotes(#""shell": {"program": "./shell.sh"}"#, service: "shell"),
        files: ["shell.sh": Self.announcing(up)], wrapper: shell("2>\(log.path)"), waitsForReady: false)
      defer { host.end() }
      #expect(up.wait(for: "up"))
      #expect(try refresh(host).status == 0)
      log.empty()
      #expect(try host.greenroom("restart", "shell").status == 0)
      #expect(log.wait(for: "records were dropped, standard error took no more"))
      #expect(log.wait(for: "shell is ready"))
      #expect(try refresh(host).status == 0)
    }

    /// A service that writes a line into a pipe of the test's when it has been opened.
    /// With each answer it does something besides.
    private static func announcing(_ up: Fifo, besides: String = ":") -> String {
      Configurations.shellService(
        answer: #"printf '{"jsonrpc":"2.0","id":%s,"result":{"content":"c","author":"a"}}\n' "$id"; "# + besides,
        opening:
          #"printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"1","provides":["quotes.random"]}}\n' "$id"; echo up > "#
          + up.path)
    }

    // B68
    @Test func `Of two hosts that start at once exactly one wins, and its socket stays`() throws {
      for _ in 0..<5 {
        let first = try HostProcess(Configurations.catalogue, waitsForReady: false)
        defer { first.end() }
        let second = try RunningCommand([
          "run", first.folder.appendingPathComponent("host.json").path, "--socket", first.socket,
        ])
        let isDecided = { (text: String) in text.contains("ready, ") || text.contains("another host runs") }
        #expect(first.errors.wait(until: isDecided))
        #expect(second.errors.wait(until: isDecided))
        let winners = [first.errors.text, second.errors.text].map { $0.contains("ready, ") }
        #expect(winners[0] != winners[1])
        #expect((winners[0] ? second.waitForExit() : first.waitForExit()) == 1)
        #expect(try refresh(first).status == 0)
        #expect(try first.greenroom("stop").status == 0)
        #expect((winners[0] ? first.waitForExit() : second.waitForExit()) == 0)
      }
    }
  }
}
