/// The seam for bytes: a two-way stream to one peer, over pipes, a socket, or the simulator's.
///
/// Confined to the loop's thread. After `close` no method of the receiver is called any more.
package protocol ByteStream: AnyObject {
  /// Who is told of what happens; set before `start`. Held until `close`.
  var receiver: (any ByteStreamReceiver)? { get set }
  /// Begins to read.
  func start()
  /// Hands bytes to the kernel without waiting; the caller keeps what was not taken.
  func write(_ bytes: Span<UInt8>) -> WriteOutcome
  /// Calls `streamIsWritable` once, when a blocked stream can take bytes again.
  func awaitWritable()
  func pauseReading()
  func resumeReading()
  /// Ends the peer's input; reading goes on. No `write` follows.
  func closeWriting()
  func close()
}

/// What became of a write.
package enum WriteOutcome: Equatable {
  /// So many bytes, possibly fewer than given: then the stream is blocked.
  case taken(Int)
  /// Nobody reads any more; the text says what the system said.
  case broken(String)
}

/// The owner of a stream.
package protocol ByteStreamReceiver: AnyObject {
  /// The bytes are valid during the call only.
  func received(_ bytes: Span<UInt8>)
  /// No more bytes come; called once. `error` is nil at a plain end of stream.
  func streamEnded(_ error: String?)
  func streamIsWritable()
}
