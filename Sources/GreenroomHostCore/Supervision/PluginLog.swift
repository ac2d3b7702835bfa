/// The last lines of one plugin's standard error, and what the host said about it: bounded, and cut into lines here so that a
/// flood costs the plugin and not the host.
package struct PluginLog {
  private struct Line {
    var text: String
    var isOfHost: Bool
  }
  private var lines: [Line] = []
  private var first = 0
  /// Lines so far, and when the process that writes now began.
  private var count = 0
  private var countBeforeRun = 0
  private var byteCount = 0
  private var partial: [UInt8] = []
  private let limit: Int
  /// A line longer than this is cut.
  private static let lineByteCount = 4096

  package init(byteCount limit: Int) { self.limit = limit }

  /// What a line counts against the bound, which is one of memory: a line of one byte takes more.
  static func cost(of line: String) -> Int { line.utf8.count + 32 }

  /// Adds bytes; hands out each complete line.
  package mutating func append(_ bytes: Span<UInt8>, line: (String) -> Void) {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0x0a {
        finishLine(line)
      } else {
        if partial.count == Self.lineByteCount { finishLine(line) }
        partial.append(byte)
      }
    }
  }

  /// The rest without a line feed, when the stream ends.
  package mutating func finish(line: (String) -> Void) {
    if !partial.isEmpty { finishLine(line) }
  }

  private mutating func finishLine(_ line: (String) -> Void) {
    let text = String(decoding: partial, as: UTF8.self)
    partial.removeAll(keepingCapacity: true)
    append(Line(text: text, isOfHost: false))
    line(text)
  }

  /// Adds what the host has to say about the plugin.
  ///
  /// - Returns: the line as it stands among the others.
  package mutating func note(_ text: String) -> String {
    let line = "host: \(text)"
    append(Line(text: line, isOfHost: true))
    return line
  }

  private mutating func append(_ line: Line) {
    lines.append(line)
    count += 1
    byteCount += Self.cost(of: line.text)
    while byteCount > limit, first < lines.count - 1 {
      byteCount -= Self.cost(of: lines[first].text)
      lines[first].text = ""
      first += 1
    }
    if first > 64, first > lines.count / 2 {
      lines.removeFirst(first)
      first = 0
    }
  }

  /// The kept lines, oldest first.
  package var all: [String] { lines[first...].map(\.text) }

  /// A new process begins: its last words are its own.
  package mutating func beginRun() { countBeforeRun = count }

  /// The last lines of the last process, for an error.
  package func last(_ wanted: Int) -> [String] {
    lines[first...].suffix(count - countBeforeRun).filter { !$0.isOfHost }.suffix(wanted).map(\.text)
  }
}
