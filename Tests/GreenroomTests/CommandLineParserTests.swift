import Greenroom
import Testing

struct CommandLineParserTests {
  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  private func failure(_ arguments: [String]) -> String {
    do throws(UsageError) {
      return "parsed \(try CommandLineParser.parse(arguments))"
    } catch {
      return error.message
    }
  }

  @Test(arguments: [
    ("run host.json", Command.run(configuration: "host.json", watches: false)),
    ("run --watch host.json", .run(configuration: "host.json", watches: true)),
    ("run host.json --verbose", .run(configuration: "host.json", watches: false)),
    ("check host.json", .check(configuration: "host.json")),
    ("attach quote", .attach(viewModel: "quote", json: false)),
    ("attach --json quote", .attach(viewModel: "quote", json: true)),
    (
      "send quote toggle",
      .send(viewModel: "quote", input: "toggle", value: nil, until: nil, unless: nil, timeout: .seconds(5))
    ),
    (
      "send quote toggle true",
      .send(viewModel: "quote", input: "toggle", value: "true", until: nil, unless: nil, timeout: .seconds(5))
    ),
    (
      "send quote set -",
      .send(viewModel: "quote", input: "set", value: "-", until: nil, unless: nil, timeout: .seconds(5))
    ),
    (
      "send quote set -3",
      .send(viewModel: "quote", input: "set", value: "-3", until: nil, unless: nil, timeout: .seconds(5))
    ),
    (
      "send quote set -- --json",
      .send(viewModel: "quote", input: "set", value: "--json", until: nil, unless: nil, timeout: .seconds(5))
    ),
    (
      "send quote toggle --until done --unless failed",
      .send(
        viewModel: "quote", input: "toggle", value: nil, until: "done", unless: "failed", timeout: .seconds(5))
    ),
    (
      "send quote toggle --until done --timeout=200ms",
      .send(viewModel: "quote", input: "toggle", value: nil, until: "done", unless: nil, timeout: .milliseconds(200))
    ),
    ("swap quotes", .swap(service: "quotes", plugin: nil, json: false)),
    ("swap quotes quotes-http --json", .swap(service: "quotes", plugin: "quotes-http", json: true)),
    ("restart screen", .restart(plugin: "screen")),
    ("status", .status(json: false)),
    ("status --json", .status(json: true)),
    ("describe", .describe(viewModel: nil, json: false)),
    ("describe quote --json", .describe(viewModel: "quote", json: true)),
    ("logs screen", .logs(plugin: "screen", follow: false)),
    ("logs screen -f", .logs(plugin: "screen", follow: true)),
    ("logs --follow screen", .logs(plugin: "screen", follow: true)),
    ("reload", .reload),
    ("stop", .stop),
    ("help", .help(nil)),
    ("--help", .help(nil)),
    ("-h", .help(nil)),
    ("help swap", .help("swap")),
    ("swap --help", .help("swap")),
    ("send -h", .help("send")),
    ("--version", .version),
  ])
  func `Every verb is read with its operands and options`(_ line: String, _ expected: Command) throws {
    #expect(try CommandLineParser.parse(words(line)).command == expected)
  }

  @Test func `The host, the socket and the talkative log belong to every verb`() throws {
    var expected = Invocation(command: .status(json: false))
    #expect(try CommandLineParser.parse(["status"]) == expected)
    expected.socket = "/run/a=b.sock"
    expected.host = "x"
    expected.verbose = true
    #expect(try CommandLineParser.parse(words("status --socket=/run/a=b.sock --host x --verbose")) == expected)
  }

  @Test func `What belongs to every verb may stand before it`() throws {
    var expected = Invocation(command: .status(json: true))
    expected.socket = "/s"
    expected.host = "x"
    expected.isPlain = true
    #expect(try CommandLineParser.parse(words("--host x --no-colour --socket=/s status --json")) == expected)
    #expect(failure(words("--host x status --host y")) == "--host is given twice")
    #expect(failure(words("--host")) == "no command")
  }

  @Test(arguments: [
    ("", "no command"),
    ("status --no-color", #"status has no option --no-color; did you mean "--no-colour"?"#),
    ("status --host ../x", #"--host "../x": a name has 1 to 64 letters, digits, - or _"#),
    ("logs a -f --follow", "--follow is given twice"),
    ("swop a", #"no command "swop"; did you mean "swap"?"#),
    ("stauts", #"no command "stauts"; did you mean "status"?"#),
    ("frobnicate", #"no command "frobnicate""#),
    ("--json", #"no command "--json""#),
    ("status --jsn", #"status has no option --jsn; did you mean "--json"?"#),
    ("run a --json", "run has no option --json"),
    ("stop -f", "stop has no option -f"),
    ("status --json --json", "--json is given twice"),
    ("status --host a --host=b", "--host is given twice"),
    ("status --json=yes", "--json takes no value"),
    ("status --host", "--host wants a value"),
    ("send a b --until", "--until wants a value"),
    ("run", "something is missing; usage: greenroom run CONFIG [--watch]"),
    (
      "send a",
      "something is missing; usage: greenroom send VIEWMODEL INPUT [JSON|-] "
        + "[--until OUTPUT [--unless OUTPUT] [--timeout 5s]]"
    ),
    ("run a b", #""b" is too much; usage: greenroom run CONFIG [--watch]"#),
    ("stop now", #""now" is too much; usage: greenroom stop"#),
    ("swap a b c d", #""c" is too much; usage: greenroom swap SERVICE [PLUGIN] [--json]"#),
    ("send a b --timeout 5s", "--timeout belongs to --until"),
    ("send a b --unless c", "--unless belongs to --until"),
    ("send a b --until c --timeout 5", #""5" is no duration; write 5s, 200ms or 1m"#),
  ])
  func `An error says what is wrong in one sentence`(_ line: String, _ expected: String) {
    #expect(failure(words(line)) == expected)
  }

  @Test(arguments: [
    ("5s", Duration.seconds(5)), ("200ms", .milliseconds(200)), ("1m", .seconds(60)), ("1ms", .milliseconds(1)),
    ("999999999ms", .milliseconds(999_999_999)),
  ])
  func `A duration has a number and a unit`(_ text: String, _ expected: Duration) throws {
    #expect(try CommandLineParser.duration(text) == expected)
  }

  @Test(arguments: [
    "", "5", "s", "0s", "-5s", "+5s", "5 s", " 5s", "1.5s", "5h", "5S", "5sec", "1000000000s", "99999999999999999999s",
    "٥s", "5ms ",
  ])
  func `What is no duration is refused`(_ text: String) {
    #expect(throws: UsageError("\"\(text)\" is no duration; write 5s, 200ms or 1m")) {
      try CommandLineParser.duration(text)
    }
  }

  @Test(arguments: [
    "run", "check", "attach", "send", "swap", "restart", "status", "describe", "logs", "reload", "stop",
  ])
  func `Every verb stands in the help and has one of its own`(_ verb: String) {
    #expect(CommandLineParser.help.contains("\n  \(verb)"))
    #expect(CommandLineParser.help(for: verb).hasPrefix("usage: greenroom \(verb)"))
    #expect(CommandLineParser.help(for: verb) != CommandLineParser.help)
    let lines = (CommandLineParser.help + "\n" + CommandLineParser.help(for: verb)).split(separator: "\n")
    for line in lines { #expect(line.count <= 120 && line.last != " ", "\(line)") }
  }

  @Test func `The help of a verb shows its options beside those of all`() {
    #expect(
      CommandLineParser.help(for: "logs") == """
        usage: greenroom logs PLUGIN [-f]

        shows the last lines of a plugin's standard error

        Options:
          -f, --follow   goes on with what comes
          --host NAME    the host of that name (default: host)
          --socket PATH  the control socket itself
          --no-colour    no colour on a terminal either, as NO_COLOR says
          -h, --help     this text, or with a command its own
        """)
  }

  @Test func `Help for what is no verb is the whole help`() {
    #expect(CommandLineParser.help(for: "nothing") == CommandLineParser.help)
    #expect(CommandLineParser.help(for: nil) == CommandLineParser.help)
  }

  /// Scripts depend on them.
  @Test func `The exit codes are those of the manual`() {
    #expect(ExitCode.success.rawValue == 0)
    #expect(ExitCode.failure.rawValue == 1)
    #expect(ExitCode.usage.rawValue == 64)
    #expect(ExitCode.badConfiguration.rawValue == 65)
    #expect(ExitCode.hostNotThere.rawValue == 69)
    #expect(ExitCode.internalError.rawValue == 70)
  }
}
