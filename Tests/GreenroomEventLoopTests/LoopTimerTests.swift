import GreenroomEventLoop
import Testing

extension EventLoopTests {
  struct LoopTimerTests {
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

    @Test(arguments: [0, 1, 400, 999, 1000, 1001, 2500]) func `A delay is never short, whatever the clock's fraction`(
      microseconds: Int
    ) throws {
      let test = try TestLoop()
      let delay = Duration.microseconds(microseconds)
      let timer = LoopTimer(loop: test.loop)
      for _ in 0..<20 {
        var elapsed: Duration?
        let begin = test.loop.now
        timer.start(after: delay) { elapsed = test.loop.now - begin }
        // Turns without a wait: whatever comes between must not fire it early.
        while elapsed == nil { test.loop.turn0() }
        #expect((elapsed ?? .zero) >= delay)
      }
      timer.close()
      test.close()
    }

    @Test func `Equal times fire in the order of their starts`() throws {
      let test = try TestLoop()
      var fired: [Int] = []
      let timers = (0..<5).map { _ in LoopTimer(loop: test.loop) }
      for (index, timer) in timers.enumerated() { timer.start(after: .zero) { fired.append(index) } }
      test.turn { fired.count == 5 }
      #expect(fired == fired.sorted())
      for timer in timers { timer.close() }
      test.close()
    }

    @Test func `A timer that is due when a turn begins ends it, and nothing else is waited for`() throws {
      let test = try TestLoop()
      let (due, later) = (LoopTimer(loop: test.loop), LoopTimer(loop: test.loop))
      var isOver = false
      later.start(after: deadline) {}
      let begin = test.loop.now
      due.start(after: .milliseconds(1)) { isOver = true }
      while test.loop.now < begin + .milliseconds(3) {}
      test.loop.turn()
      #expect(isOver)
      #expect(test.loop.now - begin < deadline / 2)
      due.close()
      later.close()
      test.close()
    }

    @Test func `A repeating timer goes on until it is stopped, also by itself`() throws {
      let test = try TestLoop()
      var count = 0
      let timer = LoopTimer(loop: test.loop)
      timer.startRepeating(every: .milliseconds(1)) {
        count += 1
        if count == 3 { timer.stop() }
      }
      test.turn { count == 3 }
      let end = LoopTimer(loop: test.loop)
      var isOver = false
      end.start(after: .milliseconds(5)) { isOver = true }
      test.turn { isOver }
      #expect(count == 3)
      timer.close()
      end.close()
      test.close()
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(-5), .nanoseconds(1)])
    func `Any duration can be started and stopped`(delay: Duration) throws {
      let test = try TestLoop()
      let timer = LoopTimer(loop: test.loop)
      var firedCount = 0
      timer.start(after: delay) { firedCount += 1 }
      timer.startRepeating(every: delay) { firedCount += 1 }
      timer.stop()
      let other = LoopTimer(loop: test.loop)
      var isOver = false
      other.start(after: .milliseconds(2)) { isOver = true }
      test.turn { isOver }
      #expect(firedCount == 0)
      other.close()
      timer.close()
      test.close()
    }
  }
}
