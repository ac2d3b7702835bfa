/// 'Did you mean …?': the nearest of the names that would have been right.
enum Suggestion {
  /// The end of a sentence, or nothing if no name is near.
  static func phrase(for name: String, among known: [String]) -> String {
    let limit = max(1, name.count / 3)
    let best = known.map { (name: $0, distance: distance(Array(name), Array($0))) }.min { $0.distance < $1.distance }
    // Of two names that share nothing, one is not meant by the other.
    guard let best, best.distance <= limit, best.distance < max(name.count, best.name.count) else { return "" }
    return "; did you mean \"\(best.name)\"?"
  }

  /// Levenshtein's distance, with two neighbours in the wrong order as one step.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (i, character) in left.enumerated() {
      var row = [i + 1]
      for (j, other) in right.enumerated() {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (character == other ? 0 : 1))
        if i > 0, j > 0, character == right[j - 1], left[i - 1] == other { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
