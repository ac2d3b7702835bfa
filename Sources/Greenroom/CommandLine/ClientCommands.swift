import GreenroomJSONLines
package import GreenroomProtocol
import GreenroomTerminalText

#if canImport(Glibc)
  import Glibc
#endif

/// The commands that speak to a running host. Only results go to standard output.
struct ClientCommands {
  let connection: ControlConnection
  let socket: ControlSocketPath

  func run(_ command: Command) throws(CommandFailure) -> ExitCode {
    switch command {
    case .attach(let viewModel, let json):
      return try AttachCommand(connection: connection, viewModel: viewModel, json: json).run()
    case .send(let viewModel, let input, let value, let until, let timeout):
      return try SendCommand(
        connection: connection, viewModel: viewModel, input: input, argument: value, until: until, timeout: timeout
      ).run()
    case .swap(let service, let plugin, let json): try swap(service, plugin, json)
    case .restart(let plugin):
      _ = try connection.request(MethodName.restart, PluginParams(plugin: plugin))
    case .status(let json): try status(json)
    case .describe(let viewModel, let json): try describe(viewModel, json)
    case .logs(let plugin, let follow): try logs(plugin, follow)
    case .reload:
      let result = try decode(
        ReloadResult.self, try connection.request(MethodName.reload, ViewModelFree(), timeout: .seconds(60)))
      for change in result.changes { StandardOutput.line(TerminalText.escaped(change)) }
    case .stop: try stop()
    case .help, .version, .run, .check: preconditionFailure("BUG: \(command) is no client's command")
    }
    return .success
  }

  /// `params` without members.
  private struct ViewModelFree: Encodable {}

  private func decode<Value: Decodable>(_ type: Value.Type, _ json: [UInt8]) throws(CommandFailure) -> Value {
    do {
      return try JSONDecoding.decode(type, from: json[...])
    } catch {
      throw CommandFailure(.internalError, "the host's answer is not understood: \(error)")
    }
  }

  // MARK: swap

  private func swap(_ service: String, _ plugin: String?, _ json: Bool) throws(CommandFailure) {
    connection.onNotification = { method, params in
      guard method.matches(MethodName.progress),
        let progress = try? JSONDecoding.decode(ProgressParams.self, from: params)
      else { return }
      StandardOutput.complain("\(service): \(progress.message)")
    }
    // No deadline of the client's: the host has one for every step.
    let answer = try connection.request(
      MethodName.swap, SwapParams(service: service, plugin: plugin), timeout: nil)
    if json {
      StandardOutput.line(answer)
    } else {
      StandardOutput.line(TerminalText.escaped(try decode(SwapReceipt.self, answer).sentence))
    }
  }

  // MARK: status, describe

  private func status(_ json: Bool) throws(CommandFailure) {
    let answer = try connection.request(MethodName.status, ViewModelFree())
    if json {
      StandardOutput.line(answer)
      return
    }
    let report = try decode(StatusReport.self, answer)
    let width = TerminalStyle.isTerminal(1) ? TerminalStyle.terminalWidth(1) : nil
    for line in StatusText(report).lines(width: width, style: StandardOutput.style) { StandardOutput.line(line) }
  }

  private func describe(_ viewModel: String?, _ json: Bool) throws(CommandFailure) {
    let answer = try connection.request(MethodName.describe, DescribeParams(viewModel: viewModel))
    if json {
      StandardOutput.line(answer)
      return
    }
    for line in StatusText.lines(try decode(DescribeResult.self, answer), style: StandardOutput.style) {
      StandardOutput.line(line)
    }
  }

  // MARK: logs, stop

  private func logs(_ plugin: String, _ follow: Bool) throws(CommandFailure) {
    var isOpen = true
    connection.onNotification = { method, params in
      guard method.matches(MethodName.log), let log = try? JSONDecoding.decode(LogParams.self, from: params) else { return }
      isOpen = StandardOutput.line(TerminalText.escaped(log.line))
    }
    let answer = try connection.request(MethodName.logs, PluginParams(plugin: plugin, follow: follow))
    for line in try decode(LogsResult.self, answer).lines { StandardOutput.line(TerminalText.escaped(line)) }
    guard follow else { return }
    _ = try connection.wait(until: nil) { !isOpen }
  }

  /// Asks the host to stop and waits until it is gone.
  private func stop() throws(CommandFailure) {
    _ = try connection.request(MethodName.stop, ViewModelFree())
    do {
      _ = try connection.wait(until: .now + .seconds(10)) { false }
    } catch {
      return
    }
    throw CommandFailure(.failure, "the host has not ended within 10 s")
  }
}

extension SwapReceipt {
  /// `quotes: generation 3 (a) -> 4 (b): in 10231, out 10231, lost 0, duplicated 0, drained 12 in 8 ms`
  package var sentence: String {
    var text =
      "\(service): generation \(fromGeneration) (\(fromPlugin)) -> \(toGeneration) (\(toPlugin)): "
      + "in \(requestsIn), out \(requestsOut), lost \(lost), duplicated \(duplicated), "
      + "drained \(drained) in \(Self.milliseconds(drainMicroseconds)) ms"
    if undrained > 0 { text += ", \(undrained) not answered before the drain deadline" }
    if let pauseMicroseconds { text += ", held for \(Self.milliseconds(pauseMicroseconds)) ms" }
    return text
  }

  /// One decimal.
  private static func milliseconds(_ microseconds: Int) -> String {
    let tenths = (microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}
