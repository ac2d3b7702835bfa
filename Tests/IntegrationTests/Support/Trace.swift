import Foundation
import Testing

/// One app in a host of its own: inputs go in by `greenroom send`, and presenters, `greenroom attach --json`, are asked for
/// every line in turn.
///
/// It knows the causes beforehand: they count the inputs and replies of the host, whoever they are for.
final class Trace {
  let host: HostProcess
  private(set) var cause = 0

  /// Starts a host with these entries of the configuration, in which `{folder}` is the test's folder.
  init(plugins: String, services: String, viewModels: String) throws {
    host = try HostProcess(
      """
      {"name": "trace", "plugins": {\(plugins)}, "services": {\(services)}, "viewModels": {\(viewModels)}}
      """)
  }

  func end() { host.end() }

  func presenter(of viewModel: String) throws -> TracePresenter { try TracePresenter(self, viewModel) }

  /// Sends an input that is taken. What belongs to it now has the next cause.
  ///
  /// `value` is JSON; a `secret` one goes by standard input. With `until` the command waits for that output.
  func send(
    _ viewModel: String, _ input: String, _ value: String? = nil, secret: String? = nil, until output: String? = nil,
    location: SourceLocation = #_sourceLocation
  ) throws {
    var arguments = ["send", viewModel, input, "--socket", host.socket]
    if let value = secret == nil ? value : "-" { arguments.insert(value, at: 3) }
    if let output { arguments += ["--until", output, "--timeout", "30s"] }
    let result = try CommandResult.run(arguments, input: secret ?? "")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)", sourceLocation: location)
    #expect(result.output.hasPrefix(output.map { "\(viewModel)  \($0)" } ?? ""), sourceLocation: location)
    #expect(result.output.isEmpty == (output == nil), sourceLocation: location)
    cause += 1
  }

  /// A service has answered: what belongs to its reply has the next cause.
  func reply() { cause += 1 }

  /// Swaps a service to another plugin.
  func swap(_ service: String, to plugin: String, location: SourceLocation = #_sourceLocation) throws {
    let result = try host.greenroom("swap", service, plugin)
    #expect(result.status == 0 && result.output.contains("lost 0"), "\(result.errors)", sourceLocation: location)
  }

  /// Stops the host in order.
  func stop(location: SourceLocation = #_sourceLocation) throws {
    #expect(try host.greenroom("stop").status == 0, sourceLocation: location)
    #expect(host.waitForExit() == 0, sourceLocation: location)
  }
}

/// A presenter of one view model, whose lines are taken one by one: none may be left out, and `seq` has no gap.
final class TracePresenter {
  private let trace: Trace
  private let viewModel: String
  private let command: RunningCommand
  private var taken = 0
  private var seq = 0

  init(_ trace: Trace, _ viewModel: String) throws {
    self.trace = trace
    self.viewModel = viewModel
    command = try AttachedClient(trace.host, ["--json"], to: viewModel)
  }

  /// The next line: `attached` with this state, as JSON in declared order, and this `seq`.
  func expectAttached(_ state: [String], seq: Int = 0, location: SourceLocation = #_sourceLocation) throws {
    let line = try next(location)
    #expect(line.hasPrefix(#"{"viewModel":"\#(viewModel)","seq":\#(seq),"schema":"#), sourceLocation: location)
    let values = state.map { output in
      let words = output.split(separator: " ", maxSplits: 1)
      return #"{"output":"\#(words[0])","value":\#(words[1])}"#
    }
    #expect(line.hasSuffix(#""state":[\#(values.joined(separator: ","))]}"#), "\(line)", sourceLocation: location)
    self.seq = seq
  }

  /// The next lines: these outputs, each as its name and, if it has one, its value as JSON, all with the cause of now.
  func expect(_ outputs: String..., location: SourceLocation = #_sourceLocation) throws {
    for output in outputs {
      let words = output.split(separator: " ", maxSplits: 1)
      let value = words.count == 2 ? #","value":\#(words[1])"# : ""
      let found = try next(location)
      #expect(found == line(String(words[0]), value), sourceLocation: location)
    }
  }

  /// The next line: this output. Returns its value.
  func take(_ output: String, location: SourceLocation = #_sourceLocation) throws -> String {
    let line = try next(location)
    let parts = self.line(output, #","value":*"#).components(separatedBy: "*")
    #expect(line.hasPrefix(parts[0]) && line.hasSuffix(parts[1]), "\(line)", sourceLocation: location)
    return String(line.dropFirst(parts[0].count).dropLast(parts[1].count))
  }

  /// After the host has stopped: there is no further line, and the command says why it ends, which it does well.
  func expectEnd(location: SourceLocation = #_sourceLocation) {
    #expect(command.waitForExit() == 0, sourceLocation: location)
    let rest = command.output.waitForEnd().split(separator: "\n").dropFirst(taken)
    #expect(rest.isEmpty, "\(rest)", sourceLocation: location)
    #expect(
      command.errors.waitForEnd() == "greenroom: \(viewModel): detached: the host stops\n", sourceLocation: location)
  }

  private func line(_ output: String, _ value: String) -> String {
    seq += 1
    return #"{"viewModel":"\#(viewModel)","output":"\#(output)"\#(value),"seq":\#(seq),"cause":\#(trace.cause)}"#
  }

  private func next(_ location: SourceLocation) throws -> String {
    taken += 1
    var lines: [Substring] = []
    _ = command.output.wait { text in
      lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      return lines.count >= taken
    }
    try #require(lines.count >= taken, "no further line; \(command.errors.text)", sourceLocation: location)
    return String(lines[taken - 1])
  }
}
