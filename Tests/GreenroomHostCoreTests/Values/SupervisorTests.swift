import GreenroomHostCore
import Testing

/// Restarts as in OTP, as a value: the time and the chance are parameters.
struct SupervisorTests {
  typealias Machine = SupervisorStateMachine
  private static let lost = Machine.Event.ended(.lost("it exited with status 1", .exited(1)))

  private func limits(jitter: Int = 0, restarts: Int = 5) -> HostLimits {
    var limits = HostLimits()
    limits.backOffJitterPercent = jitter
    limits.restarts = restarts
    return limits
  }

  private func ready(_ policy: RestartPolicy, _ limits: HostLimits, at now: Duration = .zero) -> Machine {
    var machine = Machine(policy: policy, limits: limits)
    _ = machine.handle(.start, now: now, random: 0)
    _ = machine.handle(.ready, now: now, random: 0)
    return machine
  }

  @Test func `the delay doubles to its maximum`() {
    var machine = Machine(policy: .permanent, limits: limits(restarts: 100))
    _ = machine.handle(.start, now: .zero, random: 0)
    var delays: [Duration] = []
    for second in 1...9 {
      let now = Duration.seconds(second)
      guard case .armBackOff(let delay)? = machine.handle(Self.lost, now: now, random: 0).first else {
        Issue.record("no delay")
        return
      }
      delays.append(delay)
      #expect(machine.handle(.backOffPassed, now: now, random: 0) == [.startRun])
    }
    #expect(
      delays == [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000].map { Duration.milliseconds($0) })
  }

  @Test(arguments: [(UInt64(0), 80), (20, 100), (40, 120), (41, 80), (UInt64.max, 80 + Int(UInt64.max % 41))])
  func `the jitter varies a delay by 20 percent either way`(random: UInt64, milliseconds: Int) {
    var machine = ready(.permanent, limits(jitter: 20))
    #expect(
      machine.handle(Self.lost, now: .zero, random: random) == [.armBackOff(.milliseconds(milliseconds))])
  }

  // B22
  @Test func `the fifth restart in the window is made and the sixth end is failed`() {
    var machine = Machine(policy: .permanent, limits: limits())
    _ = machine.handle(.start, now: .zero, random: 0)
    for count in 1...5 {
      #expect(machine.handle(Self.lost, now: .seconds(count), random: 0).count == 1)
      #expect(machine.restartCount == count)
      _ = machine.handle(.backOffPassed, now: .seconds(count), random: 0)
    }
    guard case .giveUp(let why)? = machine.handle(Self.lost, now: .seconds(6), random: 0).first else {
      Issue.record("not given up")
      return
    }
    #expect(why.contains("5 restarts in") && why.contains("status 1"))
    #expect(machine.state == .failed("it exited with status 1"))
    #expect(machine.handle(.start, now: .seconds(7), random: 0) == [])
    #expect(machine.handle(.backOffPassed, now: .seconds(7), random: 0) == [])
  }

  @Test func `restarts older than the window are forgotten`() {
    var machine = Machine(policy: .permanent, limits: limits(restarts: 2))
    _ = machine.handle(.start, now: .zero, random: 0)
    for second in stride(from: 0, through: 100, by: 6) {
      let actions = machine.handle(Self.lost, now: .seconds(second), random: 0)
      #expect(actions.count == 1)
      #expect(machine.state.word == "back-off")
      _ = machine.handle(.backOffPassed, now: .seconds(second), random: 0)
    }
  }

  @Test(arguments: [(Duration.milliseconds(9_999), 200), (.seconds(10), 100)])
  func `being ready for long enough resets the delay`(readyFor: Duration, milliseconds: Int) {
    var machine = ready(.permanent, limits())
    _ = machine.handle(Self.lost, now: .zero, random: 0)
    _ = machine.handle(.backOffPassed, now: .zero, random: 0)
    _ = machine.handle(.ready, now: .zero, random: 0)
    #expect(
      machine.handle(Self.lost, now: readyFor, random: 0) == [.armBackOff(.milliseconds(milliseconds))])
  }

  @Test func `an operator's restart leaves failed and forgets the past`() {
    var machine = Machine(policy: .permanent, limits: limits(restarts: 1))
    _ = machine.handle(.start, now: .zero, random: 0)
    _ = machine.handle(Self.lost, now: .zero, random: 0)
    _ = machine.handle(.backOffPassed, now: .zero, random: 0)
    _ = machine.handle(Self.lost, now: .zero, random: 0)
    #expect(machine.state.word == "failed")
    #expect(machine.handle(.restart, now: .zero, random: 0) == [.startRun])
    #expect(machine.handle(Self.lost, now: .zero, random: 0) == [.armBackOff(.milliseconds(100))])
  }

  struct Policy: Sendable, CustomTestStringConvertible {
    var policy: RestartPolicy
    var reason: PluginRunStateMachine.EndReason
    var comesBack: Bool
    var testDescription: String { "\(policy) \(reason)" }
  }

  @Test(arguments: [
    Policy(policy: .permanent, reason: .lost("", .exited(0)), comesBack: true),
    Policy(policy: .permanent, reason: .lost("", .exited(1)), comesBack: true),
    Policy(policy: .permanent, reason: .startFailed("", nil), comesBack: true),
    Policy(policy: .transient, reason: .lost("", .exited(0)), comesBack: false),
    Policy(policy: .transient, reason: .lost("", .exited(1)), comesBack: true),
    Policy(policy: .transient, reason: .lost("", .signalled(9)), comesBack: true),
    Policy(policy: .transient, reason: .lost("", nil), comesBack: true),
    Policy(policy: .transient, reason: .startFailed("", .exited(0)), comesBack: true),
    Policy(policy: .temporary, reason: .lost("", .exited(0)), comesBack: false),
    Policy(policy: .temporary, reason: .lost("", .exited(1)), comesBack: false),
    Policy(policy: .temporary, reason: .startFailed("", .exited(1)), comesBack: false),
  ])
  func `permanent, transient and temporary`(entry: Policy) {
    var machine = ready(entry.policy, limits())
    let actions = machine.handle(.ended(entry.reason), now: .zero, random: 0)
    if entry.comesBack {
      #expect(actions == [.armBackOff(.milliseconds(100))])
    } else {
      #expect(actions == [.giveUp("")])
      #expect(machine.state == .stopped)
    }
  }

  @Test func `a restart waits for the end of the run that goes`() {
    var machine = ready(.permanent, limits())
    #expect(machine.handle(.restart, now: .zero, random: 0) == [.stopRun])
    #expect(machine.handle(.ready, now: .zero, random: 0) == [])
    #expect(machine.handle(.ended(.stopped(.exited(0))), now: .zero, random: 0) == [.startRun])
    #expect(machine.restartCount == 1)
  }

  @Test func `a stop wins over a restart that waits`() {
    var machine = ready(.permanent, limits())
    _ = machine.handle(.restart, now: .zero, random: 0)
    #expect(machine.handle(.stop, now: .zero, random: 0) == [])
    #expect(machine.handle(.ended(.stopped(nil)), now: .zero, random: 0) == [])
    #expect(machine.state == .stopped)
  }

  @Test func `a stop or a restart during back-off cancels its timer`() {
    var stopped = ready(.permanent, limits())
    _ = stopped.handle(Self.lost, now: .zero, random: 0)
    var restarted = stopped
    #expect(stopped.handle(.stop, now: .zero, random: 0) == [.cancelBackOff])
    #expect(stopped.handle(.backOffPassed, now: .zero, random: 0) == [])
    #expect(restarted.handle(.restart, now: .zero, random: 0) == [.cancelBackOff, .startRun])
  }
}
