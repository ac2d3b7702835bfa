/// One figure of both hosts, round by round.
package struct Figure {
  /// Which way is better.
  package enum Direction { case lessIsBetter, moreIsBetter }

  package let name: String
  package let unit: String
  private let direction: Direction
  private let digits: Int
  private var greenroom: [Double] = []
  private var relay: [Double] = []

  package init(_ name: String, _ unit: String, _ direction: Direction = .lessIsBetter, digits: Int = 1) {
    self.name = name
    self.unit = unit
    self.direction = direction
    self.digits = digits
  }

  /// Adds the values of a round; the relay's is nil where it has none.
  package mutating func add(greenroom value: Double, relay other: Double?) {
    greenroom.append(value)
    if let other { relay.append(other) }
  }

  /// How many times worse than the relay, within each round.
  package var ratio: Sample {
    guard relay.count == greenroom.count else { return Sample([]) }
    return Sample(
      zip(greenroom, relay).map { pair in direction == .lessIsBetter ? pair.0 / pair.1 : pair.1 / pair.0 })
  }

  /// Name, Greenroom, relay, ratio with its spread; medians.
  package var row: [String] {
    let ratio = ratio
    let spread = "\(Self.text(ratio.least, 2)) to \(Self.text(ratio.most, 2))"
    return [
      "\(name), \(unit)", Self.text(Sample(greenroom).median, digits),
      relay.isEmpty ? "" : Self.text(Sample(relay).median, digits), ratio.isEmpty ? "" : Self.text(ratio.median, 2),
      ratio.isEmpty ? "" : spread,
    ]
  }

  package static let heading = ["", "Greenroom", "relay", "ratio", "of the rounds"]

  /// A number with so many digits behind the point, and thousands apart.
  package static func text(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "-" }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    var whole = String(scaled / scale)
    var place = whole.count - 3
    while place > 0 {
      whole.insert(",", at: whole.index(whole.startIndex, offsetBy: place))
      place -= 3
    }
    let sign = value < 0 && scaled != 0 ? "-" : ""
    guard digits > 0 else { return sign + whole }
    let fraction = String(scaled % scale)
    return sign + whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
