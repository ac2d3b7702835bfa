package import GreenroomBindings

/// Sends the one value of a case without payload: to decode it once is enough. A struct, since a closure that is the whole of an
/// optional is wrapped in two others.
struct ConstantInput {
  let send: () -> Void
}

/// What is the same in an input port of every instance.
final class InputPortType {
  let description: PortDescription
  /// The tag of its case, if that has a layout.
  let caseTag: Int?

  init(_ description: PortDescription, caseTag: Int? = nil) {
    self.description = description
    self.caseTag = caseTag
  }
}

/// One input port and what decodes its values.
package struct InputPortState {
  let endpoint: InputEndpoint
  let type: InputPortType

  init(_ description: PortDescription, _ endpoint: InputEndpoint) {
    type = endpoint.type(of: description)
    self.endpoint = endpoint
  }

  package var description: PortDescription { type.description }
  /// What sends its one value, if it has no other.
  var constant: ConstantInput? { description.isPlain && description.payload.isEmpty ? endpoint.constant(self) : nil }
}
