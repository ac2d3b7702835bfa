package import GreenroomJSONLines

/// Why an input was not taken; the sender is told.
package enum InputRefusal: Error, CustomStringConvertible {
  case unknownInput(String, known: [String])
  case badValue(input: String, PayloadError)

  package var description: String {
    switch self {
    case .unknownInput(let name, let known):
      "no input named \"\(name.shortened)\"; it has \(known.joined(separator: ", "))"
    case .badValue(let input, let error): "\(input): \(error.description)"
    }
  }
}

extension String {
  /// Its beginning, for a message that repeats what a peer has sent.
  var shortened: String { count > 64 ? prefix(64) + "…" : self }
}
