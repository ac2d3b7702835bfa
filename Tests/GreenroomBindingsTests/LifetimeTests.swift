import GreenroomBindings
import GreenroomTesting
import Testing

@Suite struct LifetimeTests {
  @Test(arguments: [1, 3])
  func `stopping an instance cancels the open requests of its slots`(count: Int) {
    let rig = Rig { SlotViewModel($0["numbers"]) }
    for _ in 0..<count { rig.send(\.all) }
    rig.stop()
    for _ in 0..<count { rig["numbers"].take("next").expectCancelled() }
  }

  @Test func `nothing is emitted after the stop, whatever comes`() {
    let rig = Rig { SlotViewModel($0["numbers"]) }
    rig.send(\.all)
    rig.send(\.debounced, 1)
    rig.stop()
    rig.send(\.all)
    rig.send(\.debounced, 2)
    rig.advance(by: .seconds(60))
    let call = rig["numbers"].take("next")
    call.expectCancelled()
    call.answer(1)
    #expect(rig.timerCount == 0)
  }

  @Test func `what waits in a queue is not begun after the stop`() {
    let rig = Rig { SlotViewModel($0["numbers"]) }
    rig.send(\.queued)
    rig.send(\.queued)
    rig.stop()
    rig["numbers"].take("next").expectCancelled()
    #expect(rig["numbers"].openCallCount == 0)
  }

  @Test func `a stopped view model is released, though its closures hold it`() {
    weak var model: SlotViewModel?
    do {
      let rig = Rig { SlotViewModel($0["numbers"]) }
      model = rig.viewModel
      rig.send(\.all)
      rig["numbers"].answer("next", with: 1)
      rig.expect(\.number, 1)
      #expect(model != nil)
    }
    #expect(model == nil)
  }

  @Test(arguments: [1, 2, 3])
  func `a subscription that is kept holds nothing once it has ended`(taps: Int) {
    weak var model: KeepingViewModel?
    do {
      let rig = Rig { _ in KeepingViewModel() }
      model = rig.viewModel
      for tap in 1...taps {
        rig.send(\.tap)
        rig.expect(\.count, tap)
      }
      rig.stop()
    }
    #expect(model == nil)
  }

  @Test func `a subscription that ends another when it is let go of takes nobody else along`() {
    final class Bag {
      let subscription: Subscription
      init(_ subscription: Subscription) { self.subscription = subscription }
      deinit { subscription.cancel() }
    }
    let subject = PassthroughSubject<Int>()
    var log = ""
    let a = subject.sink { _ in log += "a" }
    var c: Subscription?
    var bag: Bag? = Bag(a)
    c = subject.sink { [bag] _ in log += bag == nil ? "" : "c" }
    bag = nil
    let d = subject.sink { _ in
      log += "d"
      c?.cancel()
      c = nil
    }
    let e = subject.sink { _ in log += "e" }
    for number in 1...3 { subject.send(number) }
    let f = subject.sink { _ in log += "f" }
    subject.send(4)
    #expect(log == "acde" + "de" + "de" + "def")
    for subscription in [d, e, f] { subscription.cancel() }
    subject.send(5)
    #expect(log.count == 11)
  }

  @Test func `two rigs side by side know nothing of each other`() {
    let left = Rig { SlotViewModel($0["numbers"]) }
    let right = Rig { SlotViewModel($0["numbers"]) }
    left.send(\.all)
    right.send(\.all)
    right.advance(by: .seconds(5))
    #expect(left.now == .zero)
    right["numbers"].answer("next", with: 2)
    right.expect(\.number, 2)
    left["numbers"].answer("next", with: 1)
    left.expect(\.number, 1)
  }

  @Test func `rigs run on many threads at once`() async {
    await withTaskGroup { group in
      for value in 0..<50 {
        group.addTask {
          let rig = Rig { SlotViewModel($0["numbers"]) }
          rig.send(\.all)
          rig["numbers"].answer("next", with: value)
          rig.expect(\.number, value)
        }
      }
    }
  }

  @Test func `a service that the configuration does not bind fails with a sentence`() {
    let services = Services([])
    let marbles = Marbles()
    var message = ""
    let triggers = marbles.inside {
      let triggers = PassthroughSubject<Void>()
      triggers.latest { services["quotes"].call("random", as: Int.self) }.failure.sink { message = $0.message }
      marbles.context.lifetime.value.endTransform()
      return triggers
    }
    triggers.send()
    #expect(message.contains("binds no service \"quotes\""))
  }
}

private actor SlotViewModel: ViewModel {
  struct Inputs: InputPorts {
    let all = InputPort<Void>()
    let queued = InputPort<Void>()
    let debounced = InputPort<Int>()
  }
  struct Outputs: OutputPorts {
    let number: EventPort<Int>
  }
  nonisolated let home = Home()
  private let numbers: ServiceCaller
  private let relay = PassthroughSubject<Int>()

  init(_ numbers: ServiceCaller) { self.numbers = numbers }

  func transform(_ input: Inputs) -> Outputs {
    let all = input.all.all { self.numbers.call("next", as: Int.self) }
    let queued = input.queued.queue { self.numbers.call("next", as: Int.self) }
    // Through a subject of the actor: a circle of references that only the end of the instance opens.
    all.success.merge(with: queued.success).merge(with: input.debounced.debounce(for: .seconds(1)))
      .sink { self.relay.send($0) }
    return Outputs(number: .event(relay))
  }
}

/// Keeps its subscriptions, as code that comes from Combine does, and what they hold is the view model.
private actor KeepingViewModel: ViewModel {
  struct Inputs: InputPorts { let tap = InputPort<Void>() }
  struct Outputs: OutputPorts { let count: EventPort<Int> }
  nonisolated let home = Home()
  private var subscriptions: [Subscription] = []
  private var once: Subscription?
  private var tapCount = 0
  private let counts = PassthroughSubject<Int>()

  func transform(_ input: Inputs) -> Outputs {
    subscriptions.append(
      input.tap.sink { _ in
        self.tapCount += 1
        self.counts.send(self.tapCount)
      })
    subscriptions.append(input.tap.map { _ in 1 }.sink { _ in self.once?.cancel() })
    once = input.tap.sink { _ in self.once?.cancel() }
    return Outputs(count: .event(counts))
  }
}
