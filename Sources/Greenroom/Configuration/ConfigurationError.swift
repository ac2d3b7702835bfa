package import GreenroomJSONLines

/// Everything that is wrong with a configuration file, each problem with its place: `FILE:LINE:COLUMN: PATH: WHAT`.
package struct ConfigurationError: Error, CustomStringConvertible {
  package struct Problem: Equatable, Sendable {
    package var position: SourcePosition?
    /// Members from the top, such as `services.quotes.plugin`; empty for the file as a whole.
    package var path: String
    package var message: String
  }

  package let file: String
  package let problems: [Problem]
  /// Problems that were found beyond these.
  package var furtherCount = 0

  package var description: String { lines.joined(separator: "\n") }

  /// One line a problem, and one for those that are only counted.
  package var lines: [String] {
    let further = furtherCount > 0 ? ["\(file): and \(furtherCount) more"] : []
    return problems.map { problem in
      let place = problem.position.map { ":\($0.line):\($0.column)" } ?? ""
      let path = problem.path.isEmpty ? "" : "\(problem.path): "
      return "\(file)\(place): \(path)\(problem.message)"
    } + further
  }
}
