import GreenroomBindings
import GreenroomExamples
import GreenroomHostCore
import GreenroomJSONLines
import GreenroomProtocol

/// A host core with fakes around it: the view models `quote` and `other`, the service `quotes`, the presenter `screen`
/// that may use `quote` only.
final class Stage {
  let environment = FakeEnvironment()
  let core: HostCore
  private(set) var exitStatus: Int?
  private var lastClient = 0

  init(types: [ViewModelType] = Examples.viewModels, _ change: (inout HostConfiguration) -> Void = { _ in }) {
    var configuration = HostConfiguration(
      name: "stage",
      plugins: ["one", "two", "screen"].map {
        PluginConfiguration(name: $0, executable: "/fake/\($0)", heartbeat: .seconds(2))
      },
      services: [ServiceConfiguration(name: "quotes", plugin: "one")],
      viewModels: ["quote", "other"].map {
        ViewModelConfiguration(name: $0, type: "Quote", services: [ServiceBinding(alias: "quotes", service: "quotes")])
      },
      presenters: [PresenterConfiguration(name: "screen", plugin: "screen", viewModels: ["quote"])])
    change(&configuration)
    core = HostCore(configuration, types: types, version: "0", environment: environment)
    core.onStopped = { [weak self] in self?.exitStatus = $0 }
    core.start()
    core.turns.endOfTurn()
  }

  var slot: ServiceSlot { core.services[0] }
  /// The last process of an entry.
  func process(_ name: String) -> FakeProcess? { environment.starter.processes.last { $0.name == name } }
  func stream(_ name: String) -> FakeStream { process(name)?.stream ?? FakeStream() }
  func processCount(_ name: String) -> Int { environment.starter.processes.count { $0.name == name } }

  /// Lets time pass; what is due happens in its order.
  func advance(_ duration: Duration) {
    let limit = environment.time.now + duration
    core.turns.endOfTurn()
    while environment.time.step(upTo: limit) { core.turns.endOfTurn() }
  }

  /// The entry's process answers `initialize`; what the host had sent it is forgotten.
  func open(_ name: String, _ capabilities: String = "{}") {
    let what = name == "screen" ? #""presents":["*"]"# : #""provides":["quotes.*"]"#
    send(
      name,
      #"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"1",\#(what),"capabilities":\#(capabilities)}}"#)
  }

  func send(_ name: String, _ lines: String...) {
    for line in lines { stream(name).send(line) }
    core.turns.endOfTurn()
  }

  /// Taps on a view model, from nowhere.
  func tap(_ viewModel: String = "quote", _ count: Int = 1) {
    for _ in 0..<count { _ = try? core.viewModel(named: viewModel)?.accept(Array("viewDidAppear".utf8)[...], nil) }
    core.turns.endOfTurn()
  }

  func exit(_ name: String, _ status: GreenroomHostCore.ExitStatus) {
    process(name)?.exit(status)
    core.turns.endOfTurn()
  }

  /// Requests for a quote that the entry's process has read since the last call.
  func takeRequests(_ name: String) -> [Int] {
    stream(name).takeLines().filter { $0.contains("quotes.random") }.compactMap { line in
      Int(line.dropFirst(#"{"jsonrpc":"2.0","id":"#.utf8.count).prefix { $0.isNumber })
    }
  }

  func answer(_ name: String, _ request: Int) {
    send(name, #"{"jsonrpc":"2.0","id":\#(request),"result":{"content":"c","author":"a"}}"#)
  }

  /// Makes a request that has no view model.
  func call(deadline: Duration? = nil) -> Call {
    let call = Call()
    call.number = slot.add(ServiceMethod("quotes.random"), arguments: nil, deadline: deadline) {
      switch $0 {
      case .reply, .value: call.outcomes.append("value")
      case .failure(let error): call.outcomes.append("code \(error.code.rawValue)")
      }
    }
    core.turns.endOfTurn()
    return call
  }

  /// A control client after its opening.
  func client() -> FakeStream {
    lastClient += 1
    let stream = FakeStream()
    core.accept(stream, name: "client-\(lastClient)")
    stream.send(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"1","client":{"name":"t","version":"1"}}}"#
    )
    core.turns.endOfTurn()
    _ = stream.takeLines()
    return stream
  }

  /// Sends a request of a control client; the answer may come later.
  func request(_ client: FakeStream, _ id: Int, _ method: String, _ params: String = "{}") {
    client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
    core.turns.endOfTurn()
  }
}

/// A request and what came of it.
final class Call {
  var number = 0
  var outcomes: [String] = []
}
