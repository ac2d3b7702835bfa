import GreenroomFaults
import GreenroomHostCore
import GreenroomJSONLines
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// One run: load through one client, outcomes through two more presenters, acts through a fourth connection.
struct StressCommand {
  private let arguments: [String]
  init(_ arguments: [String]) { self.arguments = arguments }

  func run() -> Int32 {
    if arguments.contains("--help") || arguments.contains("-h") {
      print(StressPlan.help)
      return 0
    }
    do throws(StressFailure) {
      let plan = try StressPlan(arguments)
      let host = try StressHost()
      try host.start()
      let run = try StressRun(plan, host)
      run.go()
      return run.report()
    } catch {
      var text = "greenroom-stress: \(error.message)\n"
      text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
      return 64
    }
  }
}

/// The state of a run.
final class StressRun {
  private let plan: StressPlan
  private let host: StressHost
  private let load: StressClient
  private let control: StressClient
  private let watchers: [StressClient]
  private var judges: [StressJudge]
  private var random: SeededRandom
  private var actsDone = 0
  private var isActing = false
  private var receipts: [SwapReceipt] = []
  private var rollbacks = 0
  private var refusedActs: [String] = []
  private var pauses: [Duration] = []
  private var before = (memory: 0, descriptors: 0, threads: 0)

  init(_ plan: StressPlan, _ host: StressHost) throws(StressFailure) {
    self.plan = plan
    self.host = host
    random = SeededRandom(state: plan.seed)
    let begin = Self.now
    while access(host.socket, F_OK) != 0 {
      guard Self.now - begin < .seconds(10) else {
        throw StressFailure("the host did not come up; see \(host.folder)/errors")
      }
      sched_yield()
    }
    load = try StressClient(host.socket)
    control = try StressClient(host.socket)
    watchers = [try StressClient(host.socket), try StressClient(host.socket)]
    let kills = plan.scenario == .kills || plan.scenario == .mixed
    judges = [StressJudge(allowsUnknown: kills), StressJudge(allowsUnknown: kills)]
    for (index, watcher) in watchers.enumerated() {
      watcher.onOutput = { [unowned self] in judges[index].see($0, now: Self.now) }
      for viewModel in ["a", "b"] { watcher.request(MethodName.attach, ViewModelParams(viewModel: viewModel)) { _ in } }
    }
  }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private var clients: [StressClient] { [load, control] + watchers }

  private func pump(until end: Duration) {
    for client in clients { client.flush() }
    var polls = clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let left = max(.zero, end - Self.now)
    poll(&polls, nfds_t(polls.count), CInt(left.milliseconds + (left > .zero ? 1 : 0)))
    for client in clients { client.receive() }
  }

  /// Loads and acts for the time of the plan, then waits for what is open.
  func go() {
    settle(for: .milliseconds(300))
    before = (host.processNumber("VmRSS"), host.descriptorCount, host.processNumber("Threads"))
    let begin = Self.now
    let end = begin + .seconds(plan.seconds)
    var sent = 0
    while Self.now < end || actsDone < plan.acts && Self.now < end + .seconds(60) {
      let elapsed = Self.now - begin
      let due = min(elapsed.milliseconds * plan.rate / 1000, plan.seconds * plan.rate)
      while sent < due {
        let now = Self.now
        for index in judges.indices { _ = judges[index].send(now: now) }
        load.input(sent % 2 == 0 ? "a" : "b", sent)
        sent += 1
      }
      let actsDue = min(plan.acts, elapsed.milliseconds * plan.acts / (plan.seconds * 1000) + 1)
      if !isActing, actsDone < actsDue { act() }
      pump(until: Self.now + .milliseconds(1))
      if load.isClosed { return }
    }
    let last = Self.now
    while judges.contains(where: { $0.lost > 0 }) || isActing, Self.now - last < .seconds(15) {
      pump(until: Self.now + .milliseconds(10))
    }
  }

  private func settle(for time: Duration) {
    let end = Self.now + time
    while Self.now < end { pump(until: end) }
  }

  // MARK: Acts

  private func act() {
    var scenario = plan.scenario
    if scenario == .mixed {
      let all: [StressPlan.Scenario] = [.swaps, .broken, .kills, .presenters]
      scenario = all[Int(random.next() % 4)]
    }
    switch scenario {
    case .swaps: swap(to: actsDone % 2 == 0 ? "good-b" : "good-a", expectsRollback: false)
    case .broken:
      let fault = StressHost.broken[Int(random.next() % UInt64(StressHost.broken.count))]
      swap(to: fault.rawValue, expectsRollback: true)
    case .kills: kill(role: "service")
    case .presenters: kill(role: "presenter")
    case .mixed: break
    }
  }

  private func swap(to plugin: String, expectsRollback: Bool) {
    isActing = true
    _ = judges[0].takeSlowest()
    control.request(MethodName.swap, SwapParams(service: "first", plugin: plugin)) { [unowned self] result in
      isActing = false
      actsDone += 1
      switch result {
      case .success(let bytes):
        if expectsRollback { refusedActs.append("a swap to \(plugin) came about") }
        if let receipt = try? JSONDecoding.decode(SwapReceipt.self, from: bytes[...]) { receipts.append(receipt) }
        pauses.append(judges[0].takeSlowest())
      case .failure(let error):
        if expectsRollback { rollbacks += 1 } else { refusedActs.append(error.message) }
      }
    }
  }

  private func kill(role: String) {
    isActing = true
    struct Nothing: Encodable {}
    control.request(MethodName.status, Nothing()) { [unowned self] result in
      isActing = false
      guard case .success(let bytes) = result,
        let report = try? JSONDecoding.decode(StatusReport.self, from: bytes[...]),
        let plugin = report.plugins.first(where: { $0.role == role && $0.state == "ready" }), let pid = plugin.pid
      else { return }
      Glibc.kill(pid_t(pid), SIGKILL)
      actsDone += 1
    }
  }

  // MARK: Report

  /// - Returns: 0 if every message is accounted for.
  func report() -> Int32 {
    let after = (host.processNumber("VmRSS"), host.descriptorCount, host.processNumber("Threads"))
    struct Nothing: Encodable {}
    var ledgers: LedgerReport?
    control.request(MethodName.status, Nothing()) { result in
      guard case .success(let bytes) = result else { return }
      ledgers = (try? JSONDecoding.decode(StatusReport.self, from: bytes[...]))?.ledgers
    }
    settle(for: .milliseconds(500))
    control.request(MethodName.stop, Nothing()) { _ in }
    settle(for: .milliseconds(100))
    let status = host.waitForEnd()
    print("\(plan.scenario) seed \(plan.seed): \(judges[0].sentCount) messages at \(plan.rate)/s, \(actsDone) acts")
    for (index, judge) in judges.enumerated() {
      print(
        "presenter \(index + 1): lost \(judge.lost), duplicated \(judge.duplicated), unexpected \(judge.unexpected), "
          + "reordered \(judge.reordered), outcome unknown \(judge.unknownOutcomes)")
      for (code, count) in judge.unexpectedCodes.sorted(by: { $0.key < $1.key }) {
        print("  code \(code): \(count) times")
      }
    }
    let latencies = judges[0].latencies.sorted()
    let median = Self.percentile(latencies, 50)
    print(
      "latency: p50 \(Self.text(median)), p99 \(Self.text(Self.percentile(latencies, 99))), max \(Self.text(latencies.last ?? .zero))"
    )
    if !pauses.isEmpty {
      let sorted = pauses.map { max(.zero, $0 - median) }.sorted()
      print(
        "pause of a swap: p50 \(Self.text(Self.percentile(sorted, 50))), p99 \(Self.text(Self.percentile(sorted, 99)))")
      let drained = receipts.reduce(0) { $0 + $1.drained }
      let lost = receipts.reduce(0) { $0 + $1.lost }
      let duplicated = receipts.reduce(0) { $0 + $1.duplicated }
      print("receipts: \(receipts.count), lost \(lost), duplicated \(duplicated), drained \(drained)")
    }
    if rollbacks > 0 { print("rolled back: \(rollbacks)") }
    for refusal in Set(refusedActs).sorted() { print("refused: \(refusal)") }
    if let ledgers {
      print(
        "ledgers: inputs \(ledgers.inputs.isBalanced), requests \(ledgers.requests.isBalanced), outputs \(ledgers.outputs.isBalanced)"
      )
    }
    print(
      "host: memory \(before.memory) -> \(after.0) KiB, descriptors \(before.descriptors) -> \(after.1), threads \(before.threads) -> \(after.2), exit \(status.map(String.init) ?? "by a signal")"
    )
    let isGood =
      judges.allSatisfy { $0.lost == 0 && $0.duplicated == 0 && $0.unexpected == 0 && $0.reordered == 0 }
      && refusedActs.isEmpty && status == 0 && receipts.allSatisfy { $0.lost == 0 && $0.duplicated == 0 }
      && ledgers.map { $0.inputs.isBalanced && $0.requests.isBalanced && $0.outputs.isBalanced } == true
      && actsDone >= plan.acts
    print(isGood ? "good" : "BAD; the host's log is \(host.folder)/errors")
    return isGood ? 0 : 1
  }

  private static func percentile(_ sorted: [Duration], _ percent: Int) -> Duration {
    sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }

  private static func text(_ duration: Duration) -> String {
    let hundredths = duration.microseconds / 10
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) ms"
  }
}

/// SplitMix64, so that a seed is a whole plan.
struct SeededRandom {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    let mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    return mixed ^ (mixed >> 27)
  }
}
