import GreenroomBindings
import GreenroomHostCore
import GreenroomProtocol
import Testing

/// One outcome for each request, whatever its service does.
struct RequestTests {
  @Test func `a request that nobody serves is held and fails as unavailable at its deadline`() {
    let stage = Stage()
    let call = stage.call(deadline: .seconds(3))
    stage.advance(.milliseconds(2_999))
    #expect(call.outcomes == [])
    #expect(stage.slot.status.held == 1)
    stage.advance(.milliseconds(1))
    #expect(call.outcomes == ["code 4"])
    #expect(stage.slot.status.held == 0)
    stage.open("one")
    #expect(stage.takeRequests("one") == [])
  }

  @Test func `held requests go out in order as soon as the plugin is ready`() {
    let stage = Stage()
    let calls = (0..<3).map { _ in stage.call() }
    stage.open("one")
    #expect(stage.takeRequests("one") == calls.map(\.number))
    for call in calls.reversed() { stage.answer("one", call.number) }
    #expect(calls.map(\.outcomes) == [["value"], ["value"], ["value"]])
    #expect(stage.slot.requests.answered == 3)
  }

  @Test func `held requests that expire or are cancelled give back their room`() {
    let stage = Stage { $0.limits.queueByteCount = 300 }
    for _ in 0..<10 {
      let calls = (0..<2).map { _ in stage.call(deadline: .seconds(1)) }
      stage.slot.cancel(calls[0].number, because: .cancelled)
      stage.advance(.seconds(1))
      #expect(calls[1].outcomes == ["code 4"])
    }
    #expect(stage.slot.status.held == 0)
  }

  @Test(arguments: [false, true])
  func `exactly so many requests are taken and the next is busy`(isReady: Bool) {
    let stage = Stage { $0.limits.openRequests = 4 }
    if isReady { stage.open("one") }
    let calls = (0..<5).map { _ in stage.call() }
    stage.advance(.zero)
    #expect(calls.map(\.outcomes) == [[], [], [], [], ["code 3"]])
    #expect(stage.slot.requests.isBalanced)
  }

  @Test func `a service that does not read makes its callers fail with busy`() {
    let stage = Stage { $0.limits.queueByteCount = 1_000 }
    stage.open("one")
    stage.stream("one").room = 0
    let calls = (0..<20).map { _ in stage.call() }
    stage.advance(.zero)
    #expect(calls.first?.outcomes == [])
    #expect(calls.last?.outcomes == ["code 3"])
    let queued = stage.slot.current.run?.link?.queuedByteCount
    #expect(queued.map { (1_000..<1_400).contains($0) } == true)
  }

  @Test func `after a crash what was taken is unknown and what was not is sent again`() {
    let stage = Stage()
    stage.open("one")
    let taken = stage.call()
    stage.stream("one").room = 10
    let begun = stage.call()
    let waiting = stage.call()
    stage.exit("one", .signalled(9))
    #expect(taken.outcomes == ["code 5"])
    #expect(begun.outcomes == [] && waiting.outcomes == [])
    let late = stage.call()
    stage.advance(.milliseconds(100))
    #expect(stage.processCount("one") == 2)
    stage.open("one")
    #expect(stage.takeRequests("one") == [begun.number, waiting.number, late.number])
  }

  @Test(arguments: [false, true])
  func `an idempotent request is sent again, also if it was held at first`(wasHeld: Bool) {
    let stage = Stage()
    let held = wasHeld ? stage.call() : nil
    stage.open("one", #"{"idempotent":["quotes.random"]}"#)
    let call = held ?? stage.call()
    #expect(stage.takeRequests("one") == [call.number])
    stage.exit("one", .exited(1))
    #expect(call.outcomes == [])
    stage.advance(.milliseconds(100))
    stage.open("one")
    #expect(stage.takeRequests("one") == [call.number])
    stage.answer("one", call.number)
    #expect(call.outcomes == ["value"])
  }

  @Test func `an idempotent request that ends one process after the other is sent again once`() {
    let stage = Stage()
    stage.open("one", #"{"idempotent":["quotes.random"]}"#)
    let call = stage.call()
    for _ in 0..<2 {
      #expect(stage.takeRequests("one") == [call.number] && call.outcomes == [])
      stage.exit("one", .signalled(4))
      stage.advance(.milliseconds(200))
      stage.open("one", #"{"idempotent":["quotes.random"]}"#)
    }
    #expect(call.outcomes == ["code 5"])
    #expect(stage.takeRequests("one") == [])
  }

  // B34
  @Test func `an answer in another encoding fails its request at once, and nothing is passed on`() {
    let stage = Stage()
    stage.open("one")
    let call = stage.call(deadline: .seconds(2_400))
    let other = stage.call()
    let line = #"{"jsonrpc":"2.0","id":\#(call.number),"result":{"content":"caf"#
    stage.stream("one").receiver?.received((Array(line.utf8) + [0xe9] + Array("\",\"author\":\"a\"}}\n".utf8)).span)
    stage.core.turns.endOfTurn()
    #expect(call.outcomes.count == 1 && call.outcomes != ["value"])
    stage.answer("one", other.number)
    #expect(other.outcomes == ["value"])
    #expect(stage.slot.requests.isBalanced && stage.slot.requests.open == 0)
  }

  @Test func `a late answer reaches nobody and frees its place`() {
    let stage = Stage()
    stage.open("one")
    let call = stage.call(deadline: .seconds(1))
    stage.advance(.seconds(1))
    #expect(call.outcomes == ["code 2"])
    #expect(stage.stream("one").takeLines().contains { $0.contains("$/cancelRequest") })
    #expect(stage.slot.current.run?.link?.openRequestCount == 1)
    let causes = stage.core.resources.currentCause
    stage.answer("one", call.number)
    #expect(call.outcomes == ["code 2"])
    #expect(stage.core.resources.currentCause == causes)
    #expect(stage.slot.lateAnswerCount == 1)
    #expect(stage.slot.current.run?.link?.openRequestCount == 0)
  }

  @Test func `time left is what is left when a held request goes out`() {
    let stage = Stage()
    _ = stage.call(deadline: .seconds(4))
    stage.advance(.seconds(3))
    stage.open("one")
    #expect(stage.stream("one").takeLines().contains { $0.contains(#""_meta":{"deadlineMs":1000}"#) })
  }

  @Test func `a second answer is counted and nothing more`() {
    let stage = Stage()
    stage.open("one")
    let call = stage.call()
    stage.answer("one", call.number)
    stage.answer("one", call.number)
    #expect(call.outcomes == ["value"])
    #expect(stage.slot.requests.isBalanced)
    #expect(stage.slot.duplicateAnswerCount == 1)
  }

  @Test func `whoever makes a request while another expires hides no deadline`() {
    let stage = Stage()
    stage.open("one")
    let retried = Call()
    _ = stage.slot.add(ServiceMethod("quotes.random"), arguments: nil, deadline: .seconds(10)) { [unowned stage] _ in
      retried.outcomes.append("\(stage.call(deadline: .seconds(10)).number)")
    }
    stage.advance(.seconds(5))
    let later = stage.call(deadline: .seconds(10))
    stage.advance(.seconds(5))
    #expect(retried.outcomes == ["3"] && later.outcomes == [])
    stage.advance(.seconds(5))
    #expect(later.outcomes == ["code 2"])
  }

  @Test func `a deadline without end is one`() {
    let stage = Stage()
    stage.open("one")
    let call = stage.call(deadline: .seconds(Int64.max))
    stage.advance(.seconds(86_400))
    #expect(call.outcomes == [])
    stage.answer("one", call.number)
    #expect(call.outcomes == ["value"])
  }

  @Test func `a newer tap supersedes the older request`() {
    let stage = Stage()
    stage.open("one")
    stage.tap("quote", 3)
    let requests = stage.takeRequests("one")
    #expect(requests.count == 3)
    for request in requests { stage.answer("one", request) }
    #expect(stage.slot.requests.superseded == 2)
    #expect(stage.slot.requests.answered == 1)
  }
}
