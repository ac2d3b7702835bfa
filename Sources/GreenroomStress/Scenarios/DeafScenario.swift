import GreenroomFaults
import GreenroomProtocol

/// A presenter and a control client that never read: what waits for them stays within its bound, every output is counted,
/// and the others get everything.
struct DeafScenario: StressScenario {
  let name = "deaf"
  let summary = "a presenter and a control client that never read"
  let amount = StressPlan.Amount(messages: 100_000)
  private static let window = 256

  func perform(_ run: StressRun, into figures: inout Figures) throws(StressFailure) {
    let count = run.amount.messages
    // The default of 4 MiB runs over after a quarter of the messages, and so does a smaller one of fewer messages.
    let bound = min(4 << 20, count * 84)
    let stage = try StressStage(Self.setup(run.sabotage, queueBytes: bound), sabotage: run.sabotage)
    // Memory that every host takes once is not what is measured.
    stage.run(count: count / 10, window: Self.window)
    let before = stage.host.reading
    let free = bound - (stage.statusNow()?.presenters.first { $0.name == "deaf" }?.queuedBytes ?? 0)

    // So many are more than the socket takes and fit into the queue. The gauge is sent now only, so that its last value
    // waits when the queue runs over.
    let client = try DeafClient(stage.host.socket)
    stage.wait(.milliseconds(100))
    let calm = min(count * 3 / 10, 15_000)
    stage.run(count: calm, window: Self.window) {
      for _ in 0..<10 { stage.sendAside("gauge", 1) }
      stage.sendAside("gauge", 0)
    }
    stage.wait(.milliseconds(300))
    let quiet = stage.statusNow()
    var peak = 0
    var nextReading: Duration = .zero
    stage.run(count: count - calm, window: Self.window) {
      guard monotonicNow() >= nextReading else { return }
      peak = max(peak, stage.host.reading.memory)
      nextReading = monotonicNow() + .milliseconds(10)
    }
    stage.wait(.milliseconds(300))
    peak = max(peak, stage.host.reading.memory)
    client.readAll(on: stage)
    if let quiet, let end = stage.statusNow() {
      DeafCount(quiet: quiet, end: end, client: client.seen).judge(into: &figures)
    } else {
      figures.demand("the host answers", false)
    }
    let kibibytes = (free + bound) * 11 / 10 / 1024
    figures.note("memory", "\(before.memory) -> \(peak) -> \(stage.host.reading.memory) KiB")
    figures.demand("memory for two full queues", peak - before.memory, atMost: kibibytes, unit: " KiB")
    stage.finish(into: &figures)
  }

  private static func setup(_ sabotage: Sabotage, queueBytes: Int) -> HostSetup {
    var setup = HostSetup.restless(sabotage)
    setup.plugins.append(("deaf", HostSetup.faulty(.neverReads)))
    setup.viewModels.append(("gauge", #"{"type": "Gauge"}"#))
    setup.presenters.append(("deaf", #"{"plugin": "deaf", "viewModels": ["*"]}"#))
    setup.limits.append(("queueBytes", queueBytes))
    return setup
  }
}

/// A control client that attaches to everything and reads when all is over.
private final class DeafClient {
  private(set) var seen = DeafCount.Seen()
  private let client: StressClient

  init(_ socket: String) throws(StressFailure) {
    client = try StressClient(socket)
    client.onAttached = { [unowned self] in seen.see($0) }
    client.onOutput = { [unowned self] in seen.see($0) }
    for viewModel in HostSetup.loaded + ["gauge"] { client.attach(viewModel) }
  }

  /// Reads until the host has closed the connection, at most ten seconds.
  func readAll(on stage: StressStage) {
    let begin = monotonicNow()
    while !client.isClosed, monotonicNow() - begin < .seconds(10) {
      client.receive()
      stage.wait(.milliseconds(1))
    }
  }
}
