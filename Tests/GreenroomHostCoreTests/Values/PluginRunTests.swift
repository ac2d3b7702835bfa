import GreenroomHostCore
import Testing

/// One process of a plugin, from its start to its end, as a value.
struct PluginRunTests {
  typealias Machine = PluginRunStateMachine

  private func machine(after events: [Machine.Event]) -> Machine {
    var machine = Machine()
    for event in events { _ = machine.handle(event) }
    return machine
  }

  @Test func `a good opening makes a run ready and ends its start deadline`() {
    var machine = Machine()
    #expect(machine.handle(.opened) == [.cancelTimers, .announceReady])
    #expect(machine.state == .ready)
    #expect(machine.handle(.startDeadlinePassed("late")) == [])
    #expect(machine.handle(.opened) == [])
  }

  @Test func `the stop ladder is end of input, SIGTERM, SIGKILL and nothing after it`() {
    var machine = machine(after: [.opened])
    #expect(machine.handle(.stop) == [.cancelTimers, .closeInput, .armStopStep])
    #expect(machine.handle(.stop) == [])
    #expect(machine.handle(.stopStepPassed) == [.terminate, .armStopStep])
    #expect(machine.handle(.stopStepPassed) == [.kill])
    #expect(machine.handle(.stopStepPassed) == [])
    #expect(machine.handle(.exited(.signalled(9))) == [.cancelTimers, .readRest, .armDrainGrace])
    #expect(machine.handle(.outputEnded) == [.cancelTimers, .announceEnded(.stopped(.signalled(9)))])
  }

  @Test(arguments: [
    [Machine.Event.opened], [.opened, .stop], [.opened, .stop, .stopStepPassed], [], [.refused("it is broken")],
  ])
  func `a stop that waits no longer kills from every rung`(before: [Machine.Event]) {
    var machine = machine(after: before)
    #expect(machine.handle(.stopNow).last == .kill)
    #expect(machine.state == .stopping(.killed))
    #expect(machine.handle(.stopNow) == [])
  }

  @Test(arguments: [
    (Machine.Event.refused("it speaks version 2"), "it speaks version 2"),
    (.startDeadlinePassed("no answer within 5 s"), "no answer within 5 s"),
  ])
  func `a start that fails is stopped by the ladder and says why`(event: Machine.Event, sentence: String) {
    var machine = Machine()
    #expect(machine.handle(event) == [.cancelTimers, .closeInput, .armStopStep])
    _ = machine.handle(.outputEnded)
    #expect(
      machine.handle(.exited(.exited(0))) == [.cancelTimers, .announceEnded(.startFailed(sentence, .exited(0)))])
  }

  @Test func `an exit before the answer is a start that failed`() {
    var machine = Machine()
    _ = machine.handle(.exited(.exited(3)))
    #expect(
      machine.handle(.outputEnded)
        == [
          .cancelTimers,
          .announceEnded(.startFailed("it exited with status 3 before it answered initialize", .exited(3))),
        ])
  }

  @Test func `a program that cannot be executed ends at once`() {
    var machine = Machine()
    #expect(machine.handle(.neverStarted("/a: ENOENT")) == [.announceEnded(.startFailed("/a: ENOENT", nil))])
    #expect(machine.state == .ended)
  }

  @Test func `exited and drained are two events, in both orders`() {
    var exitFirst = machine(after: [.opened])
    #expect(exitFirst.handle(.exited(.exited(1))) == [.cancelTimers, .readRest, .armDrainGrace])
    #expect(
      exitFirst.handle(.outputEnded)
        == [.cancelTimers, .announceEnded(.lost("it exited with status 1", .exited(1)))])

    var outputFirst = machine(after: [.opened])
    #expect(outputFirst.handle(.outputEnded) == [.cancelTimers, .closeInput, .armStopStep])
    #expect(
      outputFirst.handle(.exited(.exited(1)))
        == [.cancelTimers, .announceEnded(.lost("it exited with status 1", .exited(1)))])
  }

  @Test func `a grandchild that holds the pipe is waited for only so long`() {
    var machine = machine(after: [.opened, .exited(.exited(0))])
    #expect(machine.handle(.exited(.exited(0))) == [])
    #expect(
      machine.handle(.drainGracePassed)
        == [.cancelTimers, .announceEnded(.lost("it exited with status 0", .exited(0)))])
    #expect(machine.handle(.outputEnded) == [])
  }

  @Test func `closing the output and living on is a fault with a name of its own`() {
    var machine = machine(after: [.opened, .outputEnded, .stopStepPassed])
    #expect(machine.hasClosedOutput)
    #expect(
      machine.handle(.exited(.signalled(15)))
        == [
          .cancelTimers,
          .announceEnded(
            .lost("output closed: it closed its standard output and lived on", .signalled(15))),
        ])
  }

  @Test func `closing the input and living on is a fault with a name of its own, and a crash is not`() {
    var machine = machine(after: [.opened])
    #expect(machine.handle(.inputBroken) == [.cancelTimers, .closeInput, .armStopStep])
    #expect(machine.hasClosedInput)
    #expect(machine.handle(.inputBroken) == [])
    var crashed = machine
    _ = machine.handle(.stopStepPassed)
    _ = machine.handle(.outputEnded)
    #expect(
      machine.handle(.exited(.signalled(15)))
        == [
          .cancelTimers,
          .announceEnded(.lost("input closed: it closed its standard input and lived on", .signalled(15))),
        ])
    _ = crashed.handle(.outputEnded)
    #expect(
      crashed.handle(.exited(.signalled(11)))
        == [.cancelTimers, .announceEnded(.lost("it was ended by signal 11", .signalled(11)))])
  }

  @Test func `whoever will wait no longer does not wait for a pipe that somebody else holds`() {
    var machine = machine(after: [.opened])
    #expect(machine.handle(.exited(.signalled(9))) == [.cancelTimers, .readRest, .armDrainGrace])
    #expect(
      machine.handle(.stopNow)
        == [.cancelTimers, .announceEnded(.lost("it was ended by signal 9", .signalled(9)))])
    #expect(machine.handle(.outputEnded) == [])
  }

  @Test(arguments: [[.opened], []] as [[PluginRunStateMachine.Event]])
  func `whoever will wait no longer does not wait for the pipe of a process that ends afterwards`(
    before: [PluginRunStateMachine.Event]
  ) {
    for last in [[], [.stop], [.stop, .stopStepPassed, .stopStepPassed]] as [[PluginRunStateMachine.Event]] {
      var machine = machine(after: before + last)
      _ = machine.handle(.stopNow)
      #expect(
        machine.handle(.exited(.signalled(9)))
          == [.cancelTimers, .readRest, .announceEnded(.stopped(.signalled(9)))])
    }
  }

  @Test func `a run found unusable after it was ready is lost and not a failed start`() {
    var machine = machine(after: [.opened, .refused("it hangs"), .outputEnded])
    #expect(
      machine.handle(.exited(.signalled(9))) == [.cancelTimers, .announceEnded(.lost("it hangs", .signalled(9)))])
  }

  /// Whatever comes in whatever order: one end at most, and nothing after it.
  @Test func `random events end a run once`() {
    let events: [Machine.Event] = [
      .opened, .refused("r"), .startDeadlinePassed("d"), .stop, .stopNow, .stopStepPassed, .neverStarted("n"),
      .exited(.exited(0)), .outputEnded, .inputBroken, .drainGracePassed,
    ]
    for seed in 1...500 {
      var random = SplitMix64(seed: UInt64(seed))
      var machine = Machine()
      var endCount = 0
      var killCount = 0
      for _ in 0..<40 {
        let hadEnded = machine.state == .ended
        let actions = machine.handle(events[random.below(events.count)])
        if hadEnded { #expect(actions == [], "seed \(seed)") }
        killCount += actions.count { $0 == .kill }
        endCount += actions.count { if case .announceEnded = $0 { true } else { false } }
      }
      #expect(endCount <= 1 && killCount <= 1, "seed \(seed)")
    }
  }
}
