import GreenroomBindings
import GreenroomTesting
import Testing

/// The policies, drawn: triggers above; below `*` is `started`, a letter a reply, `!` a failure, `~` a drop.
@Suite struct RequestSlotTests {
  private func draw(
    _ triggers: String, _ make: (Marbles, Publisher<Character>) -> RequestSlot<String>
  ) -> String {
    Marbles.draw(triggers) { marbles, source in
      let slot = make(marbles, source[0])
      return .merge(
        slot.started.map { "*" }, slot.reply.map(\.mark), slot.superseded.map { "~" }, slot.ignored.map { "~" })
    }
  }

  @Test func `latest lets a newer request take the place of the older`() {
    let result = draw(
      "-a-b-----x-----"
    ) { marbles, source in source.latest { marbles.request($0, seconds: 4) } }
    #expect(
      result == "-*-(~*)---b-*---!-")
  }

  @Test func `first ignores what comes while a request is open`() {
    let result = draw(
      "-a-b-----x-c-----"
    ) { marbles, source in source.first { marbles.request($0, seconds: 4) } }
    #expect(
      result == "-*-~-a---*-~-!---")
  }

  @Test func `queue makes one request after the other`() {
    let result = draw(
      "-ab-c----------"
    ) { marbles, source in source.queue { marbles.request($0, seconds: 4) } }
    #expect(
      result == "-*---(a*)---(b*)---c-")
  }

  @Test func `queue ignores what is beyond its limit`() {
    let result = draw(
      "-abcd---------"
    ) { marbles, source in source.queue(limit: 1) { marbles.request($0, seconds: 4) } }
    #expect(
      result == "-*-~~(a*)---b----")
  }

  @Test func `all lets requests run side by side`() {
    let result = draw(
      "-3-1---x---"
    ) { marbles, source in source.all { marbles.request($0, seconds: $0.wholeNumberValue ?? 2) } }
    #expect(
      result == "-*-*(31)--*-!-")
  }

  @Test func `a request that ends at once emits started before its reply`() {
    let result = draw(
      "-a-b-"
    ) { _, source in source.latest { .just("\($0)") } }
    #expect(
      result == "-(*a)-(*b)-")
  }

  @Test func `isBusy turns true before started and false after the last reply`() {
    let result = Marbles.draw("-a-b------") { marbles, source in
      let slot = source[0].all { marbles.request($0, seconds: 4) }
      return .merge(
        slot.isBusy.map { $0 ? "1" : "0" }, slot.started.map { "*" }, slot.reply.map(\.mark))
    }
    #expect(result == "0(1*)-*-a-(b0)--")
  }

  @Test func `openCount tells each change`() {
    let result = Marbles.draw("-ab-------") { marbles, source in
      source[0].all { marbles.request($0, seconds: 4) }.openCount.map(String.init)
    }
    #expect(result == "012--10---")
  }

  @Test func `a busy slot of policy latest stays busy when a request is superseded`() {
    let result = Marbles.draw("-a-b------") { marbles, source in
      source[0].latest { marbles.request($0, seconds: 4) }.isBusy.map { $0 ? "1" : "0" }
    }
    #expect(result == "01-----0--")
  }

  @Test func `success and failure are told apart`() {
    let result = Marbles.draw("-a-x---") { marbles, source in
      let slot = source[0].all { marbles.request($0, seconds: 2) }
      return slot.success.merge(with: slot.failure.map { _ in "!" })
    }
    #expect(result == "---a-!-")
  }

  @Test func `a reply that leads to a new trigger finds a free slot of policy first`() {
    let marbles = Marbles()
    var log: [String] = []
    let triggers = marbles.inside {
      let triggers = PassthroughSubject<Character>()
      let slot = triggers.first { marbles.request($0, seconds: 1) }
      slot.reply.sink { result in
        log.append(result.mark)
        if result.mark == "a" { triggers.send("b") }
      }
      slot.isBusy.sink { log.append("busy \($0)") }
      marbles.context.lifetime.value.endTransform()
      return triggers
    }
    marbles.executor.enter { triggers.send("a") }
    marbles.clock.advance(by: .seconds(2))
    #expect(log == ["busy false", "busy true", "a", "b", "busy false"])
  }
}

@Suite struct RequestTests {
  private func draw(_ triggers: String, _ change: @escaping (Marbles, Request<String>) -> Request<String>) -> String {
    Marbles.draw(triggers) { marbles, source in
      source[0].latest { change(marbles, marbles.request($0, seconds: 2)) }.reply.map(\.mark)
    }
  }

  @Test func `map changes the reply and leaves a failure`() {
    #expect(
      draw("-a--x--") { $1.map { $0.uppercased() } }
        == "---A--!")
  }

  @Test func `catch replaces a failure`() {
    #expect(
      draw("-a--x----") { $1.catch { error in .just("[\(error.message)]") } }
        == "---a--[[x]]--")
  }

  @Test func `catch may start another request, which is cancelled with the first`() {
    #expect(
      draw("x--b-------") { marbles, request in request.catch { _ in marbles.request("z", seconds: 3) } }
        == "-----b-----")
    #expect(
      draw("x------") { marbles, request in request.catch { _ in marbles.request("z", seconds: 3) } }
        == "-----z-")
  }

  @Test func `retry repeats a failed request at once`() {
    #expect(
      draw("x--------") { $1.retry(2) }
        == "------!--")
  }

  @Test func `retry with a delay waits before each repetition`() {
    #expect(
      draw("x-----------") { $1.retry(2, delay: .seconds(1)) }
        == "--------!---")
  }

  @Test func `a request that is superseded while it waits to retry is not repeated`() {
    #expect(
      draw("x--a--------") { $1.retry(5, delay: .seconds(3)) }
        == "-----a------")
  }

  @Test func `timeout fails a request that takes too long`() {
    #expect(
      draw("a-------") { marbles, _ in marbles.request("a", seconds: 9).timeout(.seconds(3)) }
        == "---!----")
    #expect(
      draw("a-------") { $1.timeout(.seconds(3)) }
        == "--a-----")
  }

  @Test func `timeout around retry limits the whole, retry around timeout each attempt`() {
    #expect(
      draw("x---------") { $1.retry(9).timeout(.seconds(5)) }
        == "-----!----")
    #expect(
      draw("a---------") { marbles, _ in marbles.request("a", seconds: 9).timeout(.seconds(3)).retry(1) }
        == "------!---")
  }

  @Test func `timeout tells the service that nobody waits any more, and why`() {
    let marbles = Marbles()
    var reasons: [CancellationReason] = []
    var results: [ServiceError.Code?] = []
    let triggers = marbles.inside {
      let triggers = PassthroughSubject<Void>()
      let never = Request<Int> { _ in Cancellation { reasons.append($0) } }
      triggers.latest { never.timeout(.seconds(3)) }.failure.sink { results.append($0.code) }
      marbles.context.lifetime.value.endTransform()
      return triggers
    }
    marbles.executor.enter { triggers.send() }
    marbles.clock.advance(by: .seconds(2))
    marbles.executor.enter { triggers.send() }
    marbles.clock.advance(by: .seconds(3))
    #expect(reasons == [.superseded, .cancelled])
    #expect(results == [.deadline])
    #expect(marbles.clock.timerCount == 0)
  }

  @Test func `a request that is superseded while it is made is cancelled as soon as it can be`() {
    let marbles = Marbles()
    var log: [String] = []
    let triggers = marbles.inside {
      let triggers = PassthroughSubject<Int>()
      let inner = PassthroughSubject<Int>()
      let slot = Publisher.merge(triggers.debounce(for: .seconds(1)), inner.publisher).latest {
        number -> Request<Int> in
        if number == 1 { inner.send(2) }
        return Request { _ in
          log.append("begun \(number)")
          return Cancellation { log.append("\(number) \($0)") }
        }
      }
      slot.superseded.sink { log.append("superseded") }
      marbles.context.lifetime.value.endTransform()
      return triggers
    }
    marbles.executor.enter { triggers.send(1) }
    // By a timer, whose subscribers send at once.
    marbles.clock.advance(by: .seconds(1))
    #expect(log == ["begun 2", "superseded", "begun 1", "1 superseded"])
  }

  @Test func `failure fails at once`() {
    #expect(draw("-a-") { _, _ in .failure(ServiceError(code: .busy, message: "")) } == "-!-")
  }
}
