/// What a handler knows about the request that it answers.
public struct Request: Sendable {
  /// The method as it stands on the wire, such as `quotes.random`.
  public let method: String
  /// When the answer is of no use any more. The kit answers then with code 2 and cancels the handler's task.
  public let deadline: ContinuousClock.Instant?

  /// The time that is left, never negative; nil without a deadline.
  public var timeLeft: Duration? { deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) } }

  /// Whether the caller has cancelled the request or its deadline has passed; the same as `Task.isCancelled` in the
  /// handler. The answer is given already: what the handler still returns is dropped.
  public var isCancelled: Bool { Task.isCancelled }

  /// Writes one record to the plugin's log, headed by the method.
  public func log(_ message: String) { PluginLog.write("\(method): \(message)") }
}
