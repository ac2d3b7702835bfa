/// One output that a view model has sent, or that was replayed, with when and why.
struct Emission {
  let port: String
  let value: Any?
  /// The value as messages show it.
  let text: String
  let at: Duration
  let cause: Int
  let causeText: String

  var description: String { "\(text) at \(at), caused by \(causeText)" }
}

/// What one rig has seen and the test has not accounted for yet.
final class RigRecord {
  private(set) var emissions: [Emission] = []
  private var next = 0
  private(set) var cause = 0
  private(set) var causeText = "the start"
  private var lastCause = 0
  var now: () -> Duration = { .zero }

  /// Begins a turn: an input, a reply or a timer firing.
  ///
  /// - Returns: its number.
  @discardableResult
  func begin(_ text: String) -> Int {
    lastCause += 1
    cause = lastCause
    causeText = "\(text) (#\(lastCause))"
    return lastCause
  }

  func emit(_ port: String, _ value: Any?, text: String) {
    emissions.append(
      Emission(port: port, value: value, text: text, at: now(), cause: cause, causeText: causeText))
  }

  func replay(_ port: String, _ value: Any?, text: String) {
    emissions.append(
      Emission(port: port, value: value, text: text, at: now(), cause: cause, causeText: "an attachment"))
  }

  func takeNext() -> Emission? {
    guard next < emissions.count else { return nil }
    defer { next += 1 }
    return emissions[next]
  }

  /// Takes all that is left.
  func takeRest() -> [Emission] {
    defer { next = emissions.count }
    return Array(emissions[next...])
  }
}
