import GreenroomBindings
import GreenroomHostCore
import GreenroomProtocol
import Testing

/// Plugins that hang, end and are stopped.
struct SupervisionTests {
  private func isHung(_ stage: Stage) -> Bool {
    stage.environment.records.contains { $0.contains("it hangs") } || stage.process("one")?.stream.hasInputEnded == true
  }

  @Test func `hung is a ping unanswered and a request past its deadline`() {
    let stage = Stage()
    stage.open("one", #"{"ping":true}"#)
    _ = stage.call(deadline: .seconds(3))
    stage.advance(.milliseconds(2_500))
    #expect(stage.stream("one").takeLines().contains { $0.contains(#""method":"ping""#) })
    stage.advance(.seconds(2))
    #expect(isHung(stage))
  }

  @Test func `without an overdue request a silent plugin lives`() {
    let stage = Stage()
    stage.open("one", #"{"ping":true}"#)
    _ = stage.call(deadline: .seconds(100))
    stage.advance(.seconds(90))
    #expect(!isHung(stage))
  }

  @Test func `a superseded request before its deadline does not make a busy plugin hung`() {
    let stage = Stage()
    stage.open("one", #"{"ping":true}"#)
    let call = stage.call(deadline: .seconds(100))
    stage.slot.cancel(call.number, because: .superseded)
    stage.advance(.seconds(90))
    #expect(!isHung(stage))
    stage.advance(.seconds(14))
    #expect(isHung(stage))
  }

  @Test func `any line is life`() {
    let stage = Stage()
    stage.open("one", #"{"ping":true}"#)
    _ = stage.call(deadline: .seconds(1))
    for _ in 0..<20 {
      stage.advance(.milliseconds(1_500))
      stage.send("one", #"{"jsonrpc":"2.0","method":"event","params":{}}"#)
    }
    #expect(!isHung(stage))
  }

  @Test func `a plugin that declares no ping is never asked`() {
    let stage = Stage()
    stage.open("one")
    _ = stage.call(deadline: .seconds(1))
    stage.advance(.seconds(60))
    #expect(!isHung(stage))
    #expect(!stage.stream("one").takeLines().contains { $0.contains("ping") })
  }

  @Test(arguments: [(GreenroomHostCore.ExitStatus.exited(0), 0), (.exited(3), 3), (.signalled(9), 137)])
  func `a significant presenter ends the host with its status`(status: GreenroomHostCore.ExitStatus, hostStatus: Int) {
    let stage = Stage { $0.plugins[2].isSignificant = true }
    stage.open("one")
    stage.open("screen")
    stage.exit("screen", status)
    #expect(stage.process("one")?.stream.hasInputEnded == true)
    stage.exit("one", .exited(0))
    #expect(stage.exitStatus == hostStatus)
  }

  /// One that hangs or closes a stream, and exits with 0 when it is told to.
  @Test(arguments: [RestartPolicy.permanent, .transient])
  func `a fault is no success, whatever the status: the plugin is started again`(policy: RestartPolicy) {
    for fault in ["hang", "input", "output"] {
      let stage = Stage { $0.plugins[0].restart = policy }
      stage.open("one", #"{"ping":true}"#)
      let call = stage.call(deadline: .seconds(1))
      switch fault {
      case "input":
        stage.stream("one").breakInput()
        _ = stage.call()
      case "output": stage.stream("one").end()
      default: stage.advance(.seconds(5))
      }
      #expect(call.outcomes.count <= 1)
      stage.advance(.milliseconds(500))
      stage.exit("one", .exited(0))
      stage.advance(.milliseconds(100))
      #expect(stage.processCount("one") == 2, "\(fault)")
    }
  }

  @Test func `a significant plugin that hangs ends the host, and not with success`() {
    let stage = Stage { $0.plugins[0].isSignificant = true }
    stage.open("one", #"{"ping":true}"#)
    _ = stage.call(deadline: .seconds(1))
    stage.advance(.seconds(5))
    stage.exit("one", .exited(0))
    stage.exit("screen", .exited(0))
    #expect(stage.exitStatus == 1)
  }

  @Test func `a significant plugin that never becomes ready ends the host, and not with success`() {
    let stage = Stage {
      $0.plugins[2].isSignificant = true
      $0.limits.restarts = 0
    }
    stage.open("one")
    stage.exit("screen", .exited(0))
    stage.exit("one", .exited(0))
    #expect(stage.exitStatus == 1)
  }

  @Test(arguments: [(50, false), (51, true)])
  func `a turn of more than 50 ms is logged with what it was`(milliseconds: Int, isLogged: Bool) {
    let stage = Stage()
    stage.core.resources.turn("input didScroll of pager") {
      _ = stage.environment.time.step(upTo: stage.environment.time.now + .milliseconds(milliseconds))
    }
    let record = "warning host: a slow turn of \(milliseconds) ms: input didScroll of pager"
    #expect(stage.environment.records.contains(record) == isLogged)
  }

  @Test func `a stop takes the presenters first and then the services`() {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    stage.core.stop(status: 5)
    #expect(stage.process("screen")?.stream.hasInputEnded == true)
    #expect(stage.process("one")?.stream.hasInputEnded == false)
    stage.advance(.milliseconds(500))
    #expect(stage.process("screen")?.signals == [15])
    stage.exit("screen", .signalled(15))
    #expect(stage.process("one")?.stream.hasInputEnded == true)
    stage.advance(.milliseconds(1_000))
    #expect(stage.process("one")?.signals == [15, 9])
    #expect(stage.exitStatus == nil)
    stage.exit("one", .signalled(9))
    #expect(stage.exitStatus == 5)
  }

  @Test func `the whole stop takes 1800 ms at most before everything is killed`() {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    stage.core.stop()
    stage.advance(.milliseconds(1_799))
    #expect(stage.process("one")?.signals == [])
    stage.advance(.milliseconds(1))
    #expect(stage.process("one")?.signals == [9])
  }

  @Test func `a failed plugin is visible, its reason too, and restart brings it back`() {
    let stage = Stage()
    for _ in 0..<6 {
      stage.exit("one", .exited(3))
      stage.advance(.seconds(2))
    }
    // Six ends within the window of ten seconds.
    let status = stage.slot.current.status
    #expect(status.state == "failed" && status.restarts == 5)
    #expect(status.lastExit == "it exited with status 3 before it answered initialize")
    stage.advance(.seconds(100))
    #expect(stage.processCount("one") == 6)
    stage.slot.current.restart { _ in }
    #expect(stage.processCount("one") == 7)
  }

  @Test func `a restart is answered when it has come about, or not`() {
    let stage = Stage()
    stage.open("one")
    let client = stage.client()
    stage.request(client, 1, "restart", #"{"plugin":"one"}"#)
    stage.exit("one", .exited(0))
    #expect(client.takeLines() == [])
    stage.open("one")
    #expect(client.takeLines() == [#"{"jsonrpc":"2.0","id":1,"result":null}"#])
    stage.request(client, 2, "restart", #"{"plugin":"one"}"#)
    stage.exit("one", .exited(0))
    stage.exit("one", .exited(3))
    let answer = client.takeLines()
    #expect(answer.count == 1 && answer[0].contains("one: did not start: it exited with status 3"), "\(answer)")
  }

  @Test func `a restart while a failed start goes down the ladder is answered by the process after it`() {
    let stage = Stage()
    stage.send("one", "garbage")
    let client = stage.client()
    stage.request(client, 1, "restart", #"{"plugin":"one"}"#)
    stage.exit("one", .exited(1))
    #expect(client.takeLines() == [])
    stage.advance(.milliseconds(200))
    stage.open("one")
    #expect(client.takeLines() == [#"{"jsonrpc":"2.0","id":1,"result":null}"#])
  }

  @Test func `a plugin that cannot be started comes to rest, although it is told to stop before that is known`() {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    stage.environment.starter.failure = "too many open files"
    stage.exit("screen", .exited(1))
    // The end of the back-off starts it; the stop comes in the same moment.
    while case .backOff = stage.core.presenters[0].plugin.supervisor.state {
      guard stage.environment.time.step(upTo: stage.environment.time.now + .seconds(1)) else { break }
    }
    stage.core.stop()
    stage.exit("one", .exited(0))
    stage.advance(.milliseconds(1))
    #expect(stage.exitStatus == 0)
  }
}
