public import GreenroomBindings
public import Testing

/// One call that a view model has made of a ``StubService``.
///
/// It keeps its rig: what is unaccounted for is reported when the last of both is gone.
public struct StubCall {
  let bench: Bench
  /// Nil for a call that was not made.
  let record: CallRecord?
  /// The operation's name.
  public let operation: String

  /// Which call of this service it is, from 1; 0 for a call that was not made.
  public var number: Int { record?.number ?? 0 }

  /// What the view model passes as deadline; nil if it leaves it to the configuration.
  public var deadline: Duration? { record?.deadline }

  /// Whether it waits for an answer.
  public var isOpen: Bool { record?.isOpen ?? false }

  /// Expects the arguments that the view model has passed.
  public func expectArguments<Arguments: Equatable>(
    _ expected: Arguments, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let record else { return }
    if let passed = record.arguments as? Arguments, passed == expected { return }
    report("expected the arguments \(expected), but it is \(record.description)", at: sourceLocation)
  }

  /// Answers it, in a turn of its own. An answer to a call that was given up is dropped: it is late.
  public func answer(_ value: some Sendable, sourceLocation: SourceLocation = #_sourceLocation) {
    settle("the reply to", sourceLocation) { $0.reply?(value) }
  }

  /// Says that it is done, in a turn of its own, for an operation that has nothing to reply.
  public func complete(sourceLocation: SourceLocation = #_sourceLocation) {
    answer(NoReply(), sourceLocation: sourceLocation)
  }

  /// Lets it fail, in a turn of its own. A failure of a call that was given up is dropped: it is late.
  public func fail(_ error: ServiceError, sourceLocation: SourceLocation = #_sourceLocation) {
    settle("the failure of", sourceLocation) { record in
      record.fail?(error)
      return nil
    }
  }

  private func settle(_ what: String, _ sourceLocation: SourceLocation, _ body: (CallRecord) -> String?) {
    guard let record else { return }
    guard !record.isSettled else {
      report("\(record.description) is answered twice", at: sourceLocation)
      return
    }
    record.isSettled = true
    guard record.cancellation == nil else { return }
    bench.turn("\(what) call \(record.number), \(record.service).\(operation)") {
      if let problem = body(record) { report("\(record.description): \(problem)", at: sourceLocation) }
    }
    record.forget()
  }

  /// Expects that the view model has given it up.
  public func expectCancelled(
    _ reason: CancellationReason = .cancelled, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let record else { return }
    record.isCancellationExpected = true
    if record.cancellation == reason { return }
    let state = record.cancellation.map { "it was \($0)" } ?? (record.isSettled ? "it was answered" : "it is open")
    report("expected \(record.description) to be \(reason), but \(state)", at: sourceLocation)
  }

  /// Says that it is never answered.
  public func leaveOpen() { record?.isLeftOpen = true }
}
