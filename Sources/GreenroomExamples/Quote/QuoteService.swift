public import GreenroomBindings

/// What somebody said.
public struct Quote: SynthesizedCodable, Hashable, Sendable {
  public let content: String
  public let author: String

  public init(content: String, author: String) {
    self.content = content
    self.author = author
  }
}

/// Where quotes come from.
public protocol QuoteService: Sendable {
  /// Any quote.
  func random() -> Request<Quote>
}

/// Quotes of the service `quotes`.
public struct RemoteQuotes: QuoteService {
  private let service: ServiceCaller

  public init(_ service: ServiceCaller) { self.service = service }

  public func random() -> Request<Quote> { service.call("random") }
}
