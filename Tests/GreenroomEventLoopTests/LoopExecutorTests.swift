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
  func addAround(_ action: () -> Void) {
    values.append(0)
    action()
    values.append(1)
  }
}

/// A flag between threads.
final class Flag: Sendable {
  private let flag = Atomic(false)
  func set() { flag.store(true, ordering: .releasing) }
  var isSet: Bool { flag.load(ordering: .acquiring) }
}

extension EventLoopTests {
  struct LoopExecutorTests {
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

    @Test func `A callback of the loop is inside its actors, without a hop`() throws {
      let test = try TestLoop()
      let counter = Counter(test.loop.executor)
      var fired = false
      let timer = LoopTimer(loop: test.loop)
      timer.start(after: .zero) {
        counter.assumeIsolated { $0.add(1) }
        fired = true
      }
      test.turn { fired }
      #expect(counter.assumeIsolated { $0.values } == [1])
      timer.close()
      test.close()
    }

    @Test func `A drain in the middle of a turn runs what waits`() throws {
      let test = try TestLoop()
      let counter = Counter(test.loop.executor)
      Task(executorPreference: test.loop.executor) {
        await counter.add(1)
        await counter.add(2)
      }
      #expect(test.loop.executor.hasJobs)
      test.loop.executor.drain()
      #expect(counter.assumeIsolated { $0.values } == [1, 2])
      #expect(!test.loop.executor.hasJobs)
      test.close()
    }

    @Test func `A drain inside a job does not enter another in the middle of it`() throws {
      let test = try TestLoop()
      let counter = Counter(test.loop.executor)
      let executor = test.loop.executor
      Task(executorPreference: executor) {
        await counter.addAround {
          Task(executorPreference: executor) { await counter.add(2) }
          executor.drain()
        }
      }
      executor.drain()
      #expect(counter.assumeIsolated { $0.values } == [0, 1, 2])
      test.close()
    }

    @Test func `A task that yields for ever keeps the loop from nothing`() throws {
      let test = try TestLoop()
      let isOver = Flag()
      Task(executorPreference: test.loop.executor) {
        while !isOver.isSet { await Task.yield() }
      }
      let timer = LoopTimer(loop: test.loop)
      timer.start(after: .milliseconds(5)) { isOver.set() }
      test.turn { isOver.isSet && !test.loop.executor.hasJobs }
      #expect(isOver.isSet && !test.loop.executor.hasJobs)
      timer.close()
      test.close()
    }

    @Test func `A wake-up without a job brings the loop round, each time`() throws {
      let test = try TestLoop()
      let executor = test.loop.executor
      var turnCount = 0
      test.loop.onEndOfTurn = { turnCount += 1 }
      for _ in 0..<3 {
        Thread.detachNewThread { executor.wake() }
        test.loop.turn()
      }
      #expect(turnCount == 3)
      test.close()
      executor.wake()
    }

    @Test func `A closed loop refuses jobs in its own words`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let loop = try Loop()
        let executor = loop.executor
        loop.close()
        Task(executorPreference: executor) {}
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("a job was enqueued on a loop that is closed: an actor has outlived its loop"), "\(text)")
    }

    @Test func `Another thread is told that it is not the loop's`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let loop = try Loop()
        let executor = loop.executor
        let thread = Thread { executor.checkIsolated() }
        thread.start()
        while !thread.isFinished { loop.turn() }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("this must run on the loop's thread"), "\(text)")
    }
  }
}
