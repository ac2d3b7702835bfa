/// Rows under headings, each column as wide as its widest cell.
///
/// Cells are escaped on the way in, so whatever they hold, a row is one line.
package struct Table: Sendable {
  /// A heading and where the cells under it stand.
  package struct Column: Sendable {
    /// Escaped when the table is written.
    package var heading: String
    /// Holds for the heading and its cells.
    package var alignment: TerminalText.Alignment

    /// A column of texts, or with `trailing` one of numbers.
    package init(_ heading: String, alignment: TerminalText.Alignment = .leading) {
      self.heading = heading
      self.alignment = alignment
    }
  }

  private static let gap = "  "

  private let columns: [Column]
  private var rows: [[String]] = []

  /// A table without rows.
  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row. Cells that are missing at its end stay empty; more cells than columns trap.
  package mutating func append(_ cells: [String]) {
    guard cells.count <= columns.count else {
      preconditionFailure("BUG: a row of \(cells.count) cells in a table of \(columns.count) columns")
    }
    rows.append(cells.map(TerminalText.escaped) + Array(repeating: "", count: columns.count - cells.count))
  }

  /// The headings, then the rows, without spaces at the end of a line.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal, to which every line is cut; nil cuts nothing.
  ///   - style: makes the headings faint where colour is allowed.
  /// - Returns: one line each, without line feeds.
  package func lines(width: Int? = nil, style: TerminalStyle = .plain) -> [String] {
    let headings = columns.map { TerminalText.escaped($0.heading) }
    let widths = columns.indices.map { column in
      ([headings] + rows).map { TerminalText.displayWidth($0[column]) }.max() ?? 0
    }
    let head = line(headings, widths: widths, cutTo: width)
    return [style.apply(.faint, to: head)] + rows.map { line($0, widths: widths, cutTo: width) }
  }

  private func line(_ cells: [String], widths: [Int], cutTo width: Int?) -> String {
    let padded = columns.indices.map { column in
      TerminalText.pad(cells[column], toWidth: widths[column], alignment: columns[column].alignment)
    }
    var line = padded.joined(separator: Self.gap)[...]
    while line.last == " " { line.removeLast() }
    return width.map { TerminalText.cut(String(line), toWidth: $0) } ?? String(line)
  }
}
