import GreenroomBindings
import GreenroomTesting
import Synchronization
import Testing

/// What the rig says when a test is wrong about its view model.
@Suite struct RigTests {
  private func makeRig() -> Rig<AsyncViewModel> { Rig { AsyncViewModel(numbers: $0["numbers"]) } }

  /// Runs a body that must record exactly these issues.
  private func expectIssues(_ expected: [String], _ body: () -> Void) {
    let messages = Mutex<[String]>([])
    withKnownIssue {
      body()
    } matching: { issue in
      messages.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    #expect(messages.withLock(\.self) == expected)
  }

  @Test func `an output that is not expected fails, with when and why`() {
    expectIssues(["unexpected output: signal at 2.0 seconds, caused by the input tap (#1)"]) {
      let rig = Rig { _ in PortsViewModel() }
      rig.advance(by: .seconds(2))
      rig.send(\.tap)
    }
  }

  @Test func `an output that does not come fails, with the time`() {
    expectIssues(["expected event 1, but there was no output by 3.0 seconds"]) {
      let rig = Rig { _ in PortsViewModel() }
      rig.advance(by: .seconds(3))
      rig.expect(\.event, 1)
    }
  }

  @Test func `another output than the expected fails, with both`() {
    expectIssues([
      "expected flag(isOn: false), but got flag(isOn: true) at 0.0 seconds, "
        + "caused by the input show(GreenroomBindingsTests.CasesViewModel.Output.flag(isOn: true)) (#1)"
    ]) {
      let rig = Rig { _ in CasesViewModel() }
      rig.send(.show(.flag(isOn: true)))
      rig.expect(.flag(isOn: false))
    }
  }

  @Test func `another cause than the expected fails`() {
    expectIssues(["expected turn #7 to cause signal, but got signal at 0.0 seconds, caused by the input tap (#1)"]) {
      let rig = Rig { _ in PortsViewModel() }
      rig.send(\.tap)
      rig.expect(\.signal, cause: 7)
    }
  }

  @Test func `a call that is not taken fails`() {
    expectIssues(["unaccounted: call 1, numbers.next, made at 0.0 seconds was not taken"]) {
      makeRig().send(.load)
    }
  }

  @Test func `a call that is taken but not answered fails, unless it is left open`() {
    expectIssues(["unaccounted: call 1, numbers.next, made at 0.0 seconds was not answered"]) {
      let rig = makeRig()
      rig.send(.load)
      rig["numbers"].take("next")
    }
    let rig = makeRig()
    rig.send(.load)
    rig["numbers"].take("next").leaveOpen()
  }

  @Test func `a call that is given up unexpectedly fails`() {
    expectIssues(["unaccounted: call 1, numbers.next, made at 0.0 seconds was cancelled"]) {
      let rig = makeRig()
      rig.send(.load)
      rig["numbers"].take("next")
      rig.send(.cancel)
      rig.expect(.failed(code: 1))
    }
  }

  @Test func `expecting the wrong end of a call fails`() {
    expectIssues([
      "expected call 1, numbers.next, made at 0.0 seconds to be superseded, but it is open",
      "expected call 1, numbers.next, made at 0.0 seconds to be superseded, but it was cancelled",
    ]) {
      let rig = makeRig()
      rig.send(.load)
      let call = rig["numbers"].take("next")
      call.expectCancelled(.superseded)
      rig.send(.cancel)
      call.expectCancelled(.superseded)
      rig.expect(.failed(code: 1))
    }
  }

  @Test func `a call that was not made, another operation and a second answer fail`() {
    expectIssues([
      "numbers.next has not been called",
      "expected a call of numbers.last, but it is call 1, numbers.next, made at 0.0 seconds",
      "call 1, numbers.next, made at 0.0 seconds is answered twice",
    ]) {
      let rig = makeRig()
      rig["numbers"].answer("next", with: 1)
      rig.send(.load)
      let call = rig["numbers"].take("last")
      call.fail(ServiceError(code: .busy, message: ""))
      call.answer(1)
      rig.expect(.failed(code: 3))
    }
  }

  @Test func `an answer of another type fails and names the type`() {
    expectIssues([
      "call 1, numbers.next, made at 0.0 seconds: expected a reply of the type Int, but it is \"one\" (String)"
    ]) {
      let rig = makeRig()
      rig.send(.load)
      rig["numbers"].answer("next", with: "one")
    }
  }

  @Test func `wrong arguments fail, with those that were passed`() {
    expectIssues(["expected the arguments 1, but it is call 1, numbers.next, made at 0.0 seconds"]) {
      let rig = makeRig()
      rig.send(.load)
      let call = rig["numbers"].take("next")
      call.expectArguments(1)
      call.leaveOpen()
    }
  }

  @Test func `finish reports at once and only once`() {
    expectIssues(["unexpected output: signal at 0.0 seconds, caused by the input tap (#1)"]) {
      let rig = Rig { _ in PortsViewModel() }
      rig.send(\.tap)
      rig.finish()
    }
  }

  @Test func `timers fire at their own time, in order, and are turns`() {
    let marbles = Marbles()
    var fired: [String] = []
    for (name, delay) in [("c", 3), ("a", 1), ("b", 1), ("d", 9)] {
      _ = marbles.clock.schedule(after: .seconds(delay)) { fired.append("\(name)\(marbles.second)") }
    }
    marbles.clock.advance(by: .seconds(5))
    #expect(fired == ["a1", "b1", "c3"])
    #expect(marbles.clock.timerCount == 1)
    #expect(marbles.clock.now == .seconds(5))
  }
}
