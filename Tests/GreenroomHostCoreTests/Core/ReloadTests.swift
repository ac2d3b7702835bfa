import GreenroomBindings
import GreenroomHostCore
import GreenroomProtocol
import Testing

/// Configurations that change under a running core.
struct ReloadTests {
  private func reload(_ stage: Stage, _ change: (inout HostConfiguration) -> Void) -> ReloadOutcome {
    var new = stage.core.configuration
    change(&new)
    let outcome = ReloadOutcome()
    stage.core.reload(new) { outcome.sentences.append($0.changes + $0.failures) }
    stage.core.turns.endOfTurn()
    return outcome
  }

  @Test func `a swap that fails is tried again by the next reload of the same file`() {
    let stage = Stage()
    stage.open("one")
    let failed = reload(stage) { $0.services[0].plugin = "two" }
    stage.exit("two", .exited(1))
    #expect(failed.sentences.first?.first?.contains("the swap was rolled back") == true)
    #expect(stage.slot.current.name == "one")
    let again = reload(stage) { $0.services[0].plugin = "two" }
    stage.open("two")
    #expect(again.sentences == [["service quotes: generation 2 (two), lost 0"]])
    #expect(reload(stage) { _ in }.sentences == [["nothing has changed"]])
  }

  @Test func `an entry whose content is bad is tried again when it is mended, and the old one stays in force`() {
    let stage = Stage()
    stage.open("one")
    let failed = reload(stage) { $0.plugins[0].arguments = ["--bad"] }
    stage.exit("one", .exited(64))
    #expect(failed.sentences.count == 1)
    #expect(stage.core.configuration.plugin("one")?.arguments == [])
    let again = reload(stage) { configuration in
      for index in configuration.plugins.indices where configuration.plugins[index].name == "one" {
        configuration.plugins[index].arguments = ["--good"]
      }
    }
    stage.open("one")
    #expect(again.sentences == [["service quotes: generation 2 (one), lost 0"]])
  }

  @Test func `a removed service is there until the last of its processes has ended`() {
    let stage = Stage()
    stage.open("one")
    stage.slot.beginSwap(to: PluginConfiguration(name: "two", executable: "/fake/two"), progress: { _ in }) { _ in }
    let outcome = reload(stage) {
      $0.services = []
      $0.viewModels = []
      $0.presenters = []
    }
    #expect(outcome.sentences.count == 1)
    stage.exit("one", .exited(0))
    // It was hung at its start, and dies only now.
    stage.advance(.milliseconds(600))
    stage.exit("two", .signalled(15))
    #expect(stage.core.services.isEmpty)
  }

  @Test func `another service leaves view models alone that have all there are, unless they wait for it`() {
    let stage = Stage { configuration in
      for index in configuration.viewModels.indices { configuration.viewModels[index].hasAllServices = true }
      configuration.viewModels.append(ViewModelConfiguration(name: "films", type: "BoxOffice", hasAllServices: true))
      configuration.viewModels[2].services = configuration.viewModels[0].services
    }
    stage.open("one")
    let before = stage.core.viewModel(named: "quote")
    let outcome = reload(stage) { configuration in
      configuration.plugins.append(PluginConfiguration(name: "three", executable: "/fake/three"))
      configuration.services.append(ServiceConfiguration(name: "movies", plugin: "three"))
      for index in configuration.viewModels.indices {
        configuration.viewModels[index].services.append(ServiceBinding(alias: "movies", service: "movies"))
      }
    }
    #expect(
      outcome.sentences == [
        ["service movies: added", "view model films: a new instance; presenters attach to it again"]
      ])
    #expect(stage.core.viewModel(named: "quote") === before)
  }

  @Test func `a reload during a swap waits for its receipt`() {
    let stage = Stage()
    stage.open("one")
    let first = reload(stage) { $0.services[0].plugin = "two" }
    let second = reload(stage) { $0.services[0].plugin = "one" }
    #expect(first.sentences.isEmpty && second.sentences.isEmpty)
    stage.open("two")
    stage.open("one")
    #expect(first.sentences == [["service quotes: generation 2 (two), lost 0"]])
    #expect(second.sentences == [["service quotes: generation 3 (one), lost 0"]])
  }

  @Test func `of two reloads during a swap the last holds`() {
    let stage = Stage { $0.plugins.append(PluginConfiguration(name: "three", executable: "/fake/three")) }
    stage.open("one")
    stage.slot.beginSwap(to: stage.core.configuration.plugins[1], progress: { _ in }) { _ in }
    let first = reload(stage) { $0.services[0].plugin = "three" }
    let second = reload(stage) { $0.services[0].plugin = "one" }
    stage.open("two")
    #expect(first.sentences == [["service quotes: left to a later reload"]])
    // As with any reload of an unchanged file, a swap by hand stays.
    #expect(second.sentences == [["service quotes: one is in force already, and two serves by a swap by hand"]])
    #expect(stage.processCount("three") == 0)
  }

  private func stageOfFour() -> Stage {
    Stage { configuration in
      for name in ["three", "bad"] {
        configuration.plugins.append(PluginConfiguration(name: name, executable: "/fake/\(name)"))
      }
    }
  }

  @Test func `what a reload could not do is done by the next one, whatever came in between`() {
    let stage = stageOfFour()
    stage.open("one")
    stage.slot.beginSwap(to: stage.core.configuration.plugins[1], progress: { _ in }) { _ in }
    let left = reload(stage) { $0.services[0].plugin = "three" }
    let failed = reload(stage) { $0.services[0].plugin = "bad" }
    stage.open("two")
    stage.exit("bad", .exited(1))
    #expect(left.sentences == [["service quotes: left to a later reload"]])
    #expect(failed.sentences.first?.first?.contains("rolled back") == true)
    let again = reload(stage) { $0.services[0].plugin = "three" }
    stage.open("three")
    #expect(again.sentences == [["service quotes: generation 3 (three), lost 0"]])
  }

  @Test func `three reloads that wait for one swap come to what the last says`() {
    let stage = stageOfFour()
    stage.open("one")
    stage.slot.beginSwap(to: stage.core.configuration.plugins[1], progress: { _ in }) { _ in }
    let outcomes = ["three", "bad", "three"].map { name in reload(stage) { $0.services[0].plugin = name } }
    stage.open("two")
    stage.open("three")
    #expect(outcomes[0].sentences == [["service quotes: generation 3 (three), lost 0"]])
    #expect(outcomes[1].sentences == [["service quotes: left to a later reload"]])
    #expect(outcomes[2].sentences == [["service quotes: three is in force already"]])
    #expect(stage.processCount("three") == 1 && stage.processCount("bad") == 0)
  }

  @Test func `two reloads that fail one after the other leave the first one to be tried again`() {
    let stage = stageOfFour()
    stage.open("one")
    _ = reload(stage) { $0.services[0].plugin = "bad" }
    _ = reload(stage) { $0.services[0].plugin = "three" }
    stage.exit("bad", .exited(1))
    stage.exit("three", .exited(1))
    #expect(stage.slot.current.name == "one" && stage.core.configuration.services[0].plugin == "one")
    #expect(reload(stage) { $0.services[0].plugin = "one" }.sentences == [["nothing has changed"]])
    let again = reload(stage) { $0.services[0].plugin = "bad" }
    stage.open("bad")
    #expect(again.sentences == [["service quotes: generation 2 (bad), lost 0"]])
  }

  @Test func `a swap by reload that fails leaves the entry of the running process alone`() {
    let stage = Stage()
    stage.open("one")
    let outcome = reload(stage) { $0.plugins[0].arguments = ["--bad"] }
    stage.exit("one", .exited(64))
    #expect(outcome.sentences.first?.first?.contains("rolled back") == true)
    #expect(stage.slot.current.configuration.arguments == [])
  }

  @Test func `a service that is removed while a reload waits for its swap starts nothing more`() {
    let stage = Stage { $0.plugins.append(PluginConfiguration(name: "three", executable: "/fake/three")) }
    stage.open("one")
    stage.slot.beginSwap(to: stage.core.configuration.plugins[1], progress: { _ in }) { _ in }
    let waiting = reload(stage) { $0.services[0].plugin = "three" }
    let removal = reload(stage) {
      $0.services = []
      $0.viewModels = []
      $0.presenters = []
    }
    stage.advance(.seconds(3))
    #expect(stage.processCount("three") == 0)
    #expect(waiting.sentences == [["service quotes: left to a later reload"]])
    #expect(removal.sentences.count == 1)
  }

  actor LateViewModel: ViewModel {
    struct Inputs: InputPorts { let ask = InputPort<Void>() }
    struct Outputs: OutputPorts { let code: EventPort<Int> }
    nonisolated let home = Home()
    private let services: Services
    init(_ services: Services) { self.services = services }
    func transform(_ input: Inputs) -> Outputs {
      let asked = input.ask.latest { _ in self.services["movies"].call("list", as: [Int].self) }
      return Outputs(code: .event(asked.failure.map(\.code.rawValue)))
    }
  }

  @Test func `a service that was added is there for a view model that asks for it later`() {
    let types = [ViewModelType("Late") { LateViewModel($0) }]
    let stage = Stage(types: types) { configuration in
      configuration.viewModels = [ViewModelConfiguration(name: "late", type: "Late", hasAllServices: true)]
      configuration.presenters = []
    }
    stage.open("one")
    _ = reload(stage) { configuration in
      configuration.plugins.append(PluginConfiguration(name: "three", executable: "/fake/three"))
      configuration.services.append(ServiceConfiguration(name: "movies", plugin: "three"))
      configuration.viewModels[0].services = [ServiceBinding(alias: "movies", service: "movies")]
    }
    _ = try? stage.core.viewModel(named: "late")?.accept(Array("ask".utf8)[...], nil)
    #expect(stage.core.services.map(\.status.held) == [0, 1])
  }

  @Test func `a changed entry that serves by a swap by hand holds from its next start on`() {
    let stage = Stage()
    stage.open("one")
    stage.slot.beginSwap(to: stage.core.configuration.plugins[1], progress: { _ in }) { _ in }
    stage.open("two")
    let outcome = reload(stage) { $0.plugins[1].arguments = ["-v"] }
    #expect(outcome.sentences == [["plugin two: changed, from its next start on"]])
    #expect(stage.slot.current.configuration.arguments == ["-v"])
  }

  @Test func `a view model that is replaced keeps no values`() throws {
    let stage = Stage()
    stage.open("one")
    stage.tap()
    let old = try #require(stage.core.viewModel(named: "quote"))
    #expect(old.outputs.contains { $0.hasCurrent })
    _ = reload(stage) { $0.viewModels[0].services = [] }
    #expect(!old.outputs.contains { $0.hasCurrent })
  }

  // B60
  @Test func `the old generation serves until the new one is ready, however long that takes`() {
    let stage = Stage()
    stage.open("one")
    let outcome = reload(stage) { $0.services[0].plugin = "two" }
    for _ in 0..<40 {
      let call = stage.call()
      stage.advance(.milliseconds(100))
      stage.answer("one", call.number)
      #expect(call.outcomes == ["value"])
    }
    #expect(outcome.sentences.isEmpty)
    stage.open("two")
    #expect(outcome.sentences == [["service quotes: generation 2 (two), lost 0"]])
    let call = stage.call()
    #expect(stage.takeRequests("two") == [call.number])
    #expect(stage.slot.requests.failed == 0)
  }

  // B60
  @Test func `a new generation that never gets ready leaves the old one in charge`() {
    let stage = Stage()
    stage.open("one")
    let outcome = reload(stage) { $0.services[0].plugin = "two" }
    stage.advance(.milliseconds(5_500))
    stage.exit("two", .signalled(15))
    #expect(outcome.sentences.first?.first?.contains("it did not answer initialize within 5.0 seconds") == true)
    let call = stage.call()
    #expect(stage.takeRequests("one") == [call.number])
    #expect(stage.process("one")?.stream.hasInputEnded == false)
  }

  // B65
  @Test func `whoever is attached sees on over a swap, without attaching again`() {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    let client = stage.client()
    stage.request(client, 1, "attach", #"{"viewModel":"quote"}"#)
    _ = client.takeLines()
    _ = stage.stream("screen").takeLines()
    _ = reload(stage) { $0.services[0].plugin = "two" }
    stage.open("two")
    stage.tap()
    if let request = stage.takeRequests("two").first { stage.answer("two", request) }
    for lines in [client.takeLines(), stage.stream("screen").takeLines()] {
      #expect(lines.count == 3, "\(lines)")
      #expect(lines.allSatisfy { $0.contains(#""method":"output""#) && !$0.contains("after") })
    }
  }

  @Test func `a presenter that is removed stays in the ledger until its process has ended`() {
    let stage = Stage()
    stage.open("one")
    stage.open("screen")
    stage.tap()
    let meant = stage.core.ledgers.outputs.meant
    #expect(meant > 0)
    #expect(reload(stage) { $0.presenters = [] }.sentences == [["presenter screen: removed"]])
    #expect(stage.core.ledgers.outputs.meant == meant)
    stage.exit("screen", .exited(0))
    #expect(stage.core.ledgers.outputs.meant == meant && stage.core.ledgers.outputs.isBalanced)
  }

  @Test func `a reload while the host stops changes nothing`() {
    let stage = Stage { $0.presenters = [] }
    stage.open("one")
    stage.core.stop()
    let outcome = reload(stage) {
      $0.presenters = [PresenterConfiguration(name: "screen", plugin: "screen", viewModels: ["quote"])]
    }
    #expect(outcome.sentences == [["nothing has changed: the host is stopping"]])
    #expect(stage.processCount("screen") == 0)
    stage.exit("one", .exited(0))
    #expect(stage.exitStatus == 0)
  }
}

/// What a reload has told.
final class ReloadOutcome {
  var sentences: [[String]] = []
}
