import GreenroomJSONLines
import GreenroomProtocol
import GreenroomTerminalText

/// `greenroom send`: one input, and if asked for, the output that it leads to.
struct SendCommand {
  let connection: ControlConnection
  let viewModel: String
  let input: String
  let argument: String?
  let until: String?
  let unless: String?
  let timeout: Duration
  let style: TerminalStyle

  func run() throws(CommandFailure) {
    let schema = try connection.schema(of: viewModel)
    let value = try value(schema)
    guard let until else {
      _ = try send(value, schema)
      return
    }
    let outputs = schema.outputs.map(\.name)
    // A view model that declares none has outputs all the same: they are known when they come.
    for wanted in [until, unless].compactMap(\.self) where !outputs.isEmpty && !outputs.contains(wanted) {
      throw CommandFailure(
        .usage,
        "\(viewModel) has no output \"\(wanted)\"; it has \(outputs.joined(separator: ", "))"
          + Suggestion.phrase(for: wanted, among: outputs))
    }
    // Attached before the input is sent, so that no output of it is missed.
    var seen: [OutputParams] = []
    connection.onNotification = { method, params in
      guard method.matches(MethodName.output), let output = OutputParams(params: params) else { return }
      seen.append(output)
    }
    _ = try connection.request(MethodName.attach, ViewModelParams(viewModel: viewModel))
    let deadline = ContinuousClock.now + timeout
    let cause = try send(value, schema)
    var found: OutputParams?
    _ = try connection.wait(until: deadline) {
      found = seen.first { ($0.output == until || $0.output == unless) && $0.cause >= cause }
      return found != nil
    }
    let text = OutputText(schema, style: style, width: nil)
    guard let found else {
      let others = seen.filter { $0.cause >= cause }
      var messages = [
        "no \(until) within \(timeout); seen: "
          + (others.isEmpty ? "nothing" : others.map(\.output).joined(separator: ", "))
      ]
      // Most often it says why.
      if let last = others.last { messages.append("the last was: \(text.text(last))") }
      throw CommandFailure(.failure, messages)
    }
    StandardOutput.line(text.text(found))
    if found.output != until { throw CommandFailure(.failure, "\(found.output) came, and not \(until)") }
  }

  /// Sends the input.
  ///
  /// - Returns: the number of the input among all causes.
  private func send(_ value: RawJSON?, _ schema: ViewModelSchema) throws(CommandFailure) -> Int {
    do {
      return try connection.answer(
        InputResult.self, MethodName.input, InputParams(viewModel: viewModel, input: input, value: value)
      ).cause
    } catch {
      let inputs = schema.inputs.map(\.name)
      guard error.code == .failure, !inputs.contains(input) else { throw error }
      throw error.appending(Suggestion.phrase(for: input, among: inputs))
    }
  }

  /// The value from the arguments or, for `-`, from standard input.
  private func value(_ schema: ViewModelSchema) throws(CommandFailure) -> RawJSON? {
    guard let argument else { return nil }
    if argument == "-" {
      let bytes: [UInt8]
      do {
        bytes = try FileBytes.read(descriptor: 0, limit: LineFramer.maximumLineLimit)
      } catch {
        throw CommandFailure(.failure, "standard input: \(error.sentence)")
      }
      return try check(bytes, "standard input")
    }
    if schema.inputs.first(where: { $0.name == input })?.isSecret == true {
      throw CommandFailure(
        .usage,
        "\(input) is secret: arguments are public, give its value on standard input: send \(viewModel) \(input) -")
    }
    return try check(Array(argument.utf8), "the value")
  }

  private func check(_ bytes: [UInt8], _ what: String) throws(CommandFailure) -> RawJSON {
    var scanner = JSONScanner()
    do {
      try scanner.scan(bytes[...])
    } catch {
      throw CommandFailure(.usage, "\(what) is no JSON: \(error); a text is written in quotes: '\"text\"'")
    }
    // A line feed can only be white space here; on the wire it would end the line.
    return RawJSON(bytes.filter { $0 != 0x0a && $0 != 0x0d })
  }
}
