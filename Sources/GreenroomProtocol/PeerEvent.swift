package import GreenroomJSONLines

/// What one line of the peer means to the owner of a link.
///
/// Methods, params and values are places in the link's read buffer: the owner asks the `PeerStateMachine` for their bytes
/// before it gives it more. What comes rarely is in a box, so that the others are moved and dropped for nothing.
package enum PeerEvent {
  /// There is no whole line, or nothing on it. `next` tells it as nil; an optional of this type is what Swift copies slowly.
  case nothing
  /// A line of white space, which means nothing and costs as much as any other.
  case blank
  /// A request to be answered exactly once with `PeerStateMachine.writeResult` or `writeError`.
  indirect case request(id: RequestID, method: MemberText, params: Range<Int>?)
  case notification(method: MemberText, params: Range<Int>?)
  /// The answer to an open request of ours, which is closed with it.
  case result(request: Int, value: Range<Int>)
  indirect case failure(request: Int, error: ErrorObject)
  /// An answer to a request that is not open. `wasAnswered`: this link had it and has closed it, so it is a second answer.
  indirect case staleAnswer(id: RequestID, wasAnswered: Bool)
  /// The peer could not read one of our lines: an error answer with id null.
  indirect case peerRefusedLine(ErrorObject)
  /// A line that is no message. If `answer` is set, the owner writes it with `writeError`; at most so many a second are.
  indirect case malformed(reason: String, byteCount: Int, answer: MalformedAnswer?)
}

/// The error answer that a malformed line gets.
package struct MalformedAnswer {
  /// The id of the request where it could be read; else the answer carries null.
  package var id: RequestID?
  package var error: ErrorObject
}

/// What a link has counted since it was opened; the two sides of each equation are counted apart.
package struct PeerCounters: Sendable, Equatable {
  package var bytesRead = 0
  package var linesRead = 0
  package var requestsSent = 0
  package var results = 0
  package var failures = 0
  /// Requests that the end of the link left without an answer.
  package var abandoned = 0
  /// Second answers to a request that was already answered.
  package var duplicateAnswers = 0
  /// Answers to ids that this link never sent.
  package var unknownAnswers = 0
  package var malformedLines = 0
  /// Malformed lines that got no answer because the peer sends too many.
  package var unansweredMalformedLines = 0

  package init() {}
}
