public import GreenroomBindings
public import Testing

/// A view model on a test bench: no process, no sleep, no expectation to wait for.
///
/// ```swift
/// let rig = Rig { QuoteViewModel(quotes: RemoteQuotes($0["quotes"])) }
/// rig.send(.refreshButtonDidTap)
/// rig.expect(.toggleButton(isEnabled: false))
/// rig["quotes"].answer("random", with: Quote(content: "Be brief.", author: "Anon"))
/// rig.expect(.fetchQuoteDidSuccess(quote: Quote(content: "Be brief.", author: "Anon")), .toggleButton(isEnabled: true))
/// ```
///
/// A rig is exhaustive: an output that was not expected, or a call that was neither answered nor given up, is an issue when
/// ``finish(sourceLocation:)`` is called, or when the rig and the calls taken from it are gone. Messages say what happened,
/// when, and what caused it. Rigs are independent of each other; one rig is used by one thread at a time.
public final class Rig<Model: ViewModel> {
  /// The view model.
  public let viewModel: Model
  let binder: RigBinder
  let inputs: Model.Inputs
  let outputs: Model.Outputs
  let bench: Bench
  var record: RigRecord { bench.record }

  /// Constructs a view model, runs its `transform` and records its outputs from then on.
  ///
  /// - Parameters:
  ///   - sourceLocation: where an issue is reported that the rig finds when it is released.
  ///   - make: constructs the view model; a service of any name is a ``StubService``.
  public init(sourceLocation: SourceLocation = #_sourceLocation, _ make: (Services) -> Model) {
    let bench = Bench(sourceLocation: sourceLocation)
    let binder = RigBinder(bench.record)
    let confined = Confined(binder)
    let services = bench.offered
    (viewModel, inputs, outputs) = bench.executor.enter {
      HomeContext.with(bench.context) {
        let model = make(services)
        let inputs = Confined(Model.Inputs())
        let outputs = model.assumeIsolated { Confined($0.bind(inputs.value, to: confined.value)) }
        return (model, inputs.value, outputs.value)
      }
    }
    self.bench = bench
    self.binder = binder
  }

  /// The stub of a service.
  public subscript(service: String) -> StubService { StubService(bench: bench, record: bench.service(service)) }

  /// Runs code of the view model's actor, as a turn of its own.
  ///
  /// - Returns: what the body returns.
  public func perform<Result: Sendable>(_ body: (isolated Model) -> Result) -> Result {
    bench.turn("a call of the test") { viewModel.assumeIsolated(body) }
  }

  /// Steps the view model's time; what falls due fires in order.
  public func advance(by step: Duration) { bench.clock.advance(by: step) }

  /// Time since the rig was made.
  public var now: Duration { bench.clock.now }

  /// How many timers the view model waits for.
  public var timerCount: Int { bench.clock.timerCount }

  /// Attaches one more presenter: the states that it is told first, in declared order, must be expected.
  public func attach() { binder.replay() }

  /// The names of the inputs, as the host describes them.
  public var inputNames: [String] { binder.inputs.map(\.name) }

  /// The names of the outputs, as the host describes them.
  public var outputNames: [String] { binder.outputs.map(\.name) }

  /// The inputs as the host describes them, in declared order.
  package var inputPorts: [PortDescription] { binder.inputs }

  /// The outputs as the host describes them, in declared order.
  package var outputPorts: [PortDescription] { binder.outputs }

  /// Accounts for every output up to now, for a test that compares them itself.
  package func takeOutputs() -> [RigOutput] {
    record.takeRest().map { RigOutput(port: $0.port, text: $0.text, cause: $0.cause) }
  }

  /// Ends the view model, as a host does: open requests are cancelled.
  public func stop() { bench.stop() }

  /// Expects that nothing is unaccounted for up to now, and goes on.
  public func expectNothing(sourceLocation: SourceLocation = #_sourceLocation) {
    bench.reportOutputs(sourceLocation)
  }

  /// Reports everything that is unaccounted for: outputs and calls. Done when the rig is released, if not before.
  public func finish(sourceLocation: SourceLocation = #_sourceLocation) { bench.finish(sourceLocation) }

  /// Runs an input as a turn.
  func turn(_ text: String, _ body: () -> Void) -> Int {
    bench.turn(text, body)
    return record.cause
  }
}

/// One output as text.
package struct RigOutput: Equatable, Sendable {
  /// The port, or the case of an enum.
  package let port: String
  /// The value as messages show it, with the port's name.
  package let text: String
  /// The number of the turn that caused it; 0 at the start.
  package let cause: Int
}
