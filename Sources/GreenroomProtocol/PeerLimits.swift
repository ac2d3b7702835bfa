/// The bounds of one link, with the defaults of the host and the control client.
package struct PeerLimits: Sendable, Equatable {
  /// Bytes of one line without its LF.
  package var lineByteCount: Int
  /// Containers inside containers; the message object counts as 1.
  package var depth: Int
  /// Requests of ours that are open at the same time; the owner asks before it opens one.
  package var openRequests: Int
  /// Requests of the peer that are open at the same time; one more is answered `busy`.
  package var incomingRequests: Int
  /// Answers to lines that are no message, in one second; the rest is counted only, so that noise is not answered
  /// with noise.
  package var errorAnswersPerSecond: Int

  package init(
    lineByteCount: Int = 1 << 20, depth: Int = 128, openRequests: Int = 1024, incomingRequests: Int = 1024,
    errorAnswersPerSecond: Int = 10
  ) {
    self.lineByteCount = lineByteCount
    self.depth = depth
    self.openRequests = openRequests
    self.incomingRequests = incomingRequests
    self.errorAnswersPerSecond = errorAnswersPerSecond
  }
}
