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
