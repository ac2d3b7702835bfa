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

  package var description: String { lines.joined(separator: "\n") }

  /// One line a problem.
  package var lines: [String] {
    problems.map { problem in
      let place = problem.position.map { ":\($0.line):\($0.column)" } ?? ""
      let path = problem.path.isEmpty ? "" : "\(problem.path): "
      return "\(file)\(place): \(path)\(problem.message)"
    }
  }
}
