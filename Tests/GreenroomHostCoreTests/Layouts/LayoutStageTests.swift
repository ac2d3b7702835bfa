import GreenroomBindings
import GreenroomHostCore
import GreenroomProtocol
import Synchronization
import Testing

/// Values of types that promise the compiler's coding on their way through a host. One test after the other, since they share
/// what the view model's types count and send.
@Suite(.serialized)
struct LayoutStageTests {
  private func stage() -> Stage {
    let stage = Stage(types: [ViewModelType("Echo") { EchoViewModel($0["quotes"]) }]) { configuration in
      configuration.viewModels = [
        ViewModelConfiguration(
          name: "quote", type: "Echo", services: [ServiceBinding(alias: "quotes", service: "quotes")])
      ]
    }
    stage.open("one")
    stage.open("screen")
    _ = stage.stream("one").takeLines()
    _ = stage.stream("screen").takeLines()
    return stage
  }

  private func input(_ name: String, _ value: String) -> String {
    #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"quote","input":"\#(name)","value":\#(value)}}"#
  }

  /// What the presenter has been sent: `NAME VALUE`.
  private func outputs(_ stage: Stage) -> [String] {
    stage.stream("screen").takeLines().map { line in
      let output = line.split(separator: #""output":""#).last.map { $0.prefix { $0 != "\"" } } ?? ""
      let rest = line.split(separator: #""value":"#).dropFirst().first ?? ""
      return "\(output) \(rest.split(separator: #","seq""#).first ?? "")"
    }
  }

  @Test func `Inputs, requests, replies and outputs go by layouts: the types' own coding is not called`() throws {
    let stage = stage()
    // The comparison has called it.
    stage.send("screen", input("ask", #"{"text":{"text":"warm"}}"#))
    stage.send("one", #"{"jsonrpc":"2.0","id":1,"result":{"text":"up"}}"#)
    #expect(outputs(stage) == [#"said {"text":{"text":"up"}}"#])
    _ = stage.stream("one").takeLines()
    Counted.calls.store(0, ordering: .relaxed)

    stage.send("screen", input("ask", #"{ "text" : {"text":"a\u00e9\"\n"} }"#))
    let request = try #require(stage.stream("one").takeLines().first)
    #expect(request.contains(#""params":{"text":"aé\"\n","_meta""#))
    stage.send("one", #"{"jsonrpc":"2.0","id":2,"result":{"text":"b","more":[{}]}}"#)
    #expect(outputs(stage) == [#"said {"text":{"text":"b"}}"#])
    #expect(Counted.calls.load(ordering: .relaxed) == 0)
    #expect(stage.core.ledgers.outputs.isBalanced)

    // What does not fit is refused with the words of the type's own decoding.
    stage.send("screen", input("ask", #"{"text":{"text":7}}"#))
    #expect(Counted.calls.load(ordering: .relaxed) == 1)
    #expect(
      stage.environment.records.contains { $0.contains("ask: text.text: expected String, found the number 7") })
    stage.send("screen", input("ask", #"{"text":{"text":"c"}}"#))
    stage.send("one", #"{"jsonrpc":"2.0","id":3,"result":{"text":null}}"#)
    #expect(outputs(stage) == [#"failed {"code":102}"#])
    #expect(stage.environment.records.contains { $0.contains("text: expected String, found null") })
  }

  @Test func `Each case goes out at its own port, in whatever order they are declared`() {
    let stage = stage()
    for number in 1...3 {
      stage.send("screen", input("number", #"{"of":\#(number)}"#))
      #expect(outputs(stage) == [#"number {"of":\#(number)}"#, #"undeclared {"of":\#(-number)}"#])
    }
    let client = stage.client()
    stage.request(client, 1, "attach", #"{"viewModel":"quote"}"#)
    let attached = client.takeLines().last ?? ""
    #expect(
      attached.contains(
        #""state":[{"output":"number","value":{"of":3}},{"output":"said","value":{"text":{"text":"first"}}}]"#))
  }

  /// `==` is code of the user's, and is called between the writing of a payload and its sending.
  @Test func `An output that is sent while another is compared leaves that as it is`() {
    let stage = stage()
    let long = String(repeating: "y", count: 300_000)
    stage.send("screen", input("compare", #"{"text":"one, which is longer than a small string"}"#))
    _ = outputs(stage)
    EchoViewModel.sendsWhileComparing.withLock { $0 = long }
    stage.send("screen", input("compare", #"{"text":"two, which is longer than a small string"}"#))
    #expect(
      outputs(stage) == [
        #"long {"text":"\#(long)"}"#, #"compared {"text":"two, which is longer than a small string"}"#,
      ])
  }
}

/// Coded as the compiler would, and counts how often its own coding is called.
private struct Counted: SynthesizedCodable, Hashable {
  static let calls = Atomic(0)
  let text: String

  init(text: String) { self.text = text }

  private enum CodingKeys: CodingKey { case text }

  init(from decoder: any Decoder) throws {
    Self.calls.add(1, ordering: .relaxed)
    text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
  }

  func encode(to encoder: any Encoder) throws {
    Self.calls.add(1, ordering: .relaxed)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
  }
}

/// Asks its service for what it is sent, and says what that answers.
private actor EchoViewModel: ViewModel {
  enum Input: SynthesizedCodable, Sendable, PortEnum {
    case ask(text: Counted)
    case number(of: Int)
    case compare(text: String)
    static let ports: [EnumPort<Input>] = [.input("compare"), .input("number"), .input("ask")]
  }

  enum Output: SynthesizedCodable, Sendable, PortEnum {
    case undeclared(of: Int)
    case said(text: Counted)
    case failed(code: Int)
    case compared(text: String)
    case long(text: String)
    case number(of: Int)
    static let ports: [EnumPort<Output>] = [
      .state("number"), .event("long"), .event("failed"), .state("compared"),
      .state("said", initial: .said(text: Counted(text: "first")), repeats: true),
    ]
  }

  /// What the next comparison sends.
  static let sendsWhileComparing = Mutex<String?>(nil)
  static let sender = Mutex<Confined<PassthroughSubject<Output>>?>(nil)

  nonisolated let home = Home()
  private let service: ServiceCaller

  init(_ service: ServiceCaller) { self.service = service }

  func transform(_ input: Publisher<Input>) -> Publisher<Output> {
    let answers = input.compactMap { if case .ask(let text) = $0 { text } else { nil } }
      .latest { self.service.call("echo", $0, as: Counted.self) }
    let others = PassthroughSubject<Output>()
    Self.sender.withLock { $0 = Confined(others) }
    return .merge(
      others.publisher, answers.success.map { .said(text: $0) },
      answers.failure.map { .failed(code: $0.code.rawValue) },
      input.flatMap { input -> [Output] in
        switch input {
        case .ask: []
        case .number(let number): [.number(of: number), .undeclared(of: -number)]
        case .compare(let text): [.compared(text: text)]
        }
      })
  }
}

extension EchoViewModel.Output: Equatable {
  fileprivate static func == (left: Self, right: Self) -> Bool {
    if let text = EchoViewModel.sendsWhileComparing.withLock({ $0.take() }) {
      EchoViewModel.sender.withLock { $0 }?.value.send(.long(text: text))
    }
    return switch (left, right) {
    case (.said(let left), .said(let right)): left == right
    case (.compared(let left), .compared(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    default: false
    }
  }
}
