import Foundation
import GreenroomEventLoop
import Synchronization
import Testing

actor Counter {
  nonisolated let executor: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private(set) var values: [Int] = []
  init(_ executor: LoopExecutor) { self.executor = executor }
  func add(_ value: Int) { values.append(value) }
}

extension EventLoopTests {
  struct LoopTests {
    @Test func `Jobs from another thread run on the loop, in their order`() throws {
      let test = try TestLoop()
      let counter = Counter(test.loop.executor)
      let executor = test.loop.executor
      let done = Flag()
      Thread.detachNewThread {
        Task(executorPreference: executor) {
          for value in 0..<100 { await counter.add(value) }
          done.set()
        }
      }
      test.turn { done.isSet }
      #expect(counter.assumeIsolated { $0.values } == Array(0..<100))
      test.close()
    }

    @Test func `Timers fire in the order of their delays and never early`() throws {
      let test = try TestLoop()
      var fired: [Int] = []
      let begin = test.loop.now
      var elapsed: [Duration] = []
      let timers = [30, 10, 20].map { milliseconds in
        let timer = LoopTimer(loop: test.loop)
        timer.start(after: .milliseconds(milliseconds)) {
          fired.append(milliseconds)
          elapsed.append(test.loop.now - begin)
        }
        return timer
      }
      test.turn { fired.count == 3 }
      #expect(fired == [10, 20, 30])
      for (milliseconds, duration) in zip(fired, elapsed) { #expect(duration >= .milliseconds(milliseconds)) }
      for timer in timers { timer.close() }
      test.close()
    }

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

    @Test func `A full pipe blocks and says when it takes more`() throws {
      let test = try TestLoop()
      let backNumbers = try PipeEnds.make().release()
      let forwardNumbers = try PipeEnds.make().release()
      let writer = try ByteChannel(
        loop: test.loop, reading: Descriptor(owning: backNumbers.0), writing: Descriptor(owning: forwardNumbers.1))
      let reader = try ByteChannel(loop: test.loop, reading: Descriptor(owning: forwardNumbers.0))
      let chunk = [UInt8](repeating: 1, count: 65_536)
      var taken = 0
      filling: while true {
        switch writer.write(chunk.span) {
        case .accepted(let count):
          taken += count
          if count < chunk.count { break filling }
        case .blocked: break filling
        case .broken(let error): throw error
        }
      }
      #expect(taken == 65_536)
      var isWritable = false
      writer.awaitWritable { isWritable = true }
      var received = 0
      reader.startReading(onBytes: { received += $0.count }, onEnd: { _ in })
      test.turn { isWritable && received == taken }
      writer.close()
      reader.close()
      close(backNumbers.1)
      test.close()
    }

    // B14
    @Test func `A peer that hangs up while it is paused costs nothing, and is noticed on resume`() throws {
      let test = try TestLoop()
      let (reading, writing) = try PipeEnds.make().release()
      let reader = try ByteChannel(loop: test.loop, reading: Descriptor(owning: reading))
      var hasEnded = false
      reader.startReading(onBytes: { _ in }, onEnd: { _ in hasEnded = true })
      reader.pauseReading()
      close(writing)
      var fired = false
      let timer = LoopTimer(loop: test.loop)
      timer.start(after: .milliseconds(30)) { fired = true }
      var turns = 0
      test.turn {
        turns += 1
        return fired
      }
      #expect(turns < 10, "the loop came round \(turns) times while nothing happened")
      #expect(!hasEnded)
      reader.resumeReading()
      test.turn { hasEnded }
      timer.close()
      reader.close()
      test.close()
    }

    @Test func `A closed loop refuses jobs in its own words`() async {
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let loop = try Loop()
        let executor = loop.executor
        loop.close()
        Task(executorPreference: executor) {}
        sleep(1)
      }
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

    @Test func `A socket can be reached by its user alone, and knows its peers`() throws {
      let test = try TestLoop()
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("s-\(getpid()).sock").path
      unlink(path)
      let listener = try UnixSocketListener(loop: test.loop, path: path)
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      var accepted: (ByteChannel, PeerCredentials)?
      listener.start { accepted = ($0, $1) }
      let client = try UnixSocket.connect(path: path)
      test.turn { accepted != nil }
      #expect(accepted?.1.uid == geteuid())
      #expect(accepted?.1.pid == Int(getpid()))
      var received: [UInt8] = []
      var hasEnded = false
      accepted?.0.startReading(
        onBytes: { bytes in for index in bytes.indices { received.append(bytes[index]) } }, onEnd: { _ in hasEnded = true })
      _ = "hello".utf8CString.withUnsafeBytes { write(client.number, $0.baseAddress, 5) }
      client.close()
      test.turn { hasEnded }
      #expect(received == Array("hello".utf8))
      accepted?.0.close()
      listener.close()
      unlink(path)
      test.close()
    }

    @Test func `A path that is too long for a socket is refused with its length`() throws {
      let path = "/tmp/" + String(repeating: "x", count: 120)
      #expect(throws: LoopError.self) { _ = try UnixSocket.connect(path: path).release() }
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
  }
}

/// A flag between threads.
final class Flag: Sendable {
  private let flag = Atomic(false)
  func set() { flag.store(true, ordering: .releasing) }
  var isSet: Bool { flag.load(ordering: .acquiring) }
}
