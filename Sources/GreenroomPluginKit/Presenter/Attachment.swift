import GreenroomJSONLines
import GreenroomProtocol

/// The begin of a view model's outputs: everything from `seq + 1` follows.
public struct Attachment: Sendable {
  /// The name of the instance, as in the configuration.
  public let viewModel: String
  /// The view model's type, for people.
  public let type: String
  /// The number of the last output that `state` contains; 0 before the first.
  public let seq: Int
  /// The current value of every state output that has one, in declared order.
  public let state: [Output]
  /// What the view model takes.
  public let inputs: [Port]
  /// What the view model sends.
  public let outputs: [Port]
  /// The whole message as one line of JSON: `{"viewModel":…,"seq":…,"schema":…,"state":…}`.
  public var jsonText: String { String(decoding: message, as: UTF8.self) }
  private let message: [UInt8]

  /// An input or an output of a view model.
  public struct Port: Sendable {
    /// Its name on the wire.
    public let name: String
    /// Has a current value; else an event, which nobody gets who comes later. False for inputs.
    public let isState: Bool
    /// Whether a state is sent again although it equals the last.
    public let repeats: Bool
    /// Whether people must not see its values: show `••••`.
    public let isSecret: Bool
    /// The payload's type in Swift's spelling, for people.
    public let payload: String

    init(_ schema: PortSchema) {
      name = schema.name
      isState = schema.kind == "state"
      repeats = schema.repeats
      isSecret = schema.isSecret
      payload = schema.payload
    }
  }

  init(message: [UInt8]) throws(PayloadError) {
    let params = try JSONDecoding.decode(AttachedParams.self, from: message[...])
    self.message = message
    viewModel = params.viewModel
    type = params.schema.type
    seq = params.seq
    state = params.state.map { Output($0, of: params.viewModel, seq: params.seq) }
    inputs = params.schema.inputs.map(Port.init)
    outputs = params.schema.outputs.map(Port.init)
  }
}

/// The end of a view model's outputs. The presenter may attach again.
public struct Detachment: Sendable {
  /// The name of the instance, as in the configuration.
  public let viewModel: String
  /// One phrase for people.
  public let reason: String
  /// Outputs that were meant for this presenter and were dropped.
  public let dropped: Int

  init(_ params: DetachedParams) {
    viewModel = params.viewModel
    reason = params.reason
    dropped = params.dropped
  }
}
