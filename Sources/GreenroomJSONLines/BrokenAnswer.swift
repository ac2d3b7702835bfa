/// Finds out whose answer a line was that cannot be read, so that its caller need not wait until the deadline.
///
/// A service that writes Latin-1 still writes brackets, quotes and an id. Only the top-level members are looked at; the
/// values need not be JSON as long as their quotes and brackets match.
enum BrokenAnswer {
  /// The id of an answer; nil if the line looks like anything else, or if its id is not beyond doubt.
  static func id(of line: ArraySlice<UInt8>) -> RequestID? {
    let place = line.withUnsafeBufferPointer { bytes in
      bytes.contains(0x7b) ? idPlace(bytes) : nil
    }
    guard let place else { return nil }
    let value = line[line.startIndex + place.lowerBound..<line.startIndex + place.upperBound]
    var scanner = JSONScanner()
    guard (try? scanner.scanValue(value)) != nil else { return nil }
    return RequestID(json: value)
  }

  private static func idPlace(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var index = JSONScanner.skipSpace(bytes, 0)
    guard index < bytes.count, bytes[index] == 0x7b else { return nil }
    var id: Range<Int>?
    var isAnswer = false
    repeat {
      index = JSONScanner.skipSpace(bytes, index + 1)
      var hasEscapes = false
      guard index < bytes.count, bytes[index] == 0x22, let end = JSONText.endOfString(bytes, index, &hasEscapes)
      else { return nil }
      let name = UnsafeBufferPointer(rebasing: bytes[index + 1..<end - 1])
      index = JSONScanner.skipSpace(bytes, end)
      guard index < bytes.count, bytes[index] == 0x3a else { return nil }
      let start = JSONScanner.skipSpace(bytes, index + 1)
      guard let valueEnd = endOfValue(bytes, start) else { return nil }
      if name.elementsEqual("id".utf8) {
        guard id == nil else { return nil }
        id = start..<valueEnd
      } else if name.elementsEqual("result".utf8) || name.elementsEqual("error".utf8) {
        isAnswer = true
      } else if name.elementsEqual("method".utf8) {
        return nil
      }
      index = JSONScanner.skipSpace(bytes, valueEnd)
    } while index < bytes.count && bytes[index] == 0x2c
    guard index < bytes.count, bytes[index] == 0x7d, isAnswer else { return nil }
    return id
  }

  /// The index behind a value whose quotes and brackets match.
  private static func endOfValue(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var depth = 0
    var index = start
    var hasEscapes = false
    while index < bytes.count {
      switch bytes[index] {
      case 0x22:
        guard let end = JSONText.endOfString(bytes, index, &hasEscapes) else { return nil }
        index = end
        if depth == 0 { return index }
      case 0x7b, 0x5b:
        depth += 1
        index += 1
      case 0x7d, 0x5d:
        if depth == 0 { return index > start ? index : nil }
        depth -= 1
        index += 1
        if depth == 0 { return index }
      case let byte where depth == 0 && (byte == 0x2c || byte <= 0x20): return index > start ? index : nil
      default: index += 1
      }
    }
    return nil
  }
}
