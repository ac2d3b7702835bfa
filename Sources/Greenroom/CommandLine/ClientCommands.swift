import GreenroomProtocol
import GreenroomTerminalText

/// The commands that speak to a running host. Only results go to standard output.
struct ClientCommands {
  let connection: ControlConnection
  let socket: ControlSocketPath
  let style: TerminalStyle

  func run(_ command: Command) throws(CommandFailure) -> ExitCode {
    switch command {
    case .attach(let viewModel, let json):
      return try AttachCommand(connection: connection, viewModel: viewModel, json: json, style: style).run()
    case .send(let viewModel, let input, let value, let until, let unless, let timeout):
      try SendCommand(
        connection: connection, viewModel: viewModel, input: input, argument: value, until: until, unless: unless,
        timeout: timeout,
        style: style
      ).run()
    case .swap(let service, let plugin, let json): try swap(service, plugin, json)
    case .restart(let plugin):
      // The host has a deadline for every step.
      _ = try connection.request(MethodName.restart, PluginParams(plugin: plugin), timeout: nil)
      StandardOutput.line(TerminalText.escaped("\(plugin): ready"))
    case .status(let json): try status(json)
    case .describe(let viewModel, let json): try describe(viewModel, json)
    case .logs(let plugin, let follow): try logs(plugin, follow)
    case .reload:
      // A reload swaps; like a swap it has the host's deadlines and none of the client's.
      let result = try connection.answer(ReloadResult.self, MethodName.reload, NoParams(), timeout: nil)
      for change in result.changes { StandardOutput.line(TerminalText.escaped(change)) }
      if !result.failures.isEmpty { throw CommandFailure(.failure, result.failures) }
    case .stop: try StopCommand(connection: connection, socket: socket.path).run()
    case .help, .version, .run, .check: preconditionFailure("BUG: \(command) is no client's command")
    }
    return .success
  }

  private func swap(_ service: String, _ plugin: String?, _ json: Bool) throws(CommandFailure) {
    connection.onNotification = { method, params in
      guard method.matches(MethodName.progress), let progress = ProgressParams(params: params) else { return }
      StandardOutput.complain("\(service): \(progress.message)")
    }
    // No deadline of the client's: the host has one for every step.
    let params = SwapParams(service: service, plugin: plugin)
    if json {
      StandardOutput.json(try connection.request(MethodName.swap, params, timeout: nil))
    } else {
      let receipt = try connection.answer(SwapReceipt.self, MethodName.swap, params, timeout: nil)
      StandardOutput.line(TerminalText.escaped(receipt.sentence))
    }
  }

  private func status(_ json: Bool) throws(CommandFailure) {
    if json {
      StandardOutput.json(try connection.request(MethodName.status, NoParams()))
      return
    }
    let report = try connection.answer(StatusReport.self, MethodName.status, NoParams())
    for line in StatusText(report).lines(width: StandardOutput.width, style: style) { StandardOutput.line(line) }
  }

  private func describe(_ viewModel: String?, _ json: Bool) throws(CommandFailure) {
    let params = DescribeParams(viewModel: viewModel)
    do throws(CommandFailure) {
      if json {
        StandardOutput.json(try connection.request(MethodName.describe, params))
        return
      }
      let result = try connection.answer(DescribeResult.self, MethodName.describe, params)
      for line in StatusText.lines(result, style: style) { StandardOutput.line(line) }
    } catch {
      throw viewModel.map { connection.explained(error, viewModel: $0) } ?? error
    }
  }

  private func logs(_ plugin: String, _ follow: Bool) throws(CommandFailure) {
    var hasStopped = false
    connection.onNotification = { method, params in
      guard method.matches(MethodName.log), let log = LogParams(params: params) else { return }
      hasStopped = log.line == LogParams.hostStops
      StandardOutput.line(TerminalText.escaped(log.line))
    }
    let result = try connection.answer(
      LogsResult.self, MethodName.logs, PluginParams(plugin: plugin, follow: follow ? true : nil))
    for line in result.lines { StandardOutput.line(TerminalText.escaped(line)) }
    guard follow else { return }
    do throws(CommandFailure) {
      while !hasStopped, case .host = try connection.wait(alsoFor: -1), StandardOutput.isOpen {}
    } catch {
      // It has said so before, and closed the connection.
      if !hasStopped { throw error }
    }
  }
}
