/// Reads the arguments of `greenroom`: a verb, its operands, and options anywhere behind it.
package struct CommandLineParser {
  private struct Verb {
    var name: String
    var operands: ClosedRange<Int>
    var flags: [String] = []
    var values: [String] = []
    var usage: String
    var summary: String
  }

  private static let verbs: [Verb] = [
    Verb(name: "run", operands: 1...1, usage: "run CONFIG", summary: "runs a host until it is stopped"),
    Verb(name: "check", operands: 1...1, usage: "check CONFIG", summary: "checks a configuration and says what is wrong"),
    Verb(
      name: "attach", operands: 1...1, flags: ["--json"], usage: "attach VIEWMODEL [--json]",
      summary: "shows a view model here; typed lines are inputs: NAME [JSON]"),
    Verb(
      name: "send", operands: 2...3, values: ["--until", "--timeout"],
      usage: "send VIEWMODEL INPUT [JSON|-] [--until OUTPUT] [--timeout 5s]",
      summary: "sends one input; - reads its value from standard input"),
    Verb(
      name: "swap", operands: 1...2, flags: ["--json"], usage: "swap SERVICE [PLUGIN] [--json]",
      summary: "replaces a service's plugin and prints the receipt"),
    Verb(name: "restart", operands: 1...1, usage: "restart PLUGIN", summary: "starts a plugin anew, also a failed one"),
    Verb(name: "status", operands: 0...0, flags: ["--json"], usage: "status [--json]", summary: "shows everything that runs"),
    Verb(
      name: "describe", operands: 0...1, flags: ["--json"], usage: "describe [VIEWMODEL] [--json]",
      summary: "shows the ports of view models"),
    Verb(
      name: "logs", operands: 1...1, flags: ["-f", "--follow"], usage: "logs PLUGIN [-f]",
      summary: "shows the last lines of a plugin's standard error"),
    Verb(name: "reload", operands: 0...0, usage: "reload", summary: "reads the configuration again"),
    Verb(name: "stop", operands: 0...0, usage: "stop", summary: "stops the host and waits for its end"),
  ]

  package static var help: String {
    let width = verbs.map(\.usage.count).max() ?? 0
    let lines = verbs.map { "  " + $0.usage + String(repeating: " ", count: min(60, width) - min(60, $0.usage.count) + 2) + $0.summary }
    return """
      usage: greenroom COMMAND ...

      \(lines.joined(separator: "\n"))

      Options of all commands:
        --host NAME     the host of that name (default: host)
        --socket PATH   the control socket itself
        --verbose       (run) a more talkative log
        --help          this text, or with a command its own
        --version       the version

      Exit codes: 0 done; 1 it did not come about; 64 usage; 65 bad configuration; 69 no such host; 70 internal.
      """
  }

  package static func help(for name: String?) -> String {
    guard let verb = verbs.first(where: { $0.name == name }) else { return help }
    return "usage: greenroom \(verb.usage)\n\n\(verb.summary)"
  }

  package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let first = arguments.first else { throw UsageError("no command") }
    switch first {
    case "--help", "-h", "help": return Invocation(command: .help(arguments.dropFirst().first))
    case "--version": return Invocation(command: .version)
    default: break
    }
    guard let verb = verbs.first(where: { $0.name == first }) else {
      throw UsageError("no command \"\(first)\"" + Suggestion.phrase(for: first, among: verbs.map(\.name)))
    }
    return try parse(verb, arguments.dropFirst())
  }

  private static func parse(_ verb: Verb, _ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    var operands: [String] = []
    var options: [String: String] = [:]
    var rest = arguments
    var areOperandsOnly = false
    while let argument = rest.popFirst() {
      if areOperandsOnly || argument == "-" || !argument.hasPrefix("-") || isNegativeNumber(argument) {
        operands.append(argument)
      } else if argument == "--" {
        areOperandsOnly = true
      } else if argument == "--help" || argument == "-h" {
        return Invocation(command: .help(verb.name))
      } else {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0]
        guard options[name] == nil else { throw UsageError("\(name) is given twice") }
        if verb.flags.contains(name) || name == "--verbose" {
          guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
          options[name] = ""
        } else if (verb.values + ["--socket", "--host"]).contains(name) {
          guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else { throw UsageError("\(name) wants a value") }
          options[name] = value
        } else {
          let known = verb.flags + verb.values + ["--socket", "--host", "--help", "--verbose"]
          throw UsageError("\(verb.name) has no option \(name)" + Suggestion.phrase(for: name, among: known))
        }
      }
    }
    guard verb.operands.contains(operands.count) else {
      throw UsageError(
        (operands.count < verb.operands.lowerBound ? "something is missing" : "\"\(operands[verb.operands.upperBound])\" is too much")
          + "; usage: greenroom \(verb.usage)")
    }
    var invocation = Invocation(command: try command(verb, operands, options))
    invocation.socket = options["--socket"]
    invocation.host = options["--host"]
    invocation.verbose = options["--verbose"] != nil
    return invocation
  }

  /// `-3` as the value of an input.
  private static func isNegativeNumber(_ argument: String) -> Bool {
    argument.dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false
  }

  private static func command(
    _ verb: Verb, _ operands: [String], _ options: [String: String]
  ) throws(UsageError) -> Command {
    func operand(_ index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }
    let json = options["--json"] != nil
    switch verb.name {
    case "run": return .run(configuration: operands[0])
    case "check": return .check(configuration: operands[0])
    case "attach": return .attach(viewModel: operands[0], json: json)
    case "send":
      if options["--timeout"] != nil, options["--until"] == nil { throw UsageError("--timeout belongs to --until") }
      return .send(
        viewModel: operands[0], input: operands[1], value: operand(2), until: options["--until"],
        timeout: try options["--timeout"].map(duration) ?? .seconds(5))
    case "swap": return .swap(service: operands[0], plugin: operand(1), json: json)
    case "restart": return .restart(plugin: operands[0])
    case "status": return .status(json: json)
    case "describe": return .describe(viewModel: operand(0), json: json)
    case "logs": return .logs(plugin: operands[0], follow: options["-f"] != nil || options["--follow"] != nil)
    case "reload": return .reload
    default: return .stop
    }
  }

  /// `5s`, `200ms`, `1m`.
  package static func duration(_ text: String) throws(UsageError) -> Duration {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0, number < 1_000_000_000 else {
      throw UsageError("\"\(text)\" is no duration; write 5s, 200ms or 1m")
    }
    switch text.dropFirst(digits.count) {
    case "ms": return .milliseconds(number)
    case "s": return .seconds(number)
    case "m": return .seconds(60 * number)
    default: throw UsageError("\"\(text)\" is no duration; write 5s, 200ms or 1m")
    }
  }
}
