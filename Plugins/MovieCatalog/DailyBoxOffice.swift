// The contract of the service `movies`: the same file, by a link, in both of its plugins.

/// The arguments of `dailyBoxOffice`.
struct DailyBoxOffice: Decodable, Sendable {
  /// `yyyymmdd`, in Asia/Seoul.
  var date: String

  var hasDate: Bool { date.utf8.count == 8 && date.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
}

/// What `dailyBoxOffice` answers a list of.
struct Movie: Encodable, Sendable {
  var rank: Int
  /// Places won since the day before.
  var change: Int
  var isNew: Bool
  var code: String
  var name: String
  var openDate: String
  /// Tickets of the day.
  var audience: Int
  /// Tickets since the opening.
  var audienceTotal: Int
}
