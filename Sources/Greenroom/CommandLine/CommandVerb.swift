/// One verb of the command line, with the operands and options that it takes.
struct CommandVerb {
  /// An option: a flag, or with `value` one that wants a value.
  struct Option {
    var names: [String]
    /// What its value is called in the help; nil for a flag.
    var value: String?
    var summary: String

    init(_ names: String..., value: String? = nil, summary: String) {
      self.names = names
      self.value = value
      self.summary = summary
    }
  }

  var name: String
  var operands: ClosedRange<Int>
  var usage: String
  var summary: String
  /// What the summary leaves out, in lines of the help.
  var details: [String] = []
  var options: [Option] = []

  private static let json = Option("--json", summary: "one JSON message a line, unabridged")

  static let all: [CommandVerb] = [
    CommandVerb(
      name: "run", operands: 1...1, usage: "run CONFIG [--watch]", summary: "runs a host until it is stopped",
      details: [
        "^C or SIGTERM stops it, a second one at once; SIGHUP reads the configuration again.",
        "Its log is standard error; standard output belongs to the presenters that inherit it.",
      ],
      options: [
        Option("--watch", summary: "reads the configuration again whenever it has changed"),
        Option("--verbose", summary: "a more talkative log"),
      ]),
    CommandVerb(
      name: "check", operands: 1...1, usage: "check CONFIG", summary: "checks a configuration and says what is wrong",
      details: ["Every problem has a line of its own: FILE:LINE:COLUMN: KEY: what is wrong."]),
    CommandVerb(
      name: "attach", operands: 1...1, usage: "attach VIEWMODEL [--json]",
      summary: "shows a view model here; typed lines are inputs: NAME [JSON]",
      details: [
        "On a terminal ^D detaches; without one it shows on after the end of its input.",
        "When the host stops in order it says so and ends with 0.",
      ], options: [json]),
    CommandVerb(
      name: "send", operands: 2...3,
      usage: "send VIEWMODEL INPUT [JSON|-] [--until OUTPUT [--unless OUTPUT] [--timeout 5s]]",
      summary: "sends one input; - reads its value from standard input",
      details: ["A secret value is taken from standard input only: arguments are public."],
      options: [
        Option("--until", value: "OUTPUT", summary: "waits for an output that the input leads to, and prints it"),
        Option(
          "--unless", value: "OUTPUT", summary: "with --until: waits no longer if this one comes, and ends with 1"),
        Option("--timeout", value: "TIME", summary: "for so long (default: 5s; units ms, s, m)"),
      ]),
    CommandVerb(
      name: "swap", operands: 1...2, usage: "swap SERVICE [PLUGIN] [--json]",
      summary: "replaces a service's plugin and prints the receipt",
      details: ["Without PLUGIN the same one is started anew. If the new one does not become ready, nothing changes."],
      options: [json]),
    CommandVerb(
      name: "restart", operands: 1...1, usage: "restart PLUGIN", summary: "starts a plugin anew, also a failed one"),
    CommandVerb(
      name: "status", operands: 0...0, usage: "status [--json]", summary: "shows everything that runs", options: [json]),
    CommandVerb(
      name: "describe", operands: 0...1, usage: "describe [VIEWMODEL] [--json]",
      summary: "shows the ports of view models",
      options: [json]),
    CommandVerb(
      name: "logs", operands: 1...1, usage: "logs PLUGIN [-f]",
      summary: "shows the last lines of a plugin's standard error",
      options: [Option("-f", "--follow", summary: "goes on with what comes")]),
    CommandVerb(name: "reload", operands: 0...0, usage: "reload", summary: "reads the configuration again"),
    CommandVerb(name: "stop", operands: 0...0, usage: "stop", summary: "stops the host and waits for its end"),
  ]

  /// The options of every verb.
  static let common: [Option] = [
    Option("--host", value: "NAME", summary: "the host of that name (default: host)"),
    Option("--socket", value: "PATH", summary: "the control socket itself"),
    Option("--no-colour", summary: "no colour on a terminal either, as NO_COLOR says"),
    Option("-h", "--help", summary: "this text, or with a command its own"),
  ]
}
