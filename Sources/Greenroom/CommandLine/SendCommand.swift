import GreenroomJSONLines
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// `greenroom send`: one input, and if asked for, the output that it leads to.
struct SendCommand {
  let connection: ControlConnection
  let viewModel: String
  let input: String
  let argument: String?
  let until: String?
  let timeout: Duration

  func run() throws(CommandFailure) -> ExitCode {
    let schema = try schema()
    let value = try value(schema)
    if let until, !schema.outputs.contains(where: { $0.name == until }) {
      let known = schema.outputs.map(\.name)
      throw CommandFailure(
        .usage, "\(viewModel) has no output \"\(until)\"; it has \(known.joined(separator: ", "))"
          + Suggestion.phrase(for: until, among: known))
    }
    var cause = Int.max
    var waiting: [OutputParams] = []
    if until != nil {
      connection.onNotification = { method, params in
        guard method.matches(MethodName.output), let output = try? JSONDecoding.decode(OutputParams.self, from: params)
        else { return }
        waiting.append(output)
      }
      _ = try connection.request(MethodName.attach, ViewModelParams(viewModel: viewModel))
    }
    let answer = try connection.request(
      MethodName.input, InputParams(viewModel: viewModel, input: input, value: value.map { RawJSON($0) }))
    guard let until else { return .success }
    cause = (try? JSONDecoding.decode(InputResult.self, from: answer[...]))?.cause ?? 0
    var found: OutputParams?
    let deadline = ContinuousClock.now + timeout
    let isFound = try connection.wait(until: deadline) {
      found = waiting.first { $0.output == until && $0.cause >= cause }
      return found != nil
    }
    guard isFound, let found else {
      let seen = waiting.filter { $0.cause >= cause }.map(\.output)
      throw CommandFailure(
        .failure, "no \(until) within \(timeout); seen: \(seen.isEmpty ? "nothing" : seen.joined(separator: ", "))")
    }
    let isSecret = schema.outputs.first { $0.name == until }?.isSecret ?? false
    StandardOutput.line(
      OutputText(outputs: schema.outputs.map(\.name), secrets: isSecret ? [until] : []).text(found))
    return .success
  }

  private func schema() throws(CommandFailure) -> ViewModelSchema {
    let answer = try connection.request(MethodName.describe, DescribeParams(viewModel: viewModel))
    guard let entry = (try? JSONDecoding.decode(DescribeResult.self, from: answer[...]))?.viewModels.first else {
      throw CommandFailure(.internalError, "the host describes no \(viewModel)")
    }
    return entry.schema
  }

  private func value(_ schema: ViewModelSchema) throws(CommandFailure) -> [UInt8]? {
    let port = schema.inputs.first { $0.name == input }
    guard let argument else { return nil }
    if argument != "-" {
      if port?.isSecret == true {
        throw CommandFailure(
          .usage, "\(input) is secret: arguments are public, give its value on standard input: send \(viewModel) \(input) -")
      }
      return try check(Array(argument.utf8), "the value")
    }
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read("/dev/stdin", limit: LineFramer.maximumLineLimit)
    } catch {
      throw CommandFailure(.failure, "standard input: \(error.sentence)")
    }
    return try check(bytes, "standard input")
  }

  private func check(_ bytes: [UInt8], _ what: String) throws(CommandFailure) -> [UInt8] {
    var scanner = JSONScanner()
    do {
      try scanner.scan(bytes[...])
    } catch {
      throw CommandFailure(.usage, "\(what) is no JSON: \(error); a string is written in quotes: '\"text\"'")
    }
    return bytes.filter { $0 != 0x0a && $0 != 0x0d }
  }
}
