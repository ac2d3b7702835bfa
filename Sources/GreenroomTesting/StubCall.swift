public import GreenroomBindings
public import Testing

/// One call that a view model has made of a ``StubService``.
public final class StubCall {
  /// The operation's name.
  public let operation: String
  /// Which call of this service it is, from 1.
  public let number: Int
  /// What the view model passes as deadline; nil if it leaves it to the configuration.
  public let deadline: Duration?

  private let service: String
  private let arguments: Any?
  private let startedAt: Duration
  private let turn: (String, () -> Void) -> Void
  var reply: ((Any) -> String?)?
  var fail: ((ServiceError) -> Void)?
  private var cancellation: CancellationReason?
  private var isSettled = false
  private var isLeftOpen = false
  private var isCancellationExpected = false
  private let isAbsent: Bool

  init(
    _ service: String, _ operation: String, number: Int, _ arguments: Any?, deadline: Duration?, at time: Duration,
    isAbsent: Bool = false, turn: @escaping (String, () -> Void) -> Void
  ) {
    self.service = service
    self.operation = operation
    self.number = number
    self.arguments = arguments
    self.deadline = deadline
    self.turn = turn
    self.isAbsent = isAbsent
    startedAt = time
  }

  static func absent(_ service: String, _ operation: String) -> StubCall {
    StubCall(service, operation, number: 0, nil, deadline: nil, at: .zero, isAbsent: true) { _, _ in }
  }

  /// Whether it waits for an answer.
  public var isOpen: Bool { !isSettled && cancellation == nil }

  var description: String {
    let shown = arguments.map { " with \($0)" } ?? ""
    return "call \(number), \(service).\(operation)\(shown), made at \(startedAt)"
  }

  /// Expects the arguments that the view model has passed.
  public func expectArguments<Arguments: Equatable>(
    _ expected: Arguments, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard !isAbsent else { return }
    if let passed = arguments as? Arguments, passed == expected { return }
    report("expected the arguments \(expected), but it is \(description)", at: sourceLocation)
  }

  /// Answers it, in a turn of its own. An answer to a call that was given up is dropped: it is late.
  public func answer(_ value: some Sendable, sourceLocation: SourceLocation = #_sourceLocation) {
    settle("the reply to", sourceLocation) { self.reply?(value) }
  }

  /// Says that it is done, in a turn of its own, for an operation that has nothing to reply.
  public func complete(sourceLocation: SourceLocation = #_sourceLocation) {
    answer(NoReply(), sourceLocation: sourceLocation)
  }

  /// Lets it fail, in a turn of its own. A failure of a call that was given up is dropped: it is late.
  public func fail(_ error: ServiceError, sourceLocation: SourceLocation = #_sourceLocation) {
    settle("the failure of", sourceLocation) {
      self.fail?(error)
      return nil
    }
  }

  private func settle(_ what: String, _ sourceLocation: SourceLocation, _ body: () -> String?) {
    guard !isAbsent else { return }
    guard !isSettled else {
      report("\(description) is answered twice", at: sourceLocation)
      return
    }
    isSettled = true
    guard cancellation == nil else { return }
    turn("\(what) call \(number), \(service).\(operation)") {
      if let problem = body() { report("\(description): \(problem)", at: sourceLocation) }
    }
    reply = nil
    fail = nil
  }

  /// Expects that the view model has given it up.
  public func expectCancelled(
    _ reason: CancellationReason = .cancelled, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard !isAbsent else { return }
    isCancellationExpected = true
    if cancellation == reason { return }
    let state = cancellation.map { "it was \($0)" } ?? (isSettled ? "it was answered" : "it is open")
    report("expected \(description) to be \(reason), but \(state)", at: sourceLocation)
  }

  /// Says that it is never answered.
  public func leaveOpen() { isLeftOpen = true }

  func cancel(_ reason: CancellationReason) {
    guard isOpen else { return }
    cancellation = reason
    reply = nil
    fail = nil
  }

  /// What the test has not accounted for.
  var unaccounted: String? {
    if let cancellation {
      return isCancellationExpected ? nil : "\(description) was \(cancellation)"
    }
    return isSettled || isLeftOpen ? nil : "\(description) was not answered"
  }
}
