import GreenroomHostCore
import Testing

/// Nothing is left of a host that was stopped and let go of.
struct HostEndTests {
  @Test func `A host that has stopped frees all of its parts`() {
    weak var core: HostCore?
    weak var slot: ServiceSlot?
    weak var instance: ViewModelInstance?
    weak var environment: FakeEnvironment?
    weak var turns: TurnQueue?
    do {
      let stage = Stage()
      stage.open("one")
      stage.open("screen")
      stage.tap()
      for request in stage.takeRequests("one") { stage.answer("one", request) }
      core = stage.core
      slot = stage.slot
      instance = stage.core.viewModels[0]
      environment = stage.environment
      turns = stage.core.turns
      stage.core.stop()
      stage.core.turns.endOfTurn()
      for plugin in ["screen", "one"] {
        stage.exit(plugin, .exited(0))
        stage.stream(plugin).end()
        stage.advance(.seconds(1))
      }
      // Whatever is still planned.
      stage.advance(.seconds(600))
      #expect(stage.exitStatus == 0)
    }
    #expect(core == nil)
    #expect(slot == nil)
    #expect(instance == nil)
    #expect(environment == nil)
    #expect(turns == nil)
  }
}
