/// Finds a name that stands twice in one object, for all open objects at once, in linear or n log n time.
///
/// Names are compared as UTF-8 after unescaping: `"m"` and `"m"` are one name, U+00E9 and e + U+0301 are two.
struct DuplicateNames: Sendable {
  private struct Name: Sendable {
    var range: Range<Int>
    var hasEscapes: Bool
  }

  /// Up to so many names are compared one by one as they come; more are sorted when the object ends.
  private static let linearLimit = 8

  private var names: [Name] = []
  /// Where the names of each open object begin.
  private var starts: [Int] = []

  mutating func removeAll() {
    names.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  mutating func open() { starts.append(names.count) }

  mutating func add(
    _ range: Range<Int>, hasEscapes: Bool, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONScanError) {
    let start = starts[starts.count - 1]
    let name = Name(range: range, hasEscapes: hasEscapes)
    if names.count - start < Self.linearLimit {
      for index in start..<names.count where Self.areEqual(names[index], name, bytes) {
        throw Self.error(name, bytes)
      }
    }
    names.append(name)
  }

  mutating func close(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONScanError) {
    let start = starts.removeLast()
    let count = names.count - start
    if count > Self.linearLimit {
      let sorted = names[start...].map { name in (name, Self.unescaped(name, bytes)) }
        .sorted { $0.1.lexicographicallyPrecedes($1.1) }
      for index in 1..<sorted.count where sorted[index - 1].1 == sorted[index].1 {
        let second = sorted[index - 1].0.range.lowerBound > sorted[index].0.range.lowerBound ? index - 1 : index
        throw Self.error(sorted[second].0, bytes)
      }
    }
    names.removeSubrange(start...)
  }

  private static func error(_ name: Name, _ bytes: UnsafeBufferPointer<UInt8>) -> JSONScanError {
    let text = String(decoding: unescaped(name, bytes).prefix(64), as: UTF8.self)
    return JSONScanError(.duplicateName(text), at: name.range.lowerBound - 1)
  }

  private static func areEqual(_ left: Name, _ right: Name, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if left.hasEscapes || right.hasEscapes { return unescaped(left, bytes) == unescaped(right, bytes) }
    guard left.range.count == right.range.count else { return false }
    for offset in 0..<left.range.count
    where bytes[left.range.lowerBound + offset] != bytes[right.range.lowerBound + offset] { return false }
    return true
  }

  private static func unescaped(_ name: Name, _ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let raw = UnsafeBufferPointer(rebasing: bytes[name.range])
    return name.hasEscapes ? JSONText.unescaped(raw) : Array(raw)
  }
}
