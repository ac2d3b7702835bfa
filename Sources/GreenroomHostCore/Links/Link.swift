package import GreenroomJSONLines
package import GreenroomProtocol

/// One connection to a peer: its state machine, its queue and its stream, with fairness and one write a turn.
///
/// Confined to the loop's thread. A link ends once: by the peer, by a broken write, or by `close`. Neither the state
/// machine nor the queue calls back into the link, so that accesses to them never overlap (see `HostCore`).
package final class Link: ByteStreamReceiver {
  @exclusivity(unchecked) package var peer: PeerStateMachine
  @exclusivity(unchecked) package private(set) var output = OutputQueue()
  /// What waits to be written, against the queue's bound.
  package var queuedByteCount: Int { output.byteCount }
  /// Requests of ours that wait for an answer.
  package var openRequestCount: Int { peer.open.count }
  /// Outputs whose LF the kernel has taken.
  @exclusivity(unchecked) package private(set) var deliveredOutputCount = 0
  /// Who handles what the peer sends. Set before `start`; held until `close`, which breaks the circle.
  @exclusivity(unchecked) package var owner: (any LinkOwner)?
  /// Told whenever the kernel has taken all that waited. Cleared by `close`.
  @exclusivity(unchecked) package var onDrained: (() -> Void)?
  /// Requests go out through it: it is flushed before others.
  let isOfService: Bool
  /// For the log.
  package let name: String

  private let stream: any ByteStream
  private unowned let turns: TurnQueue
  @exclusivity(unchecked) private var isFlushPlanned = false
  @exclusivity(unchecked) private var isReadingPaused = false
  @exclusivity(unchecked) private var hasStreamEnded = false
  /// A write found that nobody reads: nothing is taken into the queue any more.
  @exclusivity(unchecked) private var isOutputBroken = false
  /// The peer's input has been ended: what is queued now is not written any more, and is given back at the end.
  @exclusivity(unchecked) private var isWritingClosed = false
  @exclusivity(unchecked) package private(set) var isClosed = false
  /// When the last line came, for the heartbeat.
  @exclusivity(unchecked) package private(set) var lastLine: Duration = .zero

  package init(
    name: String, stream: any ByteStream, limits: PeerLimits, turns: TurnQueue, isOfService: Bool = false
  ) {
    self.name = name
    self.isOfService = isOfService
    self.stream = stream
    self.turns = turns
    peer = PeerStateMachine(limits: limits)
    stream.receiver = self
  }

  package func start() {
    lastLine = turns.now
    stream.start()
  }

  // MARK: Input

  package func received(_ bytes: Span<UInt8>) {
    guard !isClosed else { return }
    peer.receive(bytes)
    handleInput()
  }

  /// Handles as many messages as one turn allows; the rest in the next turn, with reading paused meanwhile.
  package func handleInput() {
    let turns = turns
    var budget = turns.messagesPerTurn
    let now = turns.beginBatch()
    defer { turns.endBatch() }
    // Held once for all, until `close` at least.
    guard let owner else { return }
    while !isClosed {
      if budget == 0 {
        if !isReadingPaused {
          isReadingPaused = true
          if !hasStreamEnded { stream.pauseReading() }
        }
        turns.planInput(of: self)
        return
      }
      let event = peer.nextEvent(now: now)
      if case .nothing = event { break }
      lastLine = now
      budget -= 1
      if case .blank = event { continue }
      owner.link(self, received: event)
    }
    guard !isClosed else { return }
    if hasStreamEnded {
      finishInput()
    } else if isReadingPaused {
      isReadingPaused = false
      stream.resumeReading()
    }
  }

  /// Handles what has been read, however much it is: the peer is gone, and nothing can be put off any more.
  package func handleRest() {
    while !isClosed, let event = peer.next(now: turns.now) { owner?.link(self, received: event) }
    if !isClosed, hasStreamEnded, let event = peer.finish(now: turns.now) { owner?.link(self, received: event) }
  }

  package func streamEnded(_ error: String?) {
    guard !isClosed, !hasStreamEnded else { return }
    hasStreamEnded = true
    if let error { turns.environment.log(.warning, name, "reading failed: \(error)") }
    if !isReadingPaused { finishInput() }
  }

  private func finishInput() {
    if let event = peer.finish(now: turns.now) { owner?.link(self, received: event) }
    guard !isClosed else { return }
    owner?.linkInputEnded(self)
  }

  // MARK: Output

  private var takesOutput: Bool { !isClosed && !isOutputBroken }

  /// Writes one line into the queue and plans its flush at the end of the turn.
  package func send(_ line: OutputQueue.Line, _ write: (inout [UInt8]) -> Void) {
    guard takesOutput else { return }
    output.append(line, write)
    planFlush()
  }

  /// The same for a line of at most `capacity` bytes.
  package func send(_ line: OutputQueue.Line, upTo capacity: Int, _ write: (inout ByteWriter) -> Void) {
    guard takesOutput else { return }
    output.append(line, upTo: capacity, write)
    planFlush()
  }

  /// Answers a request of the peer with a value.
  package func answer(_ id: RequestID, _ value: some Encodable) {
    guard takesOutput else { return }
    var bytes: [UInt8] = []
    do {
      try JSONEncoding.encode(value, into: &bytes)
    } catch {
      return refuse(id, ErrorObject(.internalError, error.description))
    }
    guard bytes.count + Self.answerByteCount(id) <= peer.limits.lineByteCount else {
      let reason = "the answer has \(bytes.count) bytes, more than a line may have (\(peer.limits.lineByteCount))"
      return refuse(id, ErrorObject(.internalError, reason))
    }
    answer(id, json: bytes)
  }
  /// The longest message of an error in bytes: it fits a line with every one of them escaped.
  private var messageByteCount: Int { min(4 << 10, peer.limits.lineByteCount / 8) }

  /// What the line of an answer has beside its value, at most.
  static func answerByteCount(_ id: RequestID) -> Int {
    let envelope = #"{"jsonrpc":"2.0","id":,"result":}"#.utf8.count
    return switch id {
    case .number: envelope + ByteWriter.integerByteCount
    case .string(let text): envelope + ByteWriter.stringByteCount(text.utf8.count)
    }
  }

  package func answer(_ id: RequestID, json: [UInt8]) {
    guard takesOutput else { return }
    output.append(.init(.control)) { peer.writeResult(id, json, into: &$0) }
    planFlush()
  }

  package func refuse(_ id: RequestID?, _ error: ErrorObject) {
    guard takesOutput else { return }
    var error = error
    if error.message.utf8.count > messageByteCount {
      // It may repeat what the peer has sent.
      error.message = String(decoding: error.message.utf8.prefix(messageByteCount), as: UTF8.self) + "…"
    }
    output.append(.init(.control)) { peer.writeError(id, error, into: &$0) }
    planFlush()
  }

  /// Sends a notification.
  ///
  /// - Returns: false if it is longer than a line may be, or does not encode; then it is not sent.
  @discardableResult
  package func notify(_ method: StaticString, _ params: some Encodable) -> Bool {
    guard takesOutput else { return true }
    var bytes: [UInt8] = []
    do {
      try MessageWriter.notification(method, params, into: &bytes)
    } catch {
      turns.environment.log(.error, name, "a notification could not be encoded: \(error)")
      return false
    }
    guard bytes.count - 1 <= peer.limits.lineByteCount else {
      turns.environment.log(
        .error, name,
        "\(method) is not sent: with \(bytes.count) bytes it is longer than a line may be "
          + "(\(peer.limits.lineByteCount))")
      return false
    }
    output.append(.init(.control)) { $0.append(contentsOf: bytes) }
    planFlush()
    return true
  }

  /// Appends an output line that `write` writes, at most `capacity` bytes.
  ///
  /// - Returns: how many older lines it replaced, 0 or 1.
  func sendOutput(_ line: OutputQueue.Line, upTo capacity: Int, _ write: (inout ByteWriter) -> Void) -> Int {
    guard takesOutput else { return 0 }
    let conflated = output.appendOutput(line, upTo: capacity, write)
    planFlush()
    return conflated
  }

  private func planFlush() {
    guard !isFlushPlanned, !output.isBlocked, !isWritingClosed else { return }
    isFlushPlanned = true
    turns.planFlush(of: self)
  }

  /// One gathered write of all that waits.
  package func flush() {
    isFlushPlanned = false
    guard takesOutput, !output.isBlocked, !isWritingClosed else { return }
    write()
  }

  package func streamIsWritable() {
    guard takesOutput, !isWritingClosed else { return }
    write()
  }

  private func write() {
    let stream = stream
    var delivered = 0
    let error = output.write({ stream.write($0) }, delivered: { if $0.isOutput { delivered += 1 } })
    deliveredOutputCount += delivered
    if let error {
      isOutputBroken = true
      owner?.link(self, broke: error)
    } else if output.isBlocked {
      stream.awaitWritable()
    } else {
      onDrained?()
    }
  }

  /// Removes the lines that wait and have not been begun.
  package func removeWaiting(_ removed: (OutputQueue.Line) -> Void) { output.removeWaiting(removed) }
  package func removeOutputs(of viewModel: Int32?, _ removed: (OutputQueue.Line) -> Void) {
    output.removeOutputs(of: viewModel, removed)
  }
  /// Takes every line that the kernel has not taken whole, in order.
  package func removeAll(_ removed: (OutputQueue.Line, UnsafeBufferPointer<UInt8>) -> Void) {
    output.removeAll(removed)
  }

  /// Takes the requests whose line has not been begun, each whole, in order; other lines stay.
  package func takeWaitingRequests(_ taken: (Int, UnsafeBufferPointer<UInt8>) -> Void) {
    output.takeWaitingRequests(taken)
  }

  // MARK: End

  /// Ends the peer's input after what waits has been written as far as the peer takes it.
  package func closeWriting() {
    guard !isClosed else { return }
    if takesOutput, !output.isBlocked { write() }
    guard !isClosed, !isWritingClosed else { return }
    isWritingClosed = true
    stream.closeWriting()
  }

  /// Ends the link; its owner hears no more of it.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    onDrained = nil
    owner = nil
    stream.receiver = nil
    stream.close()
  }
}

/// Who a link belongs to.
package protocol LinkOwner: AnyObject {
  func link(_ link: Link, received event: PeerEvent)
  /// Nothing can be written any more; what waits is still in the queue. Called once.
  func link(_ link: Link, broke error: String)
  /// The peer sends no more; every complete line has been handled.
  func linkInputEnded(_ link: Link)
}
