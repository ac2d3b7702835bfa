public import GreenroomBindings

/// One film of a day's chart.
public struct Movie: SynthesizedCodable, Hashable, Sendable {
  public let rank: Int
  /// Places won since the day before; negative for places lost.
  public let change: Int
  public let isNew: Bool
  public let code: String
  public let name: String
  /// As the chart writes it: `2026-11-26`; may be empty.
  public let openDate: String
  /// Tickets of the day.
  public let audience: Int
  /// Tickets since the opening.
  public let audienceTotal: Int

  public init(
    rank: Int, change: Int, isNew: Bool, code: String, name: String, openDate: String, audience: Int,
    audienceTotal: Int
  ) {
    self.rank = rank
    self.change = change
    self.isNew = isNew
    self.code = code
    self.name = name
    self.openDate = openDate
    self.audience = audience
    self.audienceTotal = audienceTotal
  }
}

/// Where charts come from.
public protocol MovieService: Sendable {
  /// The chart of one day, best first.
  func dailyBoxOffice(date: CalendarDay) -> Request<[Movie]>
}

/// Charts of the service `movies`.
public struct RemoteMovies: MovieService {
  /// The arguments of `dailyBoxOffice`.
  public struct DailyBoxOffice: SynthesizedCodable, Equatable, Sendable {
    /// `yyyymmdd`.
    public let date: String
    public init(date: String) { self.date = date }
  }

  private let service: ServiceCaller

  public init(_ service: ServiceCaller) { self.service = service }

  public func dailyBoxOffice(date: CalendarDay) -> Request<[Movie]> {
    service.call("dailyBoxOffice", DailyBoxOffice(date: date.compact))
  }
}
