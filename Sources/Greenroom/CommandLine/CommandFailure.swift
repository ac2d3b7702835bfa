import GreenroomProtocol

/// Why a command could not do its work: sentences and the exit code.
package struct CommandFailure: Error, Equatable {
  package let code: ExitCode
  /// One complaint each.
  package let messages: [String]
  /// All of them as one text.
  var message: String { messages.joined(separator: "; ") }

  init(_ code: ExitCode, _ messages: String...) { self.init(code, messages) }
  init(_ code: ExitCode, _ messages: [String]) {
    self.code = code
    self.messages = messages
  }

  /// What the host has refused; its message may have several lines.
  init(refusal error: ErrorObject) {
    self.init(.failure, error.message.split(separator: "\n", omittingEmptySubsequences: true).map(String.init))
  }

  /// The same with more at the end of its last sentence.
  func appending(_ text: String) -> CommandFailure {
    CommandFailure(code, messages.dropLast() + [(messages.last ?? "") + text])
  }
}
