import Foundation
import GreenroomEventLoop
import Testing

extension EventLoopTests {
  struct ChildProcessTests {
    // B01
    @Test func `A child has descriptors 0, 1, 2 and nothing of its host's`() throws {
      let test = try TestLoop()
      // Two that are not close-on-exec, as a careless parent of the host would leave them.
      let strays = [dup2(2, 9), dup2(2, 250)]
      defer { for stray in strays { close(stray) } }
      let child = try TestChild(shell: "echo $(ls /proc/self/fd)", test)
      test.turn { child.isOver }
      // 3 is the listing's own.
      #expect(child.text == "0 1 2 3\n")
      child.close()
      test.close()
    }

    @Test func `An inherited descriptor arrives as 3`() throws {
      let test = try TestLoop()
      let (reading, writing) = try PipeEnds.make().release()
      let child = try TestChild(
        ProcessSpecification(
          executable: "/bin/sh", arguments: ["-c", "echo shown >&3"], inheritedDescriptors: [writing]), test)
      test.turn { child.isOver }
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = read(reading, &bytes, 16)
      #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "shown\n")
      close(writing)
      close(reading)
      child.close()
      test.close()
    }

    // B04, B16, B17
    @Test(arguments: ["/nonexistent/program", "/etc/passwd", "/"])
    func `A program that cannot be executed is a start failure, and nothing leaks`(path: String) async {
      // In a process of its own, whose descriptors nobody else changes.
      await #expect(processExitsWith: .success) { [path = path as String] in
        let test = try TestLoop()
        func attempt() throws -> LoopError? {
          let child = try TestChild(ProcessSpecification(executable: path), test)
          test.turn { child.failure != nil || child.exit != nil }
          child.close()
          test.loop.turn0()
          return child.failure
        }
        let failure = try attempt()
        #expect(failure?.description.hasPrefix("exec of \(path) failed: ") == true, "\(String(describing: failure))")
        let before = descriptorCount()
        for _ in 0..<50 { _ = try attempt() }
        #expect(descriptorCount() == before)
        test.close()
      }
    }

    // B17, B18
    @Test func `Two hundred short programs leave no descriptor and no zombie`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        var before = 0
        for round in 0..<21 {
          let children = try (0..<10).map { _ in try TestChild(ProcessSpecification(executable: "/bin/true"), test) }
          test.turn { children.allSatisfy(\.isOver) }
          #expect(children.allSatisfy { $0.exit == .exited(0) })
          for child in children { child.close() }
          test.loop.turn0()
          if round == 0 { before = descriptorCount() }
        }
        #expect(descriptorCount() == before)
        // No child is left, not even a dead one.
        #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
        test.close()
      }
    }

    // B07
    @Test func `A grandchild that holds the pipe delays neither the exit nor what was written`() throws {
      let test = try TestLoop()
      let child = try TestChild(shell: "sleep 60 & echo done", test)
      test.turn { child.exit != nil }
      #expect(child.exit == .exited(0))
      child.process?.wire.readAvailable()
      #expect(child.text == "done\n")
      #expect(!child.hasOutputEnded)
      child.process?.signalGroup(SIGKILL)
      test.turn { child.hasOutputEnded }
      child.close()
      test.close()
    }

    // B09
    @Test func `A child has no blocked and no ignored signal, whatever its host has`() throws {
      let test = try TestLoop()
      signal(SIGPIPE, SIG_IGN)
      signal(SIGHUP, SIG_IGN)
      defer { signal(SIGHUP, SIG_DFL) }
      let child = try TestChild(shell: "grep -E '^Sig(Blk|Ign)' /proc/self/status", test)
      test.turn { child.isOver }
      #expect(child.text == "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n")
      child.close()
      test.close()
    }

    // B11
    @Test func `A child can open its standard streams by name`() throws {
      let test = try TestLoop()
      let child = try TestChild(shell: "read line < /dev/stdin; echo \"got $line\" > /dev/stdout", test)
      #expect(child.process?.wire.write(Array("hello\n".utf8).span) == .accepted(6))
      test.turn { child.isOver }
      #expect(child.text == "got hello\n")
      child.close()
      test.close()
    }

    // B12
    @Test func `A child's own ends are blocking: it loses nothing while nobody reads`() throws {
      let test = try TestLoop()
      let child = try TestChild(shell: "i=0; while [ $i -lt 20000 ]; do echo \"line $i\"; i=$((i+1)); done", test, reads: false)
      // It is blocked on a full pipe by now, or soon: either way it must go on when somebody reads.
      child.read()
      test.turn { child.isOver }
      #expect(child.exit == .exited(0))
      #expect(child.text.split(separator: "\n").count == 20_000)
      child.close()
      test.close()
    }

    // B50
    @Test func `What was written before the exit is read, however much it is`() throws {
      let test = try TestLoop()
      let child = try TestChild(shell: "head -c 1000000 /dev/zero", test)
      test.turn { child.isOver }
      #expect(child.output.count == 1_000_000)
      child.close()
      test.close()
    }

    @Test func `A child leads a session of its own, so that the terminal's signals pass it by`() throws {
      let test = try TestLoop()
      let child = try TestChild(shell: "cut -d' ' -f5,6 /proc/$$/stat", test)
      let pid = child.process?.pid ?? 0
      test.turn { child.isOver }
      #expect(child.text == "\(pid) \(pid)\n")
      child.close()
      test.close()
    }

    @Test func `Exit status and signal are told apart`() throws {
      let test = try TestLoop()
      let exiting = try TestChild(shell: "exit 7", test)
      let dying = try TestChild(shell: "kill -9 $$", test)
      test.turn { exiting.isOver && dying.isOver }
      #expect(exiting.exit == .exited(7))
      #expect(dying.exit == .signalled(9))
      exiting.close()
      dying.close()
      test.close()
    }

    // B26
    @Test func `A write to a child that has gone is a result, not a signal`() throws {
      LoopSignal.ignoreBrokenPipes()
      let test = try TestLoop()
      let child = try TestChild(ProcessSpecification(executable: "/bin/true"), test)
      test.turn { child.isOver }
      let result = child.process?.wire.write(Array("late\n".utf8).span)
      guard case .broken(let error)? = result else {
        Issue.record("\(String(describing: result))")
        return
      }
      #expect(error.errno == EPIPE)
      child.close()
      test.close()
    }

    // B06
    @Test func `A program written this moment can be started`() throws {
      let test = try TestLoop()
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("greenroom-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for index in 0..<20 {
        let path = folder.appendingPathComponent("program-\(index)").path
        try FileManager.default.copyItem(atPath: "/bin/true", toPath: path)
        let child = try TestChild(ProcessSpecification(executable: path), test)
        test.turn { child.isOver }
        #expect(child.failure == nil && child.exit == .exited(0))
        child.close()
      }
      test.close()
    }
  }
}
