import GreenroomHostCore

/// What a run has measured, what was demanded of it, and whether that was met.
package struct Figures {
  package struct Figure {
    package let name: String
    package let measured: String
    /// Nil if the figure is for information only.
    package let demand: String?
    package let isMet: Bool
  }

  package let title: String
  package private(set) var all: [Figure] = []
  package init(_ title: String) { self.title = title }

  package var isGood: Bool { all.allSatisfy(\.isMet) }
  /// Nothing was judged: such a run proves nothing and is not good.
  package var isEmpty: Bool { all.allSatisfy { $0.demand == nil } }

  // MARK: Entering

  /// A figure that nothing is demanded of.
  package mutating func note(_ name: String, _ measured: String) {
    all.append(Figure(name: name, measured: measured, demand: nil, isMet: true))
  }

  package mutating func demand(_ name: String, _ measured: Int, is expected: Int, unit: String = "") {
    add(name, "\(measured)\(unit)", "\(expected)\(unit)", measured == expected)
  }

  package mutating func demand(_ name: String, _ measured: [Int], is expected: [Int]) {
    func text(_ numbers: [Int]) -> String { numbers.map { "\($0)" }.joined(separator: ", ") }
    add(name, text(measured), text(expected), measured == expected)
  }

  package mutating func demand(_ name: String, _ measured: Int, atLeast least: Int, unit: String = "") {
    add(name, "\(measured)\(unit)", "at least \(least)\(unit)", measured >= least)
  }

  package mutating func demand(_ name: String, _ measured: Int, atMost most: Int, unit: String = "") {
    add(name, "\(measured)\(unit)", "at most \(most)\(unit)", measured <= most)
  }

  package mutating func demand(_ name: String, _ measured: Duration, atMost most: Duration) {
    add(name, measured.text, "at most \(most.text)", measured <= most)
  }

  package mutating func demand(_ name: String, _ holds: Bool, _ measured: String = "") {
    add(name, measured.isEmpty ? (holds ? "yes" : "no") : measured, "yes", holds)
  }

  private mutating func add(_ name: String, _ measured: String, _ demand: String, _ isMet: Bool) {
    all.append(Figure(name: name, measured: measured, demand: demand, isMet: isMet))
  }

  // MARK: Printing

  /// One line a figure, the verdict last.
  package var text: String {
    let width = all.map(\.name.count).max() ?? 0
    var lines = [title]
    for figure in all {
      let name = figure.name + String(repeating: " ", count: width - figure.name.count)
      var line = "  \(name)  \(figure.measured)"
      if let demand = figure.demand { line += " (\(demand))" + (figure.isMet ? "" : "  <- BAD") }
      lines.append(line)
    }
    return lines.joined(separator: "\n") + "\n\(verdict)"
  }

  /// `TITLE: good`, or what is bad.
  package var verdict: String {
    if isEmpty { return "\(title): BAD: nothing was judged" }
    let bad = all.filter { !$0.isMet }.map { "\($0.name) \($0.measured), demanded \($0.demand ?? "")" }
    return "\(title): " + (bad.isEmpty ? "good" : "BAD: " + bad.joined(separator: "; "))
  }
}

extension Duration {
  /// In milliseconds with two decimals, for people.
  package var text: String {
    let hundredths = microseconds / 10
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) ms"
  }
}
