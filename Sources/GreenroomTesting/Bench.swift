import GreenroomBindings

/// The host's place in a rig: executor, time, service stubs, and the count of turns.
final class Bench {
  let executor = ManualExecutor()
  let clock: SteppedClock
  let context: HomeContext
  private let record: RigRecord
  private(set) var stubs: [StubService] = []

  init(_ record: RigRecord) {
    let executor = executor
    let clock = SteppedClock { fire in
      executor.enter {
        record.begin("a timer")
        fire()
      }
    }
    record.now = { clock.now }
    self.clock = clock
    self.record = record
    context = HomeContext(executor: executor, scheduler: clock)
  }

  var services: Services {
    let bench = Confined(Weak(self), on: executor)
    return Services { name in
      guard let bench = bench.value.value else { preconditionFailure("BUG: a service is looked up after its rig") }
      return ServiceCaller(backend: bench.stub(name))
    }
  }

  func stub(_ name: String) -> StubService {
    if let stub = stubs.first(where: { $0.name == name }) { return stub }
    let stub = StubService(name, now: { [clock] in clock.now }) { [executor, record] text, body in
      executor.enter {
        record.begin(text)
        body()
      }
    }
    stubs.append(stub)
    return stub
  }

  @discardableResult
  func turn<Result>(_ text: String, _ body: () -> Result) -> Result {
    executor.enter {
      record.begin(text)
      return body()
    }
  }

  func advance(by step: Duration) { clock.advance(by: step) }

  func stop() {
    executor.enter { context.lifetime.value.stop() }
  }
}

private final class Weak {
  private(set) weak var value: Bench?
  init(_ value: Bench) { self.value = value }
}
