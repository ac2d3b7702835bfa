import Foundation
import GreenroomEventLoop
import Testing

extension EventLoopTests {
  struct ChildProcessTests {
    // B01
    @Test func `A child has descriptors 0, 1, 2 and nothing of its host's`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        // Two that are not close-on-exec, as a careless parent of the host would leave them; the first free numbers from
        // these on, since the loop has descriptors, too.
        let strays = [fcntl(2, F_DUPFD, 9), fcntl(2, F_DUPFD, 250)]
        defer { for stray in strays { close(stray) } }
        let child = try TestChild(shell: "echo $(ls /proc/self/fd)", test)
        test.turn { child.isOver }
        // 3 is the listing's own.
        #expect(child.text == "0 1 2 3\n")
        child.close()
        test.close()
      }
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

    // B17
    @Test func `A thousand short programs leave no descriptor and no zombie`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        var before = 0
        for round in 0..<101 {
          let children = try (0..<10).map { _ in try TestChild(ProcessSpecification(executable: "/bin/true"), test) }
          let pids = children.compactMap { $0.process?.pid }
          test.turn { children.allSatisfy(\.isOver) }
          #expect(children.allSatisfy { $0.exit == .exited(0) && $0.hasExecuted })
          for child in children { child.close() }
          test.loop.turn0()
          #expect(pids.allSatisfy(isGone))
          if round == 0 { before = descriptorCount() }
        }
        #expect(descriptorCount() == before)
        test.close()
      }
    }

    // B18
    @Test func `Fifty at once, each with its own output and status`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        let before = descriptorCount()
        let children = try (0..<50).map { try TestChild(shell: "echo \($0); exit \($0)", test) }
        test.turn { children.allSatisfy(\.isOver) }
        for (index, child) in children.enumerated() {
          #expect(child.text == "\(index)\n")
          #expect(child.exit == .exited(index))
          child.close()
        }
        test.loop.turn0()
        // The first child of a loop opens libuv's own descriptors for signals.
        #expect(descriptorCount() <= before + 2)
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
    @Test func `A child has no blocked and no ignored signal, whatever its host has`() async {
      await #expect(processExitsWith: .success) {
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
    }

    // B11
    @Test func `A child can open its standard streams by name`() throws {
      let test = try TestLoop()
      let child = try TestChild(shell: "read line < /dev/stdin; echo \"got $line\" > /dev/stdout", test)
      #expect(child.process?.wire.write("hello\n") == .accepted(6))
      test.turn { child.isOver }
      #expect(child.text == "got hello\n")
      child.close()
      test.close()
    }

    // B12
    @Test func `A child's own ends are blocking: it loses nothing while nobody reads`() throws {
      let test = try TestLoop()
      let script = "i=0; while [ $i -lt 20000 ]; do echo \"line $i\"; i=$((i+1)); done; echo over >&2"
      let child = try TestChild(shell: script, test, reads: false)
      // Nobody reads until it sleeps in write(2) on a full pipe.
      let look = LoopTimer(loop: test.loop)
      var isFull = false
      look.startRepeating(every: .milliseconds(1)) {
        isFull = isFull || state(of: child.process?.pid ?? 0) == "S" && child.hasExecuted
      }
      test.turn { isFull }
      look.close()
      #expect(child.errors.isEmpty)
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

    // B21
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
      let result = child.process?.wire.write("late\n")
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

    // B06
    @Test func `A program that is still being written is started as soon as it is closed`() throws {
      let test = try TestLoop()
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("busy-\(UUID().uuidString)").path
      try FileManager.default.copyItem(atPath: "/bin/true", toPath: path)
      defer { unlink(path) }
      let writer = open(path, O_WRONLY | O_CLOEXEC)
      let child = try TestChild(ProcessSpecification(executable: path), test)
      let timer = LoopTimer(loop: test.loop)
      timer.start(after: .milliseconds(25)) {
        #expect(!child.hasExecuted)
        close(writer)
      }
      test.turn { child.failure != nil || child.isOver }
      #expect(child.failure == nil)
      #expect(child.exit == .exited(0))
      timer.close()
      child.close()
      test.close()
    }

    // B13
    @Test func `A child that has closed its streams and lives on costs nothing`() throws {
      let test = try TestLoop()
      let child = try TestChild(shell: "exec 1>&- 2>&-; exec sleep 60", test)
      test.turn { child.hasOutputEnded && child.hasErrorEnded }
      #expect(test.turns(in: .milliseconds(30)) < 10)
      #expect(child.exit == nil)
      child.process?.signalGroup(SIGKILL)
      test.turn { child.exit == .signalled(9) }
      child.close()
      test.close()
    }

    @Test func `The program's start is told before its exit`() throws {
      let test = try TestLoop()
      let child = try TestChild(shell: "read line", test)
      test.turn { child.hasExecuted }
      #expect(child.exit == nil)
      child.process?.wire.closeWriting()
      test.turn { child.isOver }
      #expect(child.exit == .exited(1))
      child.close()
      test.close()
    }

    @Test func `A running child costs its host three descriptors`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        // The first child of a loop opens libuv's own for signals.
        let first = try TestChild(ProcessSpecification(executable: "/bin/true"), test)
        test.turn { first.isOver }
        first.close()
        let before = descriptorCount()
        let child = try TestChild(shell: "read line", test)
        test.turn { child.hasExecuted }
        #expect(descriptorCount() == before + 3)
        child.process?.wire.closeWriting()
        test.turn { child.isOver }
        child.close()
        #expect(descriptorCount() == before)
        test.close()
      }
    }

    @Test func `Limits, mask, folder and environment are those of the specification and no others`() throws {
      let test = try TestLoop()
      let limits = ProcessLimits(openFiles: 33, coreBytes: 0, addressSpaceBytes: 1 << 30)
      let child = try TestChild(
        ProcessSpecification(
          executable: "/bin/sh", arguments: ["-c", "ulimit -n; ulimit -c; ulimit -v; umask; pwd; /usr/bin/env"],
          environment: [("KEY", "a b=c")], workingDirectory: "/usr", limits: limits, fileModeMask: 0o027), test)
      test.turn { child.isOver }
      let lines = child.text.split(separator: "\n").map(String.init)
      #expect(lines.prefix(5) == ["33", "0", "1048576", "0027", "/usr"])
      // The shell's own is PWD (and with some shells SHLVL and _).
      #expect(
        Set(lines.dropFirst(5).map { $0.prefix { $0 != "=" } }).subtracting(["PWD", "SHLVL", "_", "OLDPWD"]) == ["KEY"])
      #expect(lines.contains("KEY=a b=c"))
      child.close()
      test.close()
    }

    @Test func `A child cannot gain privileges`() throws {
      let test = try TestLoop()
      let child = try TestChild(shell: "grep NoNewPrivs /proc/self/status", test)
      test.turn { child.isOver }
      #expect(child.text == "NoNewPrivs:\t1\n")
      child.close()
      test.close()
    }
  }
}
