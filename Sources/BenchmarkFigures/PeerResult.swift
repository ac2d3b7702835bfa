/// The figures that a presenter has left in its file: a line `NAME VALUE` for each, a name once or several times.
package struct PeerResult: Equatable {
  private var values: [String: [Double]] = [:]

  package init() {}

  /// - Throws: the line that is none, as a sentence.
  package init(_ text: String) throws(PeerResultError) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let value = Double(words[1]), value.isFinite else {
        throw PeerResultError(line: String(line))
      }
      add(String(words[0]), value)
    }
  }

  package mutating func add(_ name: String, _ value: Double) { values[name, default: []].append(value) }

  /// The values of a name in the order of their coming.
  package subscript(name: String) -> [Double] { values[name] ?? [] }
}

/// A line that is no figure.
package struct PeerResultError: Error, Equatable, CustomStringConvertible {
  package let line: String
  package init(line: String) { self.line = line }
  package var description: String { "the presenter's result has the line \"\(line)\", which is no figure" }
}
