extension CommandLineParser {
  /// The help of the program: every command with one line, what is common to them, the exit codes.
  package static var help: String {
    let commands = columns(CommandVerb.all.map { ($0.usage, $0.summary) })
    let options = columns((CommandVerb.common + [version]).map { (label($0), $0.summary) })
    return """
      usage: greenroom COMMAND ...

      \(commands.joined(separator: "\n"))

      Options of all commands:
      \(options.joined(separator: "\n"))

      Exit codes: 0 done; 1 it did not come about; 64 usage; 65 bad configuration; 69 no such host; 70 internal.
      """
  }

  /// The help of one command; of the program, if it has no such command.
  package static func help(for name: String?) -> String {
    guard let verb = CommandVerb.all.first(where: { $0.name == name }) else { return help }
    let options = columns((verb.options + CommandVerb.common).map { (label($0), $0.summary) })
    return """
      usage: greenroom \(verb.usage)

      \(([verb.summary] + verb.details).joined(separator: "\n"))

      Options:
      \(options.joined(separator: "\n"))
      """
  }

  private static let version = CommandVerb.Option("--version", summary: "the version")

  private static func label(_ option: CommandVerb.Option) -> String {
    option.names.joined(separator: ", ") + (option.value.map { " \($0)" } ?? "")
  }

  /// A text wider than this has its summary on the next line.
  private static let widest = 32

  private static func columns(_ rows: [(text: String, summary: String)]) -> [String] {
    let width = rows.map(\.text.count).filter { $0 <= widest }.max() ?? 0
    return rows.map { row in
      let gap =
        row.text.count > width
        ? "\n" + String(repeating: " ", count: width + 4) : String(repeating: " ", count: width - row.text.count + 2)
      return "  \(row.text)\(gap)\(row.summary)"
    }
  }
}
