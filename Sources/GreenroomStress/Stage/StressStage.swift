import GreenroomHostCore
import GreenroomJSONLines
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// A host under load: one client sends, two more see what comes of it, a fourth asks and acts; the stdout presenter is the
/// third that sees everything. Each outcome is judged twice, as two presenters see it.
final class StressStage {
  let host: StressHost
  let control: StressClient
  private let load: StressClient
  private let watchers: [StressClient]
  private(set) var judges: [MessageJudge]
  private let sabotage: Sabotage
  private var sentCount = 0
  /// A service has 1,024 places for open requests.
  private static let mostOpen = 900

  /// Starts the host and attaches to the view models of the load. `explained` are the failures that are honest answers to
  /// what the scenario does, by view model.
  ///
  /// - Throws: why there is no host, as a sentence.
  init(
    _ setup: HostSetup, sabotage: Sabotage, explained: [String: Set<ErrorCode>] = [:]
  ) throws(StressFailure) {
    self.sabotage = sabotage
    host = try StressHost(setup)
    load = try StressClient(host.socket)
    control = try StressClient(host.socket)
    watchers = [try StressClient(host.socket), try StressClient(host.socket)]
    judges = watchers.map { _ in MessageJudge(explained: explained) }
    for (index, watcher) in watchers.enumerated() {
      watcher.onOutput = { [unowned self] in judges[index].see($0, now: monotonicNow()) }
      for viewModel in HostSetup.loaded { watcher.attach(viewModel) }
    }
    // Nothing is judged of a host that is still starting.
    wait(.milliseconds(300))
  }

  private var clients: [StressClient] { [load, control] + watchers }
  private var openCount: Int { judges.map(\.lost).max() ?? 0 }

  /// Flushes, waits for what comes until `end` at the longest, and handles it.
  private func pump(until end: Duration) {
    for client in clients { client.flush() }
    var polls = clients.filter { !$0.isClosed }.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let left = max(.zero, end - monotonicNow())
    poll(&polls, nfds_t(polls.count), CInt(left.milliseconds + (left > .zero ? 1 : 0)))
    for client in clients { client.receive() }
  }

  // MARK: Load

  private func send() {
    let now = monotonicNow()
    for index in judges.indices { judges[index].send(now: now) }
    load.input(HostSetup.loaded[sentCount % HostSetup.loaded.count], sentCount)
    sentCount += 1
  }

  /// Sends so many messages a second for a time, and longer while `goesOn`; `each` is called about once a millisecond with
  /// the time that has passed.
  func run(
    for time: Duration, rate: Int, goesOn: () -> Bool = { false }, each: (Duration) -> Void
  ) {
    let begin = monotonicNow()
    var sent = 0
    while !load.isClosed {
      let elapsed = monotonicNow() - begin
      if elapsed >= time, !goesOn() { return }
      // Behind its time it catches up slowly, and it never has so many open that a service would be too busy for more: both
      // would measure the machine and not the host.
      let due = min(elapsed.milliseconds * rate / 1000, sent + min(256, Self.mostOpen - openCount))
      while sent < due {
        send()
        sent += 1
      }
      each(elapsed)
      pump(until: monotonicNow() + .milliseconds(1))
    }
  }

  /// Sends so many messages, as fast as `window` of them open at a time allow.
  func run(count: Int, window: Int, each: () -> Void = {}) {
    var left = count
    while !load.isClosed, left > 0 {
      for _ in 0..<min(left, max(0, window - openCount)) {
        send()
        left -= 1
      }
      each()
      pump(until: monotonicNow() + .milliseconds(10))
    }
    settle()
  }

  /// One input to a view model that is not judged.
  func sendAside(_ viewModel: String, _ n: Int) { load.input(viewModel, n) }

  /// Waits until every message has its outcome, or for 15 seconds: longer than any deadline of the host.
  func settle() {
    let begin = monotonicNow()
    while openCount > 0, monotonicNow() - begin < .seconds(15) { pump(until: monotonicNow() + .milliseconds(10)) }
  }

  func wait(_ time: Duration) {
    let end = monotonicNow() + time
    while monotonicNow() < end { pump(until: end) }
  }

  // MARK: Acts

  /// To be called at each act of a scenario.
  func acted() {
    if sabotage == .freezes { host.freeze() }
  }

  func status(_ answer: @escaping (StatusReport?) -> Void) {
    control.request(MethodName.status, StressClient.Nothing()) { result in
      answer((try? result.get()).flatMap { try? JSONDecoding.decode(StatusReport.self, from: $0[...]) })
    }
  }

  /// Asks and waits for the answer, at most five seconds.
  func statusNow() -> StatusReport? {
    var answer: StatusReport??
    status { answer = $0 }
    let begin = monotonicNow()
    while answer == nil, !control.isClosed, monotonicNow() - begin < .seconds(5) {
      pump(until: monotonicNow() + .milliseconds(10))
    }
    return answer ?? nil
  }

  // MARK: Latencies

  func takeLatencies(of viewModels: [String] = HostSetup.loaded) -> Latencies {
    judges[0].takeLatencies(of: viewModels)
  }

  func takeSlowest() -> Duration { judges[0].takeSlowest() }

  // MARK: End

  /// Waits for what is open, stops the host, and demands what every run must hold to.
  func finish(into figures: inout Figures) {
    settle()
    wait(.milliseconds(500))
    let ledgers = statusNow()?.ledgers
    let last = host.reading
    control.request(MethodName.stop, StressClient.Nothing()) { _ in }
    wait(.milliseconds(100))
    let status = host.waitForEnd()
    figures.note("messages", "\(judges[0].sentCount)")
    for (index, judge) in judges.enumerated() {
      let who = "presenter \(index + 1)"
      figures.demand(
        "\(who): lost, duplicated, reordered, unexpected",
        [judge.lost, judge.duplicated, judge.reordered, judge.unexpected], is: [0, 0, 0, 0])
      for (code, count) in judge.unexpectedCodes.sorted(by: { $0.key < $1.key }) {
        figures.note("\(who), failed: \(ErrorCode(rawValue: code))", "\(count)")
      }
      for (code, count) in judge.explainedCodes.sorted(by: { $0.key < $1.key }) where index == 0 {
        figures.note("explained: \(ErrorCode(rawValue: code))", "\(count)")
      }
    }
    let balanced = ledgers.map { $0.inputs.isBalanced && $0.requests.isBalanced && $0.outputs.isBalanced }
    figures.demand("ledgers balance", balanced == true)
    figures.demand("zombies", last.zombies, is: 0)
    figures.note("host at the end", "\(last.memory) KiB, \(last.descriptors) descriptors, \(last.threads) threads")
    figures.demand("host's exit status", Int(status ?? -1), is: 0)
    if figures.isGood { host.removeFolder() } else { figures.note("host's log", host.log) }
  }
}
