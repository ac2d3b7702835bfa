public import GreenroomBindings
public import Testing

/// A service that answers when the test says so: late, in another order, or never.
///
/// Each call of the view model must be taken, and then answered, failed, expected to be cancelled, or left open on
/// purpose. Answers to a call that the view model has given up are dropped, as a host drops them.
public final class StubService {
  /// The name by which the view model calls it.
  public let name: String
  private let turn: (String, () -> Void) -> Void
  private let now: () -> Duration
  private var calls: [StubCall] = []
  private var nextUntaken = 0

  init(_ name: String, now: @escaping () -> Duration, turn: @escaping (String, () -> Void) -> Void) {
    self.name = name
    self.now = now
    self.turn = turn
  }

  /// How many calls wait for an answer.
  public var openCallCount: Int { calls.count { $0.isOpen } }

  /// Takes the oldest call that the test has not taken yet; it must be of this operation.
  ///
  /// Without such a call an issue is recorded and the call that is returned ignores what is done with it.
  ///
  /// - Parameters:
  ///   - operation: the operation that the view model must have called.
  ///   - sourceLocation: where an issue is reported.
  /// - Returns: the call.
  @discardableResult
  public func take(_ operation: String, sourceLocation: SourceLocation = #_sourceLocation) -> StubCall {
    guard nextUntaken < calls.count else {
      report("\(name).\(operation) has not been called", at: sourceLocation)
      return StubCall.absent(name, operation)
    }
    let call = calls[nextUntaken]
    nextUntaken += 1
    if call.operation != operation {
      report("expected a call of \(name).\(operation), but it is \(call.description)", at: sourceLocation)
    }
    return call
  }

  /// Takes the oldest call of an operation and answers it.
  public func answer(
    _ operation: String, with reply: some Sendable, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    take(operation, sourceLocation: sourceLocation).answer(reply, sourceLocation: sourceLocation)
  }

  /// Takes the oldest call of an operation and says that it is done, for an operation that has nothing to reply.
  public func complete(_ operation: String, sourceLocation: SourceLocation = #_sourceLocation) {
    take(operation, sourceLocation: sourceLocation).complete(sourceLocation: sourceLocation)
  }

  /// Takes the oldest call of an operation and lets it fail.
  public func fail(
    _ operation: String, with error: ServiceError, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    take(operation, sourceLocation: sourceLocation).fail(error, sourceLocation: sourceLocation)
  }

  /// What the test has not accounted for.
  var unaccounted: [String] {
    calls.enumerated().compactMap { index, call in
      if index >= nextUntaken { return "\(call.description) was not taken" }
      return call.unaccounted
    }
  }
}

extension StubService: ServiceBackend {
  package func start<Arguments: Encodable, Reply: Decodable>(
    _ operation: String, _ arguments: Arguments?, deadline: Duration?, as: Reply.Type,
    complete: @escaping (Result<Reply, ServiceError>) -> Void
  ) -> Int {
    let call = StubCall(name, operation, number: calls.count + 1, arguments, deadline: deadline, at: now(), turn: turn)
    call.fail = { complete(.failure($0)) }
    call.reply = { value in
      guard let reply = value as? Reply else { return "a reply is a \(Reply.self)" }
      complete(.success(reply))
      return nil
    }
    calls.append(call)
    return call.number
  }

  package func cancel(_ call: Int, because reason: CancellationReason) {
    calls[call - 1].cancel(reason)
  }
}
