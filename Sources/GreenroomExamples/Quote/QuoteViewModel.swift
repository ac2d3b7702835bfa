public import GreenroomBindings

/// One quote, refreshed. Enum style: one stream of inputs, one of outputs.
public actor QuoteViewModel: ViewModel {
  public enum Input: SynthesizedCodable, Sendable, CaseIterable {
    case viewDidAppear
    case refreshButtonDidTap
  }

  public enum Output: SynthesizedCodable, Sendable, Equatable, PortEnum {
    case toggleButton(isEnabled: Bool)
    case fetchQuoteDidSuccess(quote: Quote)
    case fetchQuoteDidFail(error: ServiceError)

    public static let ports: [EnumPort<Output>] = [
      .state("toggleButton", initial: .toggleButton(isEnabled: true)),
      .state("fetchQuoteDidSuccess", repeats: true),
      .event("fetchQuoteDidFail"),
    ]
  }

  public nonisolated let home = Home()
  private let quotes: any QuoteService

  public init(quotes: any QuoteService) { self.quotes = quotes }

  public func transform(_ input: Publisher<Input>) -> Publisher<Output> {
    let fetch = input.latest { _ in self.quotes.random() }
    return .merge(
      fetch.started.map { .toggleButton(isEnabled: false) },
      fetch.reply.flatMap { reply -> [Output] in
        switch reply {
        case .success(let quote): [.fetchQuoteDidSuccess(quote: quote), .toggleButton(isEnabled: true)]
        case .failure(let error): [.toggleButton(isEnabled: true), .fetchQuoteDidFail(error: error)]
        }
      })
  }
}
