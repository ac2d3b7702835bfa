import GreenroomHostCore
import Testing

/// A swap from its first step to its receipt or its rollback, as a value.
struct SwapTests {
  typealias Machine = SwapStateMachine
  typealias Event = SwapStateMachine.Event
  typealias Action = SwapStateMachine.Action

  /// A machine that has handled these events.
  private func machine(after events: [Event]) -> Machine {
    var machine = Machine()
    for event in events { _ = machine.handle(event) }
    return machine
  }

  private static let plainReady = Event.nextReady(carriesState: false, oldOpenCount: 3)
  private static let statefulReady = Event.nextReady(carriesState: true, oldOpenCount: 3)

  @Test func `without open requests a plain swap is cut and complete at once`() {
    var machine = Machine()
    #expect(
      machine.handle(.nextReady(carriesState: false, oldOpenCount: 0)) == [.cut, .stopOld, .complete])
    #expect(machine.state == .ended)
  }

  @Test(arguments: [Event.oldDrained, .drainDeadlinePassed, .oldEnded, .cancelled("the host stops")])
  func `after its cut a plain swap completes, however the old one ends`(event: SwapStateMachine.Event) {
    var machine = Machine()
    #expect(machine.handle(Self.plainReady) == [.cut, .armDrainDeadline])
    #expect(machine.handle(.nextFailed("it crashed")) == [])
    #expect(machine.handle(event) == [.cancelDrainDeadline, .stopOld, .complete])
  }

  @Test(arguments: [0, 3])
  func `a swap with state holds, drains, exports, imports, cuts and releases`(openCount: Int) {
    var machine = Machine()
    if openCount == 0 {
      #expect(
        machine.handle(.nextReady(carriesState: true, oldOpenCount: 0)) == [.hold, .exportState])
    } else {
      #expect(machine.handle(Self.statefulReady) == [.hold, .armDrainDeadline])
      #expect(machine.handle(.oldDrained) == [.cancelDrainDeadline, .exportState])
    }
    #expect(machine.handle(.oldDrained) == [])
    #expect(machine.handle(.exported) == [.importState])
    #expect(machine.handle(.imported) == [.cut, .release, .stopOld, .complete])
  }

  @Test func `a new generation that fails to start changes nothing`() {
    var machine = Machine()
    #expect(machine.handle(.nextFailed("it exited")) == [.rollBack("it exited")])
  }

  /// Every failure before the cut of a swap with state.
  struct Failure: Sendable, CustomTestStringConvertible {
    var before: [SwapStateMachine.Event]
    var event: SwapStateMachine.Event
    var why: String
    var testDescription: String { "\(before.last.map { "\($0)" } ?? "start"), \(event)" }
  }

  private static let drained = [statefulReady, .oldDrained]
  private static let exported = drained + [.exported]
  private static let oldEnded = "the old generation ended before its state was carried over"

  @Test(arguments: [
    Failure(
      before: [statefulReady], event: .drainDeadlinePassed, why: "the old generation did not drain before its deadline"),
    Failure(before: [statefulReady], event: .oldEnded, why: oldEnded),
    Failure(before: drained, event: .oldEnded, why: oldEnded),
    Failure(before: exported, event: .oldEnded, why: oldEnded),
    Failure(before: [statefulReady], event: .nextFailed("gone"), why: "gone"),
    Failure(before: drained, event: .nextFailed("gone"), why: "gone"),
    Failure(before: exported, event: .nextFailed("gone"), why: "gone"),
    Failure(before: drained, event: .exportFailed("no"), why: "state/export failed: no"),
    Failure(before: exported, event: .importFailed("no"), why: "state/import failed: no"),
    Failure(before: [], event: .cancelled("stop"), why: "stop"),
    Failure(before: [statefulReady], event: .cancelled("stop"), why: "stop"),
    Failure(before: drained, event: .cancelled("stop"), why: "stop"),
    Failure(before: exported, event: .cancelled("stop"), why: "stop"),
  ])
  func `what fails before the cut leaves the old one in charge, with the held requests`(failure: Failure) {
    var machine = machine(after: failure.before)
    let actions = machine.handle(failure.event)
    #expect(actions.last == .rollBack(failure.why))
    #expect(actions.contains(.release))
    if case .nextFailed = failure.event {} else { #expect(actions.contains(.stopNext)) }
    #expect(!actions.contains(.cut) && !actions.contains(.stopOld) && !actions.contains(.complete))
    #expect(machine.state == .ended)
  }

  /// Whatever comes in whatever order: one end, a hold is released before it, and cut and rollback exclude each other.
  @Test func `random events end a swap once and release what was held`() {
    let events: [Event] = [
      Self.plainReady, Self.statefulReady, .nextReady(carriesState: true, oldOpenCount: 0), .nextFailed("n"),
      .oldDrained, .drainDeadlinePassed, .oldEnded, .exported, .exportFailed("e"), .imported, .importFailed("i"),
      .cancelled("c"),
    ]
    for seed in 1...1_000 {
      var random = SplitMix64(seed: UInt64(seed))
      var machine = Machine()
      var all: [Action] = []
      for _ in 0..<30 { all += machine.handle(events[random.below(events.count)]) }
      let completeCount = all.count { $0 == .complete }
      let rollBackCount = all.count { if case .rollBack = $0 { true } else { false } }
      #expect(completeCount + rollBackCount <= 1, "seed \(seed)")
      if machine.state == .ended { #expect(completeCount + rollBackCount == 1, "seed \(seed)") }
      #expect(completeCount == 0 || all.contains(.cut), "seed \(seed)")
      #expect(rollBackCount == 0 || !all.contains(.cut), "seed \(seed)")
      if all.contains(.hold), machine.state == .ended { #expect(all.contains(.release), "seed \(seed)") }
    }
  }
}
