import GreenroomBindings
import GreenroomTesting
import Testing

/// The `async throws` form of a call, in tasks of the view model.
@Suite struct AsyncRequestTests {
  private let error = ServiceError(code: .unavailable, message: "down")
  private func makeRig() -> Rig<AsyncViewModel> { Rig { AsyncViewModel(numbers: $0["numbers"]) } }

  @Test func `a task awaits one reply after the other`() {
    let rig = makeRig()
    rig.send(.load)
    rig["numbers"].answer("next", with: 1)
    rig.expectNothing()
    rig["numbers"].answer("next", with: 2)
    rig.expect(.loaded(value: 3), cause: 3)
  }

  @Test func `a failure is thrown where the reply is awaited`() {
    let rig = makeRig()
    rig.send(.load)
    rig["numbers"].answer("next", with: 1)
    rig["numbers"].fail("next", with: error)
    rig.expect(.failed(code: 4))
  }

  @Test func `cancelling the task cancels the request`() {
    let rig = makeRig()
    rig.send(.load)
    let call = rig["numbers"].take("next")
    rig.send(.cancel)
    call.expectCancelled()
    rig.expect(.failed(code: 1))
    call.answer(1)
  }

  @Test func `the end of the view model cancels what it awaits, and nothing is emitted`() {
    let rig = makeRig()
    rig.send(.load)
    rig.stop()
    rig["numbers"].take("next").expectCancelled()
  }

  @Test func `a slot runs an async function as a request`() {
    let rig = makeRig()
    rig.send(.loadBySlot)
    rig["numbers"].answer("next", with: 40)
    rig["numbers"].answer("next", with: 2)
    rig.expect(.loaded(value: 42))
    rig.send(.loadBySlot)
    rig["numbers"].fail("next", with: error)
    rig.expect(.failed(code: 4))
  }

  @Test func `an async function whose request is superseded is cancelled and emits nothing`() {
    let rig = makeRig()
    rig.send(.loadBySlot)
    let first = rig["numbers"].take("next")
    rig.send(.loadBySlot)
    first.expectCancelled()
    first.answer(1)
    rig["numbers"].answer("next", with: 2)
    rig["numbers"].answer("next", with: 3)
    rig.expect(.loaded(value: 5))
  }

  @Test func `a request may be awaited away from the view model's executor`() async throws {
    let marbles = Marbles()
    let context = marbles.context
    // Nobody drains the executor but this test: the hop is visible.
    let request = HomeContext.with(context) { Request<Int>.task { 7 } }
    let waiting = Task { [request = Confined(request)] in try await request.value.value }
    while marbles.executor.isIdle { await Task.yield() }
    marbles.executor.enter {}
    #expect(try await waiting.value == 7)
  }
}
