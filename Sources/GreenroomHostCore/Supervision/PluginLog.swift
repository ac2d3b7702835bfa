/// The last lines of one plugin's standard error: bounded, and cut into lines here so that a flood costs the plugin
/// and not the host.
package struct PluginLog {
  private var lines: [String] = []
  private var first = 0
  /// Lines so far, and when the process that writes now began.
  private var count = 0
  private var countBeforeRun = 0
  private var byteCount = 0
  private var partial: [UInt8] = []
  private let limit: Int
  /// Lines that had to make room.
  package private(set) var droppedLineCount = 0
  /// A line longer than this is cut.
  private static let lineByteCount = 4096

  package init(byteCount limit: Int) { self.limit = limit }

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
    lines.append(text)
    count += 1
    byteCount += text.utf8.count + 1
    while byteCount > limit, first < lines.count - 1 {
      byteCount -= lines[first].utf8.count + 1
      lines[first] = ""
      first += 1
      droppedLineCount += 1
    }
    if first > 64, first > lines.count / 2 {
      lines.removeFirst(first)
      first = 0
    }
    line(text)
  }

  /// The kept lines, oldest first.
  package var all: [String] { Array(lines[first...]) }

  /// A new process begins: its last words are its own.
  package mutating func beginRun() { countBeforeRun = count }

  /// The last lines of the last process, for an error.
  package func last(_ wanted: Int) -> [String] {
    Array(lines[first...].suffix(min(wanted, count - countBeforeRun)))
  }
}
