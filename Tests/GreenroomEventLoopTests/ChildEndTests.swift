import Foundation
import GreenroomEventLoop
import Testing

extension EventLoopTests {
  /// How children end, and what is left of them.
  struct ChildEndTests {
    // B02
    @Test func `A child that nobody waits for is reaped all the same`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        var pids: [Int] = []
        for _ in 0..<200 {
          let child = try TestChild(shell: "trap '' TERM HUP; echo up; while :; do sleep 60; done", test)
          test.turn { child.text == "up\n" }
          pids.append(child.process?.pid ?? 0)
          child.process?.signalGroup(SIGTERM)
          child.process?.signalGroup(SIGKILL)
          // Before its exit can have been heard of.
          child.close()
        }
        test.turn { pids.allSatisfy(isGone) }
        test.loop.turn0()
        test.close()
      }
    }

    @Test func `A loop that is closed with a dead child reaps it`() async {
      await #expect(processExitsWith: .success) {
        let loop = try Loop()
        var hasOutputEnded = false
        let child = try ChildProcess(
          ProcessSpecification(executable: "/bin/true"), loop: loop, pipeCapacity: nil,
          onStartFailure: { _ in }, onExit: { _ in })
        child.wire.startReading(onBytes: { _ in }, onEnd: { _ in hasOutputEnded = true })
        while !hasOutputEnded, state(of: child.pid) != "Z" { loop.turn0() }
        while state(of: child.pid) != "Z", !isGone(child.pid) { sched_yield() }
        let pid = child.pid
        child.wire.close()
        child.standardError.close()
        child.close()
        loop.close()
        #expect(isGone(pid))
      }
    }

    @Test func `A signal reaches the program, and after its exit nobody`() throws {
      let test = try TestLoop()
      let child = try TestChild(shell: "trap 'echo caught; exit 3' USR1; echo up; while :; do read line; done", test)
      test.turn { child.text == "up\n" }
      child.process?.signal(SIGUSR1)
      child.process?.wire.closeWriting()
      test.turn { child.isOver }
      #expect(child.text == "up\ncaught\n")
      #expect(child.exit == .exited(3))
      child.process?.signal(SIGKILL)
      child.process?.signalGroup(SIGKILL)
      child.close()
      test.close()
    }

    @Test func `The rest of a group is reached after its leader's exit`() throws {
      let test = try TestLoop()
      let child = try TestChild(shell: "sleep 60 & exit 0", test)
      test.turn { child.exit != nil }
      #expect(!child.hasOutputEnded)
      child.process?.signalGroup(SIGTERM)
      test.turn { child.hasOutputEnded }
      child.close()
      test.close()
    }

    @Test func `A child that is killed right after its start ends`() throws {
      for _ in 0..<6 {
        let test = try TestLoop()
        let child = try TestChild(ProcessSpecification(executable: "/bin/sleep", arguments: ["60"]), test)
        child.process?.signalGroup(SIGKILL)
        test.turn { child.exit != nil }
        #expect(child.exit == .signalled(9))
        child.close()
        test.close()
      }
    }

    // B28
    @Test func `A child does not outlive a host that is killed, although it ignores its pipes`() async {
      // It holds the host's output open: the test ends with it, or in a minute.
      await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
        let test = try TestLoop()
        let child = try TestChild(
          ProcessSpecification(
            executable: "/bin/sh", arguments: ["-c", "echo up; exec /bin/sleep 60"], inheritedDescriptors: [1]), test)
        test.turn { child.text == "up\n" }
        kill(getpid(), SIGKILL)
      }
    }
  }
}
