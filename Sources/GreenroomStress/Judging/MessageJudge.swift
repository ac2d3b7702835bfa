import GreenroomJSONLines
import GreenroomProtocol

/// Accounts for every message of the load, as one presenter sees it.
struct StressJudge {
  private struct Outcome: Decodable {
    var n: Int
    var code: Int?
  }

  private var sentAt: [Duration] = []
  private var isSettled: [Bool] = []
  private(set) var settledCount = 0
  private(set) var duplicated = 0
  private(set) var unexpected = 0
  private(set) var reordered = 0
  /// Failures that the acts explain: an outcome that a kill made unknown.
  private(set) var unknownOutcomes = 0
  /// The codes of unexpected failures.
  private(set) var unexpectedCodes: [Int: Int] = [:]
  private(set) var latencies: [Duration] = []
  private var lastSeq: [String: Int] = [:]
  private var slowestInWindow: Duration = .zero
  private let allowsUnknown: Bool

  /// - Parameter allowsUnknown: whether services are killed, so that 'outcome unknown' is an honest answer.
  init(allowsUnknown: Bool) { self.allowsUnknown = allowsUnknown }

  var sentCount: Int { sentAt.count }
  var lost: Int { sentAt.count - settledCount }

  /// - Returns: the number of the next message.
  mutating func send(now: Duration) -> Int {
    sentAt.append(now)
    isSettled.append(false)
    return sentAt.count - 1
  }

  mutating func see(_ output: OutputParams, now: Duration) {
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
    latencies.append(latency)
    slowestInWindow = max(slowestInWindow, latency)
    switch outcome.code {
    case nil: break
    case ErrorCode.outcomeUnknown.rawValue? where allowsUnknown: unknownOutcomes += 1
    case let code?:
      unexpected += 1
      unexpectedCodes[code, default: 0] += 1
    }
  }

  /// The slowest request since the last call.
  mutating func takeSlowest() -> Duration {
    defer { slowestInWindow = .zero }
    return slowestInWindow
  }
}
