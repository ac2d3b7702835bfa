#if canImport(Glibc)
  import Glibc
#endif

/// A day of the Gregorian calendar, counted from 1970-01-01.
public struct CalendarDay: Hashable, Sendable {
  private let number: Int

  /// The day of a moment in a place without daylight saving.
  ///
  /// - Parameters:
  ///   - seconds: since 1970-01-01 in UTC.
  ///   - offset: how far the place's clocks are ahead of UTC, in seconds.
  public init(secondsSince1970 seconds: Int, offset: Int) {
    let local = seconds + offset
    number = local / 86_400 - (local % 86_400 < 0 ? 1 : 0)
  }

  private init(number: Int) { self.number = number }

  /// The day before.
  public var previous: CalendarDay { CalendarDay(number: number - 1) }

  /// Today in Seoul, which is nine hours ahead of UTC all year.
  public static let todayInSeoul: @Sendable () -> CalendarDay = {
    CalendarDay(secondsSince1970: time(nil), offset: 9 * 3_600)
  }

  /// `yyyymmdd`.
  public var compact: String {
    let (year, month, day) = civil
    return Self.padded(year, 4) + Self.padded(month, 2) + Self.padded(day, 2)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Year, month and day. The year is taken to begin in March, so that the leap day is its last.
  private var civil: (year: Int, month: Int, day: Int) {
    let daysPerEra = 146_097
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - (daysPerEra - 1)) / daysPerEra
    let dayOfEra = shifted - era * daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
