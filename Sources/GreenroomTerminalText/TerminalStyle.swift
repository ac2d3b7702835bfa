import Glibc

/// Colour, when the one who reads wants it.
package struct TerminalStyle: Sendable, Equatable {
  /// What a piece of text is, which decides how it looks (ECMA-48, Select Graphic Rendition).
  package enum Role: String, Sendable, CaseIterable {
    case faint = "2"
    case strong = "1"
    case good = "32"
    case warning = "33"
    case bad = "31"
    case name = "36"
  }

  /// Whether `apply` does anything.
  package let isColoured: Bool

  /// A style that colours, or one that does not, wherever it is written to.
  package init(isColoured: Bool) { self.isColoured = isColoured }

  /// No colour: for files, pipes and tests.
  package static let plain = TerminalStyle(isColoured: false)

  /// The style for what is written to a descriptor: colour on a terminal, unless the environment says no.
  ///
  /// No means: `NO_COLOR` set and not empty (no-color.org), or `TERM` missing, empty or `dumb`.
  package init(descriptor: Int32, environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty || terminal.isEmpty || terminal == "dumb"
    isColoured = !isRefused && Self.isTerminal(descriptor)
  }

  /// The text in the look of its role. Takes no columns; so cut and pad first. An empty text stays empty.
  package func apply(_ role: Role, to text: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Whether the descriptor is open on a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Columns of the terminal behind the descriptor; nil if there is none or it does not say (a size of 0).
  package static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
