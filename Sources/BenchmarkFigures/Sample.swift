/// What the rounds have given for one figure.
package struct Sample: Equatable {
  /// In ascending order.
  private var sorted: [Double]

  package init(_ values: [Double]) { sorted = values.sorted() }

  package var isEmpty: Bool { sorted.isEmpty }
  package var least: Double { sorted.first ?? .nan }
  package var most: Double { sorted.last ?? .nan }

  /// The middle one, or the mean of the two in the middle; not a number if there are none.
  package var median: Double {
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
