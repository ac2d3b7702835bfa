/// 'Did you mean …?': the nearest of the names that would have been right.
enum Suggestion {
  /// The end of a sentence, or nothing if no name is near.
  static func phrase(for name: String, among known: [String]) -> String {
    let limit = max(1, name.count / 3)
    let best = known.map { (name: $0, distance: distance(Array(name), Array($0))) }.min { $0.distance < $1.distance }
    guard let best, best.distance <= limit else { return "" }
    return "; did you mean \"\(best.name)\"?"
  }

  /// Levenshtein's distance.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (i, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, diagonal + (character == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[right.count]
  }
}
