import GreenroomBindings
import GreenroomExamples
import GreenroomHostCore
import GreenroomProtocol

/// A stage with one instance of each of the five view models and a `Dial`, each named after its type; the services are
/// there and start when a test opens them.
final class FiveViewModels {
  static let services = ["accounts", "images", "movies", "quotes"]

  let stage = Stage(types: Examples.viewModels + [ViewModelType("Dial") { _ in DialViewModel() }]) { configuration in
    configuration.plugins = services.map { PluginConfiguration(name: $0, executable: "/fake/\($0)") }
    configuration.services = services.map { ServiceConfiguration(name: $0, plugin: $0) }
    configuration.viewModels = (Examples.viewModels.map(\.name) + ["Dial"]).map { type in
      ViewModelConfiguration(
        name: type, type: type, services: services.map { ServiceBinding(alias: $0, service: $0) })
    }
    configuration.presenters = []
  }
  let client: FakeStream

  init() { client = stage.client() }

  func open(_ service: String) {
    stage.send(service, #"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"1","provides":["\#(service).*"]}}"#)
    _ = stage.stream(service).takeLines()
  }

  /// The `params` of an input; no value if it is nil.
  static func params(_ viewModel: String, _ input: String, _ value: String?) -> String {
    #"{"viewModel":"\#(viewModel)","input":"\#(input)"\#(value.map { ",\"value\":\($0)" } ?? "")}"#
  }

  /// Sends an input as a request.
  ///
  /// - Returns: what has come back, outputs included.
  func send(_ viewModel: String, _ input: String, _ value: String? = nil) -> [String] {
    stage.request(client, 7, "input", Self.params(viewModel, input, value))
    return client.takeLines()
  }
}

/// Shows the whole number that it is given: none of the five takes one.
actor DialViewModel: ViewModel {
  struct Inputs: InputPorts {
    let turn = InputPort<Int>()
    let nudge = InputPort<Int8>()
  }
  struct Outputs: OutputPorts {
    let value: StatePort<Int>
  }
  nonisolated let home = Home()

  func transform(_ input: Inputs) -> Outputs {
    Outputs(value: .state(input.turn.merge(with: input.nudge.map { Int($0) }), initial: 0))
  }
}
