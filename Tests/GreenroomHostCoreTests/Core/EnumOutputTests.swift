import GreenroomBindings
import GreenroomHostCore
import GreenroomProtocol
import Testing

/// Outputs of an enum: which are dropped, and that what is remembered of them is what they are.
struct EnumOutputTests {
  private func stage(_ names: String..., lineByteCount: Int? = nil) -> Stage {
    let stage = Stage(types: [ViewModelType("Echo") { _ in EchoViewModel() }]) { configuration in
      configuration.viewModels = (["quote"] + names).map {
        ViewModelConfiguration(name: $0, type: "Echo", services: [])
      }
      for index in configuration.presenters.indices {
        configuration.presenters[index].viewModels = configuration.viewModels.map(\.name)
      }
      if let lineByteCount { configuration.limits.lineByteCount = lineByteCount }
    }
    stage.open("screen")
    _ = stage.stream("screen").takeLines()
    return stage
  }

  /// What the presenter is sent for some inputs: `NAME VALUE`.
  private func outputs(_ stage: Stage, to viewModel: String = "quote", _ inputs: (String, String?)...) -> [String] {
    for (name, value) in inputs {
      let payload = value.map { #","value":\#($0)"# } ?? ""
      stage.send(
        "screen",
        #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"\#(viewModel)","input":"\#(name)"\#(payload)}}"#)
    }
    return stage.stream("screen").takeLines().map { line in
      let output = line.split(separator: #""output":""#).last.map { $0.prefix { $0 != "\"" } } ?? ""
      let value = line.split(separator: #""value":"#).dropFirst().first.map { $0.prefix { $0 != "}" } + "}" } ?? ""
      return value.isEmpty ? String(output) : "\(output) \(value)"
    }
  }

  private let on = ("flag", Optional(#"{"isOn":true}"#))
  private let off = ("flag", Optional(#"{"isOn":false}"#))

  @Test func `Flags are dropped if they are equal to the last, however often they change`() {
    let stage = stage()
    // The initial value is false.
    #expect(outputs(stage, off, off) == [])
    for _ in 0..<4 {
      #expect(
        outputs(stage, on, on, off, off, on, off) == ["on", "off", "on", "off"].map { "flag {\"isOn\":\($0 == "on")}" })
    }
    #expect(stage.core.viewModel(named: "quote")?.seq == 16)
  }

  @Test func `What one instance has sent is not what another has sent last`() {
    let stage = stage("other")
    for _ in 0..<3 {
      #expect(outputs(stage, on, on) == [#"flag {"isOn":true}"#])
      #expect(outputs(stage, to: "other", off, on, on) == [#"flag {"isOn":true}"#])
      #expect(outputs(stage, off, off) == [#"flag {"isOn":false}"#])
      #expect(outputs(stage, to: "other", on, off, off) == [#"flag {"isOn":false}"#])
    }
  }

  @Test func `A small value does not keep the storage of a large one`() throws {
    let stage = stage("other")
    let large = String(repeating: "x", count: 20_000)
    for number in 0..<3 {
      #expect(outputs(stage, ("text", #"{"to":"\#(large)"}"#)).count == 1)
      #expect(outputs(stage, to: "other", ("size", #"{"of":{"number":\#(number + 100)}}"#)).count == 1)
      let states = try #require(stage.core.viewModel(named: "other")).outputs
      #expect(states.map(\.current.capacity).max() ?? 0 < 1000)
    }
  }

  @Test func `A value that could not be sent is not the last one: it is said each time`() {
    let long = String(repeating: "n", count: 1_984)
    let stage = stage(long, lineByteCount: 2_048)
    for _ in 0..<2 { #expect(outputs(stage, on, off).count == 2) }
    // Its input is a longer line, which is not the point here.
    let instance = stage.core.viewModel(named: long)
    for _ in 0..<2 { _ = try? instance?.accept(Array("flag".utf8)[...], Array(#"{"isOn":true}"#.utf8)[...]) }
    #expect(stage.environment.records.filter { $0.contains("flag is not sent") }.count == 2)
    #expect(instance?.seq == 0)
  }

  @Test func `Events and states that repeat are sent each time`() {
    let stage = stage()
    #expect(outputs(stage, ("signal", nil), ("signal", nil), ("signal", nil)) == ["signal", "signal", "signal"])
    let level = ("level", Optional(#"{"to":7}"#))
    #expect(outputs(stage, level, level, level) == Array(repeating: #"level {"to":7}"#, count: 3))
  }

  @Test func `More values than are remembered, and values with references, are what they are`() {
    let stage = stage()
    for round in 0..<3 {
      for number in 0..<5 {
        #expect(outputs(stage, ("level", #"{"to":\#(number)}"#)) == [#"level {"to":\#(number)}"#])
        let text = "text \(round) \(number)"
        #expect(outputs(stage, ("text", #"{"to":"\#(text)"}"#)) == [#"text {"to":"\#(text)"}"#])
      }
    }
  }

  @Test func `Values that are equal and look different are one value, as their == says`() {
    let stage = stage()
    let (seven, minusSeven) = (
      ("size", Optional(#"{"of":{"number":7}}"#)), ("size", Optional(#"{"of":{"number":-7}}"#))
    )
    #expect(outputs(stage, seven) == [#"size {"of":{"number":7}"#])
    #expect(outputs(stage, minusSeven, seven, minusSeven) == [])
    #expect(
      outputs(stage, ("size", #"{"of":{"number":8}}"#), minusSeven) == [
        #"size {"of":{"number":8}"#, #"size {"of":{"number":-7}"#,
      ])
    #expect(outputs(stage, seven) == [])
  }

  @Test func `Whoever attaches later gets the values that were sent last`() {
    let stage = stage()
    _ = outputs(stage, on, off, on, ("level", #"{"to":1}"#), ("level", #"{"to":2}"#))
    let client = stage.client()
    stage.request(client, 1, "attach", #"{"viewModel":"quote"}"#)
    let attached = client.takeLines().last ?? ""
    #expect(attached.contains(#"{"output":"flag","value":{"isOn":true}}"#))
    #expect(attached.contains(#"{"output":"level","value":{"to":2}}"#))
  }

  @Test func `An output that is longer than a line may be is not sent, and said`() {
    let stage = Stage(types: [ViewModelType("Echo") { _ in EchoViewModel(repeating: 600) }]) { configuration in
      configuration.viewModels = [ViewModelConfiguration(name: "quote", type: "Echo", services: [])]
      configuration.limits.lineByteCount = 2_048
    }
    stage.open("screen")
    _ = stage.stream("screen").takeLines()
    #expect(outputs(stage, ("text", #"{"to":"abcd"}"#)) == [])
    #expect(
      stage.environment.records.contains { $0.contains("text is not sent: its payload has 2409 bytes") })
    #expect(outputs(stage, on) == [#"flag {"isOn":true}"#])
    #expect(stage.core.viewModel(named: "quote")?.seq == 1)
    #expect(stage.core.ledgers.outputs.isBalanced)
  }
}

/// Sends back what it is sent.
private actor EchoViewModel: ViewModel {
  /// Equal by its magnitude.
  struct Size: Codable, Sendable, Equatable {
    var number: Int
    static func == (left: Size, right: Size) -> Bool { abs(left.number) == abs(right.number) }
  }

  enum Value: Codable, Sendable, Equatable, PortEnum {
    case flag(isOn: Bool)
    case level(to: Int)
    case size(of: Size)
    case text(to: String)
    case signal

    static let ports: [EnumPort<Value>] = [
      .state("flag", initial: .flag(isOn: false)), .state("level", repeats: true), .state("size"), .event("text"),
      .event("signal"),
    ]
  }

  nonisolated let home = Home()
  private let count: Int

  init(repeating count: Int = 1) { self.count = count }

  func transform(_ input: Publisher<Value>) -> Publisher<Value> {
    input.map { [count] value in
      if case .text(let text) = value { .text(to: String(repeating: text, count: count)) } else { value }
    }
  }
}
