public import GreenroomJSONLines

/// One end of a link: bytes in, events out; and the requests that are open in both directions.
///
/// A value without I/O, clock or task, which is moved and never copied, used alike by the host, the plugin kit and the control
/// client. The owner feeds bytes with `receive`, takes one event after the other with `next`, and writes every outgoing message
/// into a buffer of its own. Time is passed in where a limit depends on it (a duration on any monotonic clock).
///
/// Requests are numbered by the owner; the number is the JSON-RPC id.
@usableFromInline
package struct PeerStateMachine: ~Copyable {
  package let limits: PeerLimits
  package private(set) var counters = PeerCounters()

  @usableFromInline var framer: LineFramer
  private var reader: MessageReader
  /// Requests of ours that wait for their answer.
  ///
  /// Read by its owner as it is: by way of a getter all of this value is copied for the call (6.3.1).
  package private(set) var open = NumberTable<Void>()
  private var highestRequest = -1
  private var lowestRequest = Int.max
  /// Requests of the peer that we have not answered yet.
  private var incoming: Set<RequestID> = []
  private var answersInWindow = 0
  private var windowStart: Duration = .zero
  /// The line of the event just handed out; empty if it was too long to be kept.
  private var line: Range<Int> = 0..<0
  /// Whether the failure just handed out is no error answer, but an answer that could not be read.
  package private(set) var isBrokenAnswer = false

  package init(limits: PeerLimits = PeerLimits()) {
    self.limits = limits
    framer = LineFramer(lineLimit: limits.lineByteCount)
    reader = MessageReader(depthLimit: limits.depth)
  }

  /// The requests of ours that wait for an answer.
  package var openRequestCount: Int { open.count }
  /// The requests of the peer that wait for ours.
  package var incomingRequestCount: Int { incoming.count }
  /// Bytes that have been received and not been handed out as a line yet.
  package var bufferedByteCount: Int { framer.bufferedByteCount }

  /// The value of a member of `params` of the event just handed out.
  ///
  /// `mutating` though nothing changes: else all of this value is copied for the call (6.3.1).
  package mutating func parameter(_ name: JSONName) -> JSONParameter? {
    parameterMember(name).map { JSONParameter($0, self[$0.value]) }
  }

  /// Where that member stands.
  @inline(__always)
  package mutating func parameterMember(_ name: JSONName) -> JSONMember? { reader.parameter(name) }

  /// Where the text of a member of `params` stands that is a string without escapes.
  @inline(__always)
  package mutating func plainParameter(_ name: JSONName) -> Range<Int>? { reader.plainParameter(name) }

  /// Hands over what is probably the text of a member of `params` of the next line, if all of it has come: a guess, by which
  /// something may be made ready and nothing decided.
  package mutating func withExpectedParameter(_ name: JSONName, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    reader.withExpectedParameter(name, ofNextIn: &framer, body)
  }

  /// The bytes of a place of the event just handed out.
  ///
  /// `mutating` though nothing changes, as above.
  package subscript(place: Range<Int>) -> ArraySlice<UInt8> { mutating get { framer[place] } }

  /// Hands over the bytes of a place without holding them.
  @inlinable @inline(__always)
  package mutating func withBytes<Result>(
    _ place: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result { framer.withBytes(place, body) }

  /// The text of a place of the event just handed out, unescaped.
  package subscript(text: MemberText) -> ArraySlice<UInt8> {
    mutating get {
      let line = framer[text.place]
      return text.bytes(in: line)
    }
  }

  /// Whether a method is exactly this one; names are compared as UTF-8, never as Swift characters.
  @inline(__always)
  package mutating func isMethod(_ method: MemberText, _ name: StaticString) -> Bool {
    if method.hasEscapes { return self[method].matches(name) }
    guard method.place.count == name.utf8CodeUnitCount else { return false }
    return framer.withBytes(method.place) { bytes in name.withUTF8Buffer { JSONText.areEqual(bytes, $0) } }
  }

  /// The beginning of the line of the event just handed out, in quotes, for a log.
  package mutating func excerpt(_ byteCount: Int = 60) -> String {
    if line.isEmpty { return "" }
    let text = String(decoding: framer[line].prefix(byteCount), as: UTF8.self)
    return "\"\(text)\(line.count > byteCount ? "…" : "")\""
  }

  // MARK: Bytes in

  package mutating func receive(_ bytes: Span<UInt8>) {
    counters.bytesRead += bytes.count
    framer.append(bytes)
  }

  /// The next event, or nil if there is no whole line. Blank lines are skipped.
  package mutating func next(now: Duration) -> PeerEvent? {
    while true {
      let event = nextEvent(now: now)
      if case .blank = event { continue }
      if case .nothing = event { return nil }
      return event
    }
  }

  /// The same for who handles many, a bounded number at a time: blank lines count.
  package mutating func nextEvent(now: Duration) -> PeerEvent {
    guard let frame = framer.next() else { return .nothing }
    return event(of: frame, now: now)
  }

  /// What the end of the stream leaves: a complete message without its LF counts as a message, half a one as malformed.
  package mutating func finish(now: Duration) -> PeerEvent? {
    guard let frame = framer.finish() else { return nil }
    let event = event(of: frame, now: now)
    if case .blank = event { return nil }
    return event
  }

  private mutating func event(of frame: LineFramer.Frame, now: Duration) -> PeerEvent {
    counters.linesRead += 1
    let range: Range<Int>
    var isWhole = true
    switch frame {
    case .line(let whole): range = whole
    case .unterminated(let rest):
      range = rest
      isWhole = false
    case .tooLong(let byteCount):
      line = 0..<0
      return malformed(
        "a line of \(byteCount) bytes, the limit is \(limits.lineByteCount)", byteCount: byteCount, id: nil,
        code: .invalidRequest, now: now)
    }
    line = range
    do {
      return event(of: try reader.read(range, of: &framer), on: range, now: now)
    } catch {
      // A broken answer still ends its request: its caller does not wait for the deadline.
      if error.isResponse, case .number(let number) = error.id, let request = close(number) {
        counters.malformedLines += 1
        counters.failures += 1
        isBrokenAnswer = true
        return .failure(request: request, error: ErrorObject(ErrorCode(rawValue: error.code), error.reason))
      }
      let prefix = isWhole ? "" : "half a message at the end of the stream: "
      return malformed(
        prefix + error.reason, byteCount: range.count, id: error.id, code: ErrorCode(rawValue: error.code),
        isAnswer: error.isResponse || !isWhole, now: now)
    }
  }

  @inline(__always)
  private mutating func event(of envelope: Envelope, on line: Range<Int>, now: Duration) -> PeerEvent {
    switch envelope {
    case .blank: return .blank
    case .notification(let method, let params):
      return .notification(method: method, params: params)
    case .request(let id, let method, let params):
      let id = id.requestID(in: framer[line])
      if incoming.count >= limits.incomingRequests {
        // A whole request and no noise: its answer is owed, however many there are.
        let error = ErrorObject(.busy, "more than \(limits.incomingRequests) requests are open")
        return .malformed(
          reason: error.message, byteCount: line.count, answer: MalformedAnswer(id: id, error: error))
      }
      guard incoming.insert(id).inserted else {
        return malformed(
          "the id is already in flight", byteCount: line.count, id: nil, code: .invalidRequest, now: now)
      }
      return .request(id: id, method: method, params: params)
    case .result(let id, let value):
      guard let request = close(id) else { return stale(id.requestID(in: framer[line])) }
      counters.results += 1
      return .result(request: request, value: value)
    case .error(let id, let value):
      return failure(EnvelopeFailure(framer[value]), id, framer[line])
    }
  }

  private mutating func failure(
    _ failure: EnvelopeFailure?, _ id: EnvelopeID?, _ line: ArraySlice<UInt8>
  ) -> PeerEvent {
    guard let failure else { preconditionFailure("BUG: the envelope of an error answer was read and has no error") }
    let error = ErrorObject(
      ErrorCode(rawValue: failure.code), failure.message, data: failure.data.map(Array.init))
    guard let id else { return .peerRefusedLine(error) }
    guard let request = close(id) else { return stale(id.requestID(in: line)) }
    counters.failures += 1
    isBrokenAnswer = false
    return .failure(request: request, error: error)
  }

  private mutating func close(_ id: EnvelopeID) -> Int? {
    guard case .number(let number) = id else { return nil }
    return close(number)
  }

  private mutating func close(_ number: Int) -> Int? { open.remove(number) == nil ? nil : number }

  private mutating func stale(_ id: RequestID) -> PeerEvent {
    var wasAnswered = false
    if case .number(let number) = id { wasAnswered = number >= lowestRequest && number <= highestRequest }
    if wasAnswered { counters.duplicateAnswers += 1 } else { counters.unknownAnswers += 1 }
    return .staleAnswer(id: id, wasAnswered: wasAnswered)
  }

  private mutating func malformed(
    _ reason: String, byteCount: Int, id: RequestID?, code: ErrorCode, isAnswer: Bool = false, now: Duration
  ) -> PeerEvent {
    counters.malformedLines += 1
    if now - windowStart >= .seconds(1) {
      windowStart = now
      answersInWindow = 0
    }
    // A response is never answered, however malformed: two peers would answer each other for ever.
    guard !isAnswer, answersInWindow < limits.errorAnswersPerSecond else {
      if !isAnswer { counters.unansweredMalformedLines += 1 }
      return .malformed(reason: reason, byteCount: byteCount, answer: nil)
    }
    answersInWindow += 1
    return .malformed(
      reason: reason, byteCount: byteCount, answer: MalformedAnswer(id: id, error: ErrorObject(code, reason)))
  }

  // MARK: Messages out

  /// Opens a request, whose line the caller writes.
  ///
  /// - Parameter number: not given before on this link.
  package mutating func openRequest(_ number: Int) {
    open.insert(number, ())
    if number < lowestRequest { lowestRequest = number }
    if number > highestRequest { highestRequest = number }
    counters.requestsSent += 1
  }

  /// Takes back a request whose line was never handed to the kernel, so that it may be sent on another link.
  package mutating func withdrawRequest(_ number: Int) {
    if open.remove(number) != nil { counters.requestsSent -= 1 }
  }

  /// Whether any open request satisfies the condition; asked rarely, since it looks at all of them.
  package func hasOpenRequest(where condition: (Int) -> Bool) -> Bool { open.numbers.contains(where: condition) }

  /// Whether the request still waits for its answer.
  package func isOpen(_ number: Int) -> Bool { open.contains(number) }

  /// Closes every open request, in the order in which they were sent, because the link has ended.
  package mutating func abandonRequests() -> [Int] {
    let numbers = open.numbers
    open.removeAll()
    counters.abandoned += numbers.count
    return numbers
  }

  /// Answers a request of the peer with a JSON value.
  package mutating func writeResult(_ id: RequestID, _ value: some Sequence<UInt8>, into output: inout [UInt8]) {
    incoming.remove(id)
    MessageWriter.result(id, value, into: &output)
  }

  /// Answers a request of the peer, or a line that could not be read (id nil), with an error.
  package mutating func writeError(_ id: RequestID?, _ error: ErrorObject, into output: inout [UInt8]) {
    if let id { incoming.remove(id) }
    MessageWriter.error(id, error, into: &output)
  }
}

/// A member of `params`: its bytes as they stand on the line.
package struct JSONParameter {
  package var bytes: ArraySlice<UInt8>
  package var kind: JSONKind

  init(_ member: JSONMember, _ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    kind = member.kind
  }

  /// The text of a string value, or nil for another kind.
  package var string: String? {
    guard kind == .string else { return nil }
    return try? JSONDecoding.decode(String.self, from: bytes)
  }
}
