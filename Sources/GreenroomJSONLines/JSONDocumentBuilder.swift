/// Fills the entries of a `JSONDocument`: one pass, an open container remembers the one around it.
struct JSONDocumentBuilder {
  private let entries: ScratchStack<JSONDocument.Entry>
  private static let noContainer = UInt32.max

  private var open = noContainer
  private var depth = 0

  init(_ entries: ScratchStack<JSONDocument.Entry>) { self.entries = entries }

  /// - Returns: what is wrong, or nil.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    // Indices are stored in 32 bits. The longest line has 16 MiB.
    guard bytes.count < UInt32.max else { return "more than 4 GiB" }
    var index = JSONScanner.skipSpace(bytes, 0)
    var expectsName = false
    while true {
      if expectsName {
        guard let value = readName(bytes, index) else { return "expected JSON" }
        index = value
      }
      guard index < bytes.count else { return "expected JSON, found nothing" }
      let start = index
      switch bytes[index] {
      case 0x22:
        guard let end = readString(bytes, index) else { return "expected JSON" }
        index = end
      case 0x7b, 0x5b:
        guard depth < JSONScanner.defaultDepthLimit else {
          return "more than \(JSONScanner.defaultDepthLimit) containers inside one another"
        }
        let closing = bytes[index] + 2
        append(start, 0, next: open, 0)
        open = UInt32(truncatingIfNeeded: entries.count - 1)
        depth += 1
        index = JSONScanner.skipSpace(bytes, index + 1)
        guard index < bytes.count else { return "expected JSON" }
        if bytes[index] == closing {
          index += 1
          close(at: index)
        } else {
          expectsName = closing == 0x7d
          countChild()
          continue
        }
      default:
        while index < bytes.count, !Self.endsLiteral(bytes[index]) { index += 1 }
        guard index > start else { return "expected JSON" }
        append(start, index, next: nextEntry, 0)
      }
      guard let next = readAfterValue(bytes, index, &expectsName) else { return "expected JSON" }
      guard open != Self.noContainer else { return next == bytes.count ? nil : "expected one JSON value" }
      index = next
    }
  }

  /// Commas and closing brackets.
  ///
  /// - Returns: the index of the next name or value, or of the first byte behind the root.
  private mutating func readAfterValue(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ expectsName: inout Bool
  ) -> Int? {
    var index = JSONScanner.skipSpace(bytes, start)
    while open != Self.noContainer {
      guard index < bytes.count else { return nil }
      let isObject = bytes[Int(entries[Int(open)].start)] == 0x7b
      switch bytes[index] {
      case 0x2c:
        countChild()
        expectsName = isObject
        return JSONScanner.skipSpace(bytes, index + 1)
      case isObject ? 0x7d : 0x5d:
        close(at: index + 1)
        index = JSONScanner.skipSpace(bytes, index + 1)
      default: return nil
      }
    }
    return index
  }

  @inline(__always)
  private func readName(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == 0x22, let end = readString(bytes, start) else { return nil }
    let colon = JSONScanner.skipSpace(bytes, end)
    guard colon < bytes.count, bytes[colon] == 0x3a else { return nil }
    return JSONScanner.skipSpace(bytes, colon + 1)
  }

  private func readString(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var hasEscapes = false
    guard let end = JSONText.endOfString(bytes, start, &hasEscapes) else { return nil }
    append(start, end, next: nextEntry, hasEscapes ? 1 : 0)
    return end
  }

  /// The entry behind the one that comes now.
  private var nextEntry: UInt32 { UInt32(truncatingIfNeeded: entries.count + 1) }

  /// Indices fit: the text is short enough, and has fewer entries than bytes.
  @inline(__always)
  private func append(_ start: Int, _ end: Int, next: UInt32, _ count: UInt32) {
    entries.append(
      JSONDocument.Entry(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end), next: next, count: count))
  }

  @inline(__always)
  private func countChild() { entries[Int(open)].count &+= 1 }

  private mutating func close(at end: Int) {
    let container = Int(open)
    open = entries[container].next
    entries[container].next = UInt32(truncatingIfNeeded: entries.count)
    entries[container].end = UInt32(truncatingIfNeeded: end)
    depth -= 1
  }

  static func endsLiteral(_ byte: UInt8) -> Bool {
    byte == 0x2c || byte == 0x7d || byte == 0x5d || byte <= 0x20 || byte == 0x22 || byte == 0x3a || byte == 0x5b
      || byte == 0x7b
  }
}
