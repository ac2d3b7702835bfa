/// Why a line is no message.
package struct EnvelopeError: Error, Equatable, CustomStringConvertible {
  /// JSON-RPC's code for a line that is no JSON.
  package static let parseError = -32700
  /// JSON-RPC's code for JSON that is no message.
  package static let invalidRequest = -32600

  /// One of the two codes.
  package let code: Int
  /// A sentence for people; it holds no control character of the line.
  package let reason: String
  /// The id, where it could be read although the rest is wrong.
  ///
  /// Of a request it goes into the error answer (never with `parseError`, as JSON-RPC demands). Of an answer it tells
  /// which request of ours will get no better one.
  package let id: RequestID?
  /// Whether it looks like an answer: answers are never answered.
  package let isResponse: Bool

  package init(code: Int, reason: String, id: RequestID? = nil, isResponse: Bool = false) {
    self.code = code
    self.reason = reason
    self.id = id
    self.isResponse = isResponse
  }

  package var description: String { reason }
}
