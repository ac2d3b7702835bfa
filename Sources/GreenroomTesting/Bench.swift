import GreenroomBindings
import Testing

/// The host's place in a rig: executor, time, services, the count of turns, and the report at the end.
///
/// The rig and every call that a test has taken hold it, so that the report comes after the last use of any of them,
/// wherever an optimised test lets go of the rig.
final class Bench {
  let executor = ManualExecutor()
  let clock: SteppedClock
  let context: HomeContext
  let record = RigRecord()
  private var services: [ServiceRecord] = []
  private let sourceLocation: SourceLocation
  private var isFinished = false

  init(sourceLocation: SourceLocation) {
    self.sourceLocation = sourceLocation
    clock = SteppedClock { [executor, record] fire in
      executor.enter {
        record.begin("a timer")
        fire()
      }
    }
    record.now = { [clock] in clock.now }
    context = HomeContext(executor: executor, scheduler: clock)
  }

  deinit {
    if !isFinished { reportUnaccounted(sourceLocation) }
    stop()
  }

  /// What the view model is given: a service of any name.
  var offered: Services {
    let bench = Confined(Weak(self), on: executor)
    return Services { name in
      guard let bench = bench.value.value else { preconditionFailure("BUG: a service is looked up after its rig") }
      return ServiceCaller(backend: bench.service(name))
    }
  }

  func service(_ name: String) -> ServiceRecord {
    if let service = services.first(where: { $0.name == name }) { return service }
    let service = ServiceRecord(name) { [clock] in clock.now }
    services.append(service)
    return service
  }

  /// Runs an input, a reply or a call of the test as a turn of its own.
  @discardableResult
  func turn<Result>(_ text: String, _ body: () -> Result) -> Result {
    executor.enter {
      record.begin(text)
      return body()
    }
  }

  func stop() {
    executor.enter { context.lifetime.value.stop() }
  }

  func finish(_ sourceLocation: SourceLocation) {
    isFinished = true
    reportUnaccounted(sourceLocation)
  }

  func reportOutputs(_ sourceLocation: SourceLocation) {
    for emission in record.takeRest() { report("unexpected output: \(emission.description)", at: sourceLocation) }
  }

  private func reportUnaccounted(_ sourceLocation: SourceLocation) {
    reportOutputs(sourceLocation)
    for problem in services.flatMap(\.unaccounted) { report("unaccounted: \(problem)", at: sourceLocation) }
  }
}

private final class Weak {
  private(set) weak var value: Bench?
  init(_ value: Bench) { self.value = value }
}
