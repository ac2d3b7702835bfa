/// Reads the arguments of `greenroom`: a verb, its operands, and its options in any order behind it. What is common to
/// all verbs may also stand before it.
package struct CommandLineParser {
  /// Reads the arguments without the program's name.
  package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var rest = arguments[...]
    var leading: [String] = []
    while let argument = rest.first, let option = common(argument) {
      let count = option.value == nil || argument.contains("=") ? 1 : 2
      leading.append(contentsOf: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    guard let first = rest.popFirst() else { throw UsageError("no command") }
    switch first {
    case "--help", "-h", "help": return Invocation(command: .help(rest.first))
    case "--version": return Invocation(command: .version)
    default: break
    }
    guard let verb = CommandVerb.all.first(where: { $0.name == first }) else {
      throw UsageError("no command \"\(first)\"" + Suggestion.phrase(for: first, among: CommandVerb.all.map(\.name)))
    }
    return try parse(verb, leading + rest)
  }

  private static func parse(_ verb: CommandVerb, _ arguments: [String]) throws(UsageError) -> Invocation {
    let known = verb.options + CommandVerb.common + [verbose]
    var operands: [String] = []
    var options: [String: String] = [:]
    var rest = arguments[...]
    var areOperandsOnly = false
    while let argument = rest.popFirst() {
      if areOperandsOnly || argument == "-" || !argument.hasPrefix("-") || isNegativeNumber(argument) {
        operands.append(argument)
        continue
      }
      if argument == "--" {
        areOperandsOnly = true
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0]
      guard let option = known.first(where: { $0.names.contains(name) }) else {
        throw UsageError(
          "\(verb.name) has no option \(name)"
            + Suggestion.phrase(for: name, among: known.flatMap(\.names).filter { $0.hasPrefix("--") }))
      }
      if option.names.contains("--help") { return Invocation(command: .help(verb.name)) }
      let key = option.names[0]
      guard options[key] == nil else { throw UsageError("\(name) is given twice") }
      if option.value == nil {
        guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
        options[key] = ""
      } else {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
          throw UsageError("\(name) wants a value")
        }
        options[key] = value
      }
    }
    guard verb.operands.contains(operands.count) else {
      throw UsageError(
        (operands.count < verb.operands.lowerBound
          ? "something is missing" : "\"\(operands[verb.operands.upperBound])\" is too much")
          + "; usage: greenroom \(verb.usage)")
    }
    var invocation = Invocation(command: try command(verb, operands, options))
    invocation.socket = options["--socket"]
    if let host = options["--host"] {
      // It becomes part of a path.
      if let problem = ConfigurationReader.problem(inName: host) { throw UsageError("--host \"\(host)\": \(problem)") }
      invocation.host = host
    }
    invocation.verbose = options["--verbose"] != nil
    invocation.isPlain = options["--no-colour"] != nil
    return invocation
  }

  /// The option of all verbs that an argument is, but for the help, which is also a verb.
  private static func common(_ argument: String) -> CommandVerb.Option? {
    let name = argument.prefix { $0 != "=" }
    return CommandVerb.common.first { $0.names.contains(String(name)) && !$0.names.contains("--help") }
  }

  /// Shown with `run` and harmless elsewhere, so that a script may give it to all.
  private static let verbose = CommandVerb.Option("--verbose", summary: "")

  /// `-3` as the value of an input.
  private static func isNegativeNumber(_ argument: String) -> Bool {
    argument.dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false
  }

  private static func command(
    _ verb: CommandVerb, _ operands: [String], _ options: [String: String]
  ) throws(UsageError) -> Command {
    func operand(_ index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }
    let json = options["--json"] != nil
    switch verb.name {
    case "run": return .run(configuration: operands[0], watches: options["--watch"] != nil)
    case "check": return .check(configuration: operands[0])
    case "attach": return .attach(viewModel: operands[0], json: json)
    case "send":
      for option in ["--timeout", "--unless"] where options[option] != nil && options["--until"] == nil {
        throw UsageError("\(option) belongs to --until")
      }
      return .send(
        viewModel: operands[0], input: operands[1], value: operand(2), until: options["--until"],
        unless: options["--unless"],
        timeout: try options["--timeout"].map(duration) ?? .seconds(5))
    case "swap": return .swap(service: operands[0], plugin: operand(1), json: json)
    case "restart": return .restart(plugin: operands[0])
    case "status": return .status(json: json)
    case "describe": return .describe(viewModel: operand(0), json: json)
    case "logs": return .logs(plugin: operands[0], follow: options["-f"] != nil)
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
