import GreenroomBindings
import GreenroomTesting
import Testing

@Suite struct SharingTests {
  @Test func `each subscriber runs the operators for itself`() {
    let source = PassthroughSubject<Int>()
    var runCount = 0
    let mapped = source.map { value in
      runCount += 1
      return value
    }
    mapped.sink { _ in }
    mapped.sink { _ in }
    source.send(1)
    #expect(runCount == 2)
  }

  @Test func `of several values made of one, those after a cancel do not come`() {
    let source = PassthroughSubject<Int>()
    var received: [Int] = []
    var subscription: Subscription?
    subscription = source.flatMap { [$0, $0 + 1, $0 + 2] }.sink { value in
      received.append(value)
      if value == 2 { subscription?.cancel() }
    }
    source.send(1)
    source.send(7)
    #expect(received == [1, 2])
  }

  @Test func `of several values made of one, those after a switch do not come`() {
    let outer = PassthroughSubject<Int>()
    let inner = PassthroughSubject<Int>()
    var received: [String] = []
    outer.map { name in inner.flatMap { [$0, $0 + 1] }.map { "\(name):\($0)" } }.switchToLatest().sink { value in
      received.append(value)
      if value == "1:5" { outer.send(2) }
    }
    outer.send(1)
    inner.send(5)
    inner.send(6)
    #expect(received == ["1:5", "2:6", "2:7"])
  }

  @Test func `share runs them once for all`() {
    let source = PassthroughSubject<Int>()
    var runCount = 0
    var received: [String] = []
    let shared = source.map { value in
      runCount += 1
      return value
    }.share()
    shared.sink { received.append("a\($0)") }
    shared.sink { received.append("b\($0)") }
    source.send(1)
    #expect(runCount == 1)
    #expect(received == ["a1", "b1"])
  }

  @Test(arguments: [(0, []), (1, [3]), (2, [2, 3]), (5, [1, 2, 3])])
  func `share gives a late subscriber the last values`(replay: Int, expected: [Int]) {
    let source = PassthroughSubject<Int>()
    let shared = source.share(replay: replay)
    shared.sink { _ in }
    for value in 1...3 { source.send(value) }
    for _ in 0..<2 {
      var late: [Int] = []
      shared.sink { late.append($0) }
      #expect(late == expected)
    }
  }

  @Test func `every subscriber of a shared current value gets it, not only the first`() {
    let source = CurrentValueSubject(7)
    let shared = source.map { $0 * 2 }.share(replay: 1)
    var received: [Int] = []
    for _ in 0..<3 { shared.sink { received.append($0) } }
    #expect(received == [14, 14, 14])
  }

  @Test func `the last subscriber to leave disconnects, the next connects again`() {
    let source = CurrentValueSubject(1)
    let shared = source.share(replay: 1)
    var received: [Int] = []
    let first = shared.sink { received.append($0) }
    first.cancel()
    source.send(2)
    #expect(received == [1])
    shared.sink { received.append($0) }
    #expect(received == [1, 2])
  }

  @Test func `a subscription that is cancelled gets nothing more, not even what is being delivered`() {
    let source = PassthroughSubject<Int>()
    var received: [String] = []
    var second: Subscription?
    source.sink { value in
      received.append("first \(value)")
      second?.cancel()
    }
    second = source.sink { received.append("second \($0)") }
    source.sink { received.append("third \($0)") }
    source.send(1)
    source.send(2)
    #expect(received == ["first 1", "third 1", "first 2", "third 2"])
  }

  @Test func `who subscribes during a delivery gets the next value first`() {
    let source = PassthroughSubject<Int>()
    var received: [String] = []
    var hasSubscribed = false
    source.sink { value in
      received.append("first \(value)")
      guard !hasSubscribed else { return }
      hasSubscribed = true
      source.sink { received.append("late \($0)") }
    }
    source.send(1)
    source.send(2)
    #expect(received == ["first 1", "first 2", "late 2"])
  }

  @Test func `assign makes each value the current one of a subject`() {
    let source = PassthroughSubject<Int>()
    let target = CurrentValueSubject(0)
    let relay = PassthroughSubject<Int>()
    var relayed: [Int] = []
    relay.sink { relayed.append($0) }
    source.assign(to: target)
    source.assign(to: relay)
    source.send(4)
    #expect(target.value == 4)
    #expect(relayed == [4])
  }
}

@Suite struct DeliveryTests {
  @Test func `a value sent during a delivery of the same subject waits until all have the first`() {
    let source = CurrentValueSubject(0)
    var received: [String] = []
    source.sink { value in
      received.append("first \(value)")
      if value == 1 {
        source.send(2)
        #expect(source.value == 2, "the value itself changes at once")
      }
    }
    source.sink { received.append("second \($0)") }
    received = []
    source.send(1)
    #expect(received == ["first 1", "second 1", "first 2", "second 2"])
  }

  @Test func `a value sent during a delivery of another subject of the view model waits too`() {
    let marbles = Marbles()
    var received: [String] = []
    let a = marbles.inside {
      let (a, b) = (PassthroughSubject<Int>(), PassthroughSubject<Int>())
      a.sink { b.send($0 * 10) }
      b.sink { received.append("b \($0)") }
      a.sink { received.append("a \($0)") }
      return a
    }
    a.send(1)
    a.send(2)
    #expect(received == ["a 1", "b 10", "a 2", "b 20"])
  }

  @Test func `waiting values keep the order of sending across subjects`() {
    let marbles = Marbles()
    var received: [Int] = []
    marbles.inside {
      let (start, a, b) = (PassthroughSubject<Void>(), PassthroughSubject<Int>(), PassthroughSubject<Int>())
      a.sink { received.append($0) }
      b.sink { received.append($0) }
      start.sink { _ in
        a.send(1)
        b.send(2)
        a.send(3)
        b.send(4)
      }
      start.send()
    }
    #expect(received == [1, 2, 3, 4])
  }

  @Test func `a subject that is let go while its value waits still delivers it`() {
    let marbles = Marbles()
    var received: [Int] = []
    marbles.inside {
      let start = PassthroughSubject<Int>()
      start.sink { value in
        let short = HomeContext.with(marbles.context) { PassthroughSubject<Int>() }
        short.sink { received.append($0) }
        short.send(value)
        #expect(received.isEmpty)
      }
      start.send(7)
    }
    #expect(received == [7])
  }

  @Test func `a chain of sends that each lead to one more does not nest`() {
    let source = PassthroughSubject<Int>()
    var depth = 0
    var deepest = 0
    var last = 0
    source.sink { value in
      depth += 1
      deepest = max(deepest, depth)
      last = value
      if value < 100_000 { source.send(value + 1) }
      depth -= 1
    }
    source.send(1)
    #expect(last == 100_000)
    #expect(deepest == 1)
  }
}
