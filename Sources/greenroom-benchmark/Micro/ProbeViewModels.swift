import GreenroomBindings
import GreenroomExamples

/// What a measurement holds of a probe: the way to its outputs, and how many inputs have come.
final class Probe {
  var inputCount = 0
  var sendNumber: (Int) -> Void = { _ in }
  var sendText: (String) -> Void = { _ in }
  var sendSignal: () -> Void = {}
  var sendCase: (QuoteViewModel.Output) -> Void = { _ in }
  var request: () -> Void = {}
}

/// Ports in a struct and nothing behind them.
actor StructProbe: ViewModel {
  struct Inputs: InputPorts {
    let number = InputPort<Int>()
    let text = InputPort<String>()
    let signal = InputPort<Void>()
  }
  struct Outputs: OutputPorts {
    let number: StatePort<Int>
    let text: StatePort<String>
    let signal: EventPort<Void>
  }

  nonisolated let home = Home()
  private let probe: Confined<Probe>
  init(_ probe: Confined<Probe>) { self.probe = probe }

  func transform(_ input: Inputs) -> Outputs {
    let probe = probe.value
    input.number.sink { _ in probe.inputCount += 1 }
    input.text.sink { _ in probe.inputCount += 1 }
    input.signal.sink { _ in probe.inputCount += 1 }
    let number = PassthroughSubject<Int>()
    let text = PassthroughSubject<String>()
    let signal = PassthroughSubject<Void>()
    probe.sendNumber = { number.send($0) }
    probe.sendText = { text.send($0) }
    probe.sendSignal = { signal.send() }
    return Outputs(number: .state(number, initial: 0), text: .state(text, initial: ""), signal: .event(signal))
  }
}

/// The enums of two of the examples and nothing behind them.
actor EnumProbe: ViewModel {
  nonisolated let home = Home()
  private let probe: Confined<Probe>
  init(_ probe: Confined<Probe>) { self.probe = probe }

  func transform(_ input: Publisher<SignViewModel.Input>) -> Publisher<QuoteViewModel.Output> {
    let probe = probe.value
    input.sink { _ in probe.inputCount += 1 }
    let outputs = PassthroughSubject<QuoteViewModel.Output>()
    probe.sendCase = { outputs.send($0) }
    return outputs.publisher
  }
}

/// The inputs of Quote and nothing behind them.
actor QuoteInputProbe: ViewModel {
  nonisolated let home = Home()
  private let probe: Confined<Probe>
  init(_ probe: Confined<Probe>) { self.probe = probe }

  func transform(_ input: Publisher<QuoteViewModel.Input>) -> Publisher<QuoteViewModel.Output> {
    let probe = probe.value
    input.sink { _ in probe.inputCount += 1 }
    return PassthroughSubject<QuoteViewModel.Output>().publisher
  }
}

/// A request slot over a service that answers at once.
actor SlotProbe: ViewModel {
  nonisolated let home = Home()
  private let probe: Confined<Probe>
  private let service: ServiceCaller
  init(_ probe: Confined<Probe>, _ service: ServiceCaller) {
    self.probe = probe
    self.service = service
  }

  func transform(_ input: Publisher<QuoteViewModel.Input>) -> Publisher<QuoteViewModel.Output> {
    let probe = probe.value
    let trigger = PassthroughSubject<Void>()
    let slot = trigger.latest { self.service.call("random", as: Quote.self) }
    slot.reply.sink { _ in probe.inputCount += 1 }
    probe.request = { trigger.send() }
    return PassthroughSubject<QuoteViewModel.Output>().publisher
  }
}

/// Quote with its service called in the `async` form.
actor AsyncQuote: ViewModel {
  nonisolated let home = Home()
  private let quotes: ServiceCaller
  init(_ quotes: ServiceCaller) { self.quotes = quotes }

  func transform(_ input: Publisher<QuoteViewModel.Input>) -> Publisher<QuoteViewModel.Output> {
    let fetch = input.latest { [quotes] _ in
      Request<Quote>.task { try await (quotes.call("random") as Request<Quote>).value }
    }
    return .merge(
      fetch.started.map { .toggleButton(isEnabled: false) },
      fetch.reply.flatMap { reply -> [QuoteViewModel.Output] in
        switch reply {
        case .success(let quote): [.fetchQuoteDidSuccess(quote: quote), .toggleButton(isEnabled: true)]
        case .failure(let error): [.toggleButton(isEnabled: true), .fetchQuoteDidFail(error: error)]
        }
      })
  }
}
