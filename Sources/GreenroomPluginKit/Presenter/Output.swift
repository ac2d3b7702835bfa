import GreenroomJSONLines
import GreenroomProtocol

/// One value of one output of a view model.
public struct Output: Sendable {
  /// The name of the instance, as in the configuration.
  public let viewModel: String
  /// The output's name.
  public let name: String
  /// The value as JSON without a line feed; nil for an output without payload.
  public let json: [UInt8]?
  /// Counts the outputs of this view model, the same for all presenters.
  public let seq: Int
  /// The number of the input, reply or timer firing that made it; 0 at the start.
  public let cause: Int
  /// How many outputs before this one were left out because this presenter was too slow: older values of state ports,
  /// or what was dropped. 0 means that nothing is missing.
  public let skipped: Int
  /// The whole message as one line of JSON: `{"viewModel":…,"output":…,"value":…,"seq":…,"cause":…}`.
  public var jsonText: String { String(decoding: message, as: UTF8.self) }
  private let message: [UInt8]

  /// The value as a type of the presenter's: a struct with the payload's labels, or the type of the port.
  ///
  /// - Throws: `PluginError` with the path of what does not fit.
  public func value<Value: Decodable>(as type: Value.Type = Value.self) throws(PluginError) -> Value {
    do {
      return try JSONDecoding.decode(type, from: (json ?? Array("null".utf8))[...])
    } catch {
      throw PluginError(ErrorObject(.invalidParams, "\(viewModel).\(name): \(error.description)"))
    }
  }

  init(message: [UInt8]) throws(PayloadError) {
    let params = try JSONDecoding.decode(OutputParams.self, from: message[...])
    self.message = message
    viewModel = params.viewModel
    name = params.output
    json = params.value?.bytes
    seq = params.seq
    cause = params.cause
    skipped = params.after.map { max(0, params.seq - 1 - $0) } ?? 0
  }

  /// A state's value at the moment of attaching.
  init(_ state: StateValue, of viewModel: String, seq: Int) {
    self.viewModel = viewModel
    name = state.output
    json = state.value?.bytes
    self.seq = seq
    cause = 0
    skipped = 0
    let params = ReplayedOutput(viewModel: viewModel, output: state.output, value: state.value, seq: seq)
    // Values that were decoded a moment ago encode again.
    message = (try? RawJSON(encoding: params))?.bytes ?? []
  }
}

/// `params` of `output` for a value that was part of `attached`.
private struct ReplayedOutput: Encodable {
  var viewModel: String
  var output: String
  var value: RawJSON?
  var seq: Int
  var cause = 0
}
