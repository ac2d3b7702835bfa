import Foundation
import GreenroomEventLoop
import Testing

extension EventLoopTests {
  struct LoopTests {
    @Test func `The end of a turn comes before the loop waits`() throws {
      let test = try TestLoop()
      var order: [String] = []
      test.loop.onEndOfTurn = { order.append("end") }
      let timer = LoopTimer(loop: test.loop)
      timer.start(after: .milliseconds(1)) { order.append("timer") }
      test.turn { order.contains("timer") }
      #expect(order.last == "end")
      timer.close()
      test.close()
    }

    @Test func `The turn that stops the loop has an end, too, and the one that this asks for`() throws {
      let loop = try Loop()
      var order: [String] = []
      loop.onEndOfTurn = {
        // What is put off at the end of a turn is done in the next.
        if order.last == "stop" { loop.scheduleNextTurn() }
        order.append("end")
      }
      let ends = try PipeEnds.make().release()
      let channel = try ByteChannel(loop: loop, reading: Descriptor(owning: ends.reading))
      channel.startReading(
        onBytes: { _ in
          order.append("stop")
          loop.stop()
        }, onEnd: { _ in })
      write(ends.writing, "x", 1)
      loop.run()
      #expect(order.suffix(3) == ["stop", "end", "end"])
      channel.close()
      close(ends.writing)
      loop.turn0()
      #expect(loop.close() == [])
    }

    @Test func `A loop ends by itself when nothing can happen any more, but not before its jobs`() throws {
      let loop = try Loop()
      let counter = Counter(loop.executor)
      let timer = LoopTimer(loop: loop)
      timer.start(after: .zero) {
        timer.close()
        Task(executorPreference: loop.executor) {
          await Task.yield()
          await counter.add(1)
        }
      }
      loop.run()
      #expect(counter.assumeIsolated { $0.values } == [1])
      #expect(loop.close() == [])
    }

    @Test func `A requested turn comes without an event`() throws {
      let test = try TestLoop()
      var ends = 0
      test.loop.onEndOfTurn = {
        ends += 1
        if ends < 10 { test.loop.scheduleNextTurn() }
      }
      test.turn { ends >= 10 }
      // Each came of the one before, and nothing else happened.
      #expect(ends == 10)
      test.close()
    }

    @Test func `A loop that is closed tells what was left open, and the owner knows`() throws {
      let loop = try Loop()
      let timer = LoopTimer(loop: loop)
      let signal = try LoopSignal(loop: loop, number: SIGUSR1) {}
      #expect(loop.close().sorted() == ["signal", "timer"])
      timer.close()
      timer.stop()
      signal.close()
    }

    // B16
    @Test func `Without a free descriptor a loop is an error, not a trap`() async {
      await #expect(processExitsWith: .exitCode(7)) {
        let limit = DescriptorLimit.lower()
        var code: CInt?
        do throws(LoopError) {
          try Loop().close()
        } catch {
          code = error.errno
        }
        // A leak check at the exit needs descriptors.
        limit.restore()
        exit(code == EMFILE ? 7 : 8)
      }
    }

    @Test func `A signal arrives in a turn`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        var count = 0
        let signal = try LoopSignal(loop: test.loop, number: SIGUSR2) { count += 1 }
        // Of the process: the threads that tests run on block their own.
        kill(getpid(), SIGUSR2)
        test.turn { count == 1 }
        signal.close()
        test.close()
      }
    }

    @Test func `A folder's changes are told by name`() throws {
      let test = try TestLoop()
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      var names: [String?] = []
      let watcher = try FileWatcher(loop: test.loop, folder: folder.path) { names.append($0) }
      try Data("x".utf8).write(to: folder.appendingPathComponent("fresh"))
      test.turn { names.contains("fresh") }
      watcher.close()
      test.close()
    }

    // B68
    @Test func `Of two that want a lock one gets it, and the other is told who`() throws {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("lock-\(UUID().uuidString)").path
      let lock = try LockFile(path: path)
      #expect {
        _ = try LockFile(path: path)
      } throws: { error in
        "\(error)".contains("another host runs with this name (process \(getpid()))")
      }
      lock.close()
      try LockFile(path: path).close()
      unlink(path)
    }
  }
}
