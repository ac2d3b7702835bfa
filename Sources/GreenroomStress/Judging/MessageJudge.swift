import GreenroomJSONLines
package import GreenroomProtocol

/// Accounts for every message of the load, as one presenter sees it.
package struct MessageJudge {
  private struct Outcome: Decodable {
    var n: Int
    var code: Int?
  }

  private var sentAt: [Duration] = []
  private var isSettled: [Bool] = []
  private var settledCount = 0
  package private(set) var duplicated = 0
  package private(set) var unexpected = 0
  package private(set) var reordered = 0
  /// Failures that the acts explain, by code: outcomes that a kill has made unknown, for example.
  package private(set) var explainedCodes: [Int: Int] = [:]
  /// The codes of failures that nothing explains; each is in `unexpected`, too.
  package private(set) var unexpectedCodes: [Int: Int] = [:]
  private var latencies: [String: [Duration]] = [:]
  private var lastSeq: [String: Int] = [:]
  private var slowestInWindow: Duration = .zero
  private let explained: [String: Set<ErrorCode>]

  /// - Parameter explained: by view model, the failures that are honest answers to what is done to its service.
  package init(explained: [String: Set<ErrorCode>] = [:]) { self.explained = explained }

  package var sentCount: Int { sentAt.count }
  package var lost: Int { sentAt.count - settledCount }
  /// Every message has had its outcome, once, in order, and none that nobody explains.
  package var isClean: Bool { lost == 0 && duplicated == 0 && unexpected == 0 && reordered == 0 }

  /// - Returns: the number of the next message.
  @discardableResult
  package mutating func send(now: Duration) -> Int {
    sentAt.append(now)
    isSettled.append(false)
    return sentAt.count - 1
  }

  package mutating func see(_ output: OutputParams, now: Duration) {
    if let last = lastSeq[output.viewModel], (output.after ?? output.seq - 1) != last { reordered += 1 }
    lastSeq[output.viewModel] = output.seq
    guard let value = output.value, let outcome = try? JSONDecoding.decode(Outcome.self, from: value.bytes[...]),
      sentAt.indices.contains(outcome.n)
    else {
      unexpected += 1
      return
    }
    guard !isSettled[outcome.n] else {
      duplicated += 1
      return
    }
    isSettled[outcome.n] = true
    settledCount += 1
    let latency = now - sentAt[outcome.n]
    latencies[output.viewModel, default: []].append(latency)
    slowestInWindow = max(slowestInWindow, latency)
    guard let code = outcome.code else { return }
    if explained[output.viewModel]?.contains(ErrorCode(rawValue: code)) == true {
      explainedCodes[code, default: 0] += 1
    } else {
      unexpected += 1
      unexpectedCodes[code, default: 0] += 1
    }
  }

  /// The slowest request since the last call.
  package mutating func takeSlowest() -> Duration {
    defer { slowestInWindow = .zero }
    return slowestInWindow
  }

  /// The latencies of one view model, or of all, since the last call that took them.
  package mutating func takeLatencies(of viewModels: [String]) -> Latencies {
    Latencies(viewModels.flatMap { latencies.removeValue(forKey: $0) ?? [] })
  }
}
