/// What a line is in JSON-RPC 2.0; the slices are parts of the line.
package enum Envelope {
  /// `params` may be an array here: the method decides that it wants an object.
  case request(id: RequestID, method: ArraySlice<UInt8>, params: ArraySlice<UInt8>?)
  case notification(method: ArraySlice<UInt8>, params: ArraySlice<UInt8>?)
  case result(id: RequestID, value: ArraySlice<UInt8>)
  /// An error answer; without id the peer could not read a line of ours.
  case error(id: RequestID?, code: Int, message: String, data: ArraySlice<UInt8>?)
}

/// Why a line is no message.
package struct EnvelopeError: Error, Equatable, CustomStringConvertible {
  /// -32700: not JSON; -32600: JSON, but no message.
  package let code: Int
  package let reason: String
  /// The id, where it could be read although the rest is wrong.
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
