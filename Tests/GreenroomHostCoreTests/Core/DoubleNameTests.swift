import GreenroomBindings
import GreenroomHostCore
import Testing

/// Input enums whose declaration names a case twice: the first port of that name takes the inputs.
struct DoubleNameTests {
  /// Listed by hand: two of its values are one case.
  actor ListedViewModel: ViewModel {
    enum Input: Codable, Sendable, CaseIterable {
      case select(isOn: Bool), done
      static var allCases: [Input] { [.select(isOn: true), .select(isOn: false), .done] }
    }
    enum Output: Codable, Sendable, Equatable { case shown(isOn: Bool) }
    nonisolated let home = Home()
    func transform(_ input: Publisher<Input>) -> Publisher<Output> {
      input.map { if case .select(let isOn) = $0 { .shown(isOn: isOn) } else { .shown(isOn: false) } }
    }
  }

  actor TwiceViewModel: ViewModel {
    enum Input: Codable, Sendable, PortEnum {
      case tap
      static let ports: [EnumPort<Input>] = [.input("tap"), .input("tap")]
    }
    enum Output: Codable, Sendable, Equatable { case shown(isOn: Bool) }
    nonisolated let home = Home()
    func transform(_ input: Publisher<Input>) -> Publisher<Output> { input.map { _ in .shown(isOn: true) } }
  }

  /// One enum in both directions.
  actor MirrorViewModel: ViewModel {
    enum Signal: Codable, Sendable, Equatable, CaseIterable { case left, right }
    nonisolated let home = Home()
    func transform(_ input: Publisher<Signal>) -> Publisher<Signal> { input.map { $0 == .left ? .right : .left } }
  }

  @Test func `An enum that is input and output at once has ports as inputs, and none declared as outputs`() {
    let type = ViewModelType("Mirror") { _ in MirrorViewModel() }
    let stage = Stage(types: [type]) {
      $0.services = []
      $0.presenters = []
      $0.viewModels = ["a", "b"].map { ViewModelConfiguration(name: $0, type: "Mirror") }
    }
    let client = stage.client()
    for name in ["a", "b"] {
      stage.request(client, 1, "attach", #"{"viewModel":"\#(name)"}"#)
      stage.request(client, 2, "input", #"{"viewModel":"\#(name)","input":"left"}"#)
      #expect(client.takeLines().contains { $0.contains(#""output":"right""#) })
      #expect(stage.core.viewModel(named: name)?.inputs.map(\.description.name) == ["left", "right"])
    }
  }

  private func outputs(of type: ViewModelType, _ input: String) -> [String] {
    let stage = Stage(types: [type]) {
      $0.services = []
      $0.presenters = []
      $0.viewModels = [ViewModelConfiguration(name: "v", type: type.name, services: [])]
    }
    let client = stage.client()
    stage.request(client, 1, "attach", #"{"viewModel":"v"}"#)
    _ = client.takeLines()
    stage.request(client, 2, "input", #"{"viewModel":"v","input":\#(input)}"#)
    return client.takeLines().filter { $0.contains("shown") }
  }

  @Test func `A case that is listed twice is one port`() {
    let type = ViewModelType("Listed") { _ in ListedViewModel() }
    #expect(outputs(of: type, #""select","value":{"isOn":true}"#).count == 1)
    #expect(outputs(of: type, #""done""#).count == 1)
  }

  @Test func `A port that is declared twice is one port`() {
    #expect(outputs(of: ViewModelType("Twice") { _ in TwiceViewModel() }, #""tap""#).count == 1)
  }
}
