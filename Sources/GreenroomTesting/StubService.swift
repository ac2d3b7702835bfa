public import GreenroomBindings
public import Testing

/// A service that answers when the test says so: late, in another order, or never.
///
/// Each call of the view model must be taken, and then answered, failed, expected to be cancelled, or left open on
/// purpose. Answers to a call that the view model has given up are dropped, as a host drops them.
public struct StubService {
  let bench: Bench
  let record: ServiceRecord

  /// The name by which the view model calls it.
  public var name: String { record.name }

  /// How many calls wait for an answer.
  public var openCallCount: Int { record.calls.count { $0.isOpen } }

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
    guard let call = record.takeNext() else {
      report("\(name).\(operation) has not been called", at: sourceLocation)
      return StubCall(bench: bench, record: nil, operation: operation)
    }
    if call.operation != operation {
      report("expected a call of \(name).\(operation), but it is \(call.description)", at: sourceLocation)
    }
    return StubCall(bench: bench, record: call, operation: call.operation)
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
}
