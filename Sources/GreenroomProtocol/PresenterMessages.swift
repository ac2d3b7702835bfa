package import GreenroomJSONLines

/// `params` of `attach` and `detach`, sent by a presenter or a control client.
package struct ViewModelParams: Codable, Sendable {
  package var viewModel: String
  package init(viewModel: String) { self.viewModel = viewModel }
}

/// `params` of `attached`: from here on the presenter sees every output of the view model from `seq + 1`.
package struct AttachedParams: Codable, Sendable {
  package var viewModel: String
  /// The sequence number of the last output that is contained in `state`; 0 before the first.
  package var seq: Int
  package var schema: ViewModelSchema
  /// The current value of every state output that has one, in declared order.
  package var state: [StateValue]

  package init(viewModel: String, seq: Int, schema: ViewModelSchema, state: [StateValue]) {
    self.viewModel = viewModel
    self.seq = seq
    self.schema = schema
    self.state = state
  }
}

/// One output's current value; `value` is absent for an output without payload.
package struct StateValue: Codable, Sendable {
  package var output: String
  package var value: RawJSON?
  package init(output: String, value: RawJSON?) {
    self.output = output
    self.value = value
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    output = try members.decode(String.self, forKey: .output)
    value = try members.decodePresent(.value)
  }
}

/// The ports of a view model, as `attached` and `describe` tell them.
package struct ViewModelSchema: Codable, Sendable {
  package var type: String
  package var inputs: [PortSchema]
  package var outputs: [PortSchema]
  /// What the types in the payloads look like in JSON, for people; in the answer to `describe` alone.
  package var types: [TypeSchema]?

  package init(type: String, inputs: [PortSchema], outputs: [PortSchema], types: [TypeSchema]? = nil) {
    self.type = type
    self.inputs = inputs
    self.outputs = outputs
    self.types = types
  }
}

/// One type that payloads are made of.
package struct TypeSchema: Codable, Sendable {
  package var name: String
  /// Its members, `{content: String, author: String}`, or its values, `"left" | "right"`.
  package var shape: String

  package init(name: String, shape: String) {
    self.name = name
    self.shape = shape
  }
}

/// One port.
package struct PortSchema: Codable, Sendable {
  package var name: String
  /// `state` or `event`; for an input always `event`.
  package var kind: String
  /// Whether a state that equals the last is sent again.
  package var repeats: Bool
  /// Whether its values are masked wherever people see them.
  package var isSecret: Bool
  /// The payload's type in Swift's spelling, for people.
  package var payload: String

  package init(name: String, kind: String, repeats: Bool, isSecret: Bool, payload: String) {
    self.name = name
    self.kind = kind
    self.repeats = repeats
    self.isSecret = isSecret
    self.payload = payload
  }
}

/// `params` of `output`.
package struct OutputParams: Codable, Sendable {
  package var viewModel: String
  package var output: String
  package var value: RawJSON?
  /// Counts the outputs of this view model, the same for all presenters.
  package var seq: Int
  /// The number of the input, reply or timer firing that made it; 0 at the start.
  package var cause: Int
  /// Present on the first line after a conflation or drop: the last `seq` that was sent on this link.
  package var after: Int?

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    viewModel = try members.decode(String.self, forKey: .viewModel)
    output = try members.decode(String.self, forKey: .output)
    value = try members.decodePresent(.value)
    seq = try members.decode(Int.self, forKey: .seq)
    cause = try members.decode(Int.self, forKey: .cause)
    after = try members.decodeIfPresent(Int.self, forKey: .after)
  }
}

/// `params` of `detached`: no more outputs of this view model follow.
package struct DetachedParams: Codable, Sendable {
  /// The `reason` when the host stops in order; every other is a sentence for people only.
  package static let hostStops = "the host stops"

  package var viewModel: String
  package var reason: String
  /// Outputs that were meant for this presenter and were cleared.
  package var dropped: Int

  package init(viewModel: String, reason: String, dropped: Int) {
    self.viewModel = viewModel
    self.reason = reason
    self.dropped = dropped
  }
}

/// `params` of `input`, to a view model.
package struct InputParams: Codable, Sendable {
  package var viewModel: String
  package var input: String
  package var value: RawJSON?

  package init(viewModel: String, input: String, value: RawJSON?) {
    self.viewModel = viewModel
    self.input = input
    self.value = value
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    viewModel = try members.decode(String.self, forKey: .viewModel)
    input = try members.decode(String.self, forKey: .input)
    value = try members.decodePresent(.value)
  }
}

/// The answer to `input` sent as a request: it has been decoded and queued to its view model.
package struct InputResult: Codable, Sendable {
  package var cause: Int
  package init(cause: Int) { self.cause = cause }
}

extension KeyedDecodingContainer {
  /// The JSON of a member, or nil if there is none: `null` is a value, which `decodeIfPresent` takes for an absence.
  fileprivate func decodePresent(_ key: Key) throws -> RawJSON? {
    contains(key) ? try decode(RawJSON.self, forKey: key) : nil
  }
}
