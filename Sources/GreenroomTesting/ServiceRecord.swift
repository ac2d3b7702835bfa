import GreenroomBindings

/// The host's place behind one service of a rig: remembers each call and what became of it.
final class ServiceRecord: ServiceBackend {
  let name: String
  private let now: () -> Duration
  private(set) var calls: [CallRecord] = []
  private var nextUntaken = 0

  init(_ name: String, now: @escaping () -> Duration) {
    self.name = name
    self.now = now
  }

  func takeNext() -> CallRecord? {
    guard nextUntaken < calls.count else { return nil }
    defer { nextUntaken += 1 }
    return calls[nextUntaken]
  }

  /// What the test has not accounted for.
  var unaccounted: [String] {
    calls.enumerated().compactMap { index, call in
      index >= nextUntaken ? "\(call.description) was not taken" : call.unaccounted
    }
  }

  func start(
    _ operation: String, _ arguments: any Encodable, deadline: Duration?,
    outcome: @escaping (ServiceOutcome) throws -> Void
  ) -> Int { record(operation, arguments, deadline, outcome) }

  func start(_ operation: String, deadline: Duration?, outcome: @escaping (ServiceOutcome) throws -> Void) -> Int {
    record(operation, nil, deadline, outcome)
  }

  private func record(
    _ operation: String, _ arguments: (any Encodable)?, _ deadline: Duration?,
    _ outcome: @escaping (ServiceOutcome) throws -> Void
  ) -> Int {
    let call = CallRecord(
      service: name, operation: operation, number: calls.count + 1, arguments: arguments, deadline: deadline,
      startedAt: now())
    call.fail = { try? outcome(.failure($0)) }
    call.reply = { value in
      do {
        try outcome(.value(value))
        return nil
      } catch let mismatch as ReplyTypeMismatch {
        return
          "expected a reply of the type \(mismatch.expected), but it is \(String(reflecting: value)) (\(type(of: value)))"
      } catch {
        return "\(error)"
      }
    }
    calls.append(call)
    return call.number
  }

  func cancel(_ call: Int, because reason: CancellationReason) { calls[call - 1].cancel(reason) }
}

/// One call, and how it ended.
final class CallRecord {
  let service: String
  let operation: String
  let number: Int
  let arguments: Any?
  let deadline: Duration?
  let startedAt: Duration
  /// Completes the call; the result is what is wrong with the value.
  var reply: ((Any) -> String?)?
  var fail: ((ServiceError) -> Void)?
  private(set) var cancellation: CancellationReason?
  var isSettled = false
  var isLeftOpen = false
  var isCancellationExpected = false

  init(service: String, operation: String, number: Int, arguments: Any?, deadline: Duration?, startedAt: Duration) {
    self.service = service
    self.operation = operation
    self.number = number
    self.arguments = arguments
    self.deadline = deadline
    self.startedAt = startedAt
  }

  var isOpen: Bool { !isSettled && cancellation == nil }

  var description: String {
    let shown = arguments.map { " with \($0)" } ?? ""
    return "call \(number), \(service).\(operation)\(shown), made at \(startedAt)"
  }

  func cancel(_ reason: CancellationReason) {
    guard isOpen else { return }
    cancellation = reason
    forget()
  }

  func forget() {
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
