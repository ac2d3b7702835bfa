/// What a command line asks for.
package enum Command: Equatable, Sendable {
  case help(String?)
  case version
  case run(configuration: String, watches: Bool)
  case check(configuration: String)
  case attach(viewModel: String, json: Bool)
  case send(viewModel: String, input: String, value: String?, until: String?, unless: String?, timeout: Duration)
  case swap(service: String, plugin: String?, json: Bool)
  case restart(plugin: String)
  case status(json: Bool)
  case describe(viewModel: String?, json: Bool)
  case logs(plugin: String, follow: Bool)
  case reload
  case stop
}

/// A command with what holds for all of them.
package struct Invocation: Equatable, Sendable {
  package var command: Command
  /// `--socket`: instead of the default place.
  package var socket: String?
  /// `--host`: the name of the host in its configuration; nil if it is not given.
  package var host: String?
  /// `--verbose`: a more talkative log.
  package var verbose = false
  /// `--no-colour`.
  package var isPlain = false

  package init(command: Command) { self.command = command }
}

/// What is wrong with a command line, as one sentence.
package struct UsageError: Error, Equatable {
  package let message: String
  package init(_ message: String) { self.message = message }
}
