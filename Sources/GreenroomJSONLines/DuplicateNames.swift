#if canImport(Glibc)
  internal import Glibc
#endif

/// Finds a name that stands twice in one object, for all open objects at once, in linear time.
///
/// Names are compared as UTF-8 after unescaping: `"m"` and `"\u006d"` are one name, U+00E9 and e + U+0301 are two. Few
/// names are compared one by one as they come; many are put into a hash table when their object ends. The hash is seeded
/// for each process, so that nobody can choose names that collide; the verdict does not depend on it.
struct DuplicateNames: ~Copyable {
  private struct Name: BitwiseCopyable {
    /// The first bytes, zeros behind a shorter name: this and the count settle most comparisons.
    var head: UInt64
    private let shortCount: UInt32
    private let shortStart: UInt32
    private let shortOffset: UInt32
    var isUnescaped: Bool

    init(head: UInt64, count: Int, start: Int, offset: Int, isUnescaped: Bool) {
      self.head = head
      // The scanner takes no text that is longer.
      shortCount = UInt32(truncatingIfNeeded: count)
      shortStart = UInt32(truncatingIfNeeded: start)
      shortOffset = UInt32(truncatingIfNeeded: offset)
      self.isUnescaped = isUnescaped
    }

    var count: Int { Int(shortCount) }
    /// Index of the first byte, in the text or among the unescaped ones.
    var start: Int { Int(shortStart) }
    /// Index of the first byte in the text.
    var offset: Int { Int(shortOffset) }
  }

  /// So many names take less time in pairs than in a table.
  private static let pairwiseLimit = 24
  /// Storage for more names is given back after the text.
  private static let keptCount = 4096

  private let names = ScratchStack<Name>(keptCount: DuplicateNames.keptCount)
  private var unescaped: [UInt8] = []
  private var table: [Int32] = []

  /// How many names of open objects are held: where those of the next object begin.
  var count: Int { names.count }

  mutating func removeAll() {
    names.removeAll()
    if !unescaped.isEmpty { unescaped.removeAll(keepingCapacity: unescaped.capacity <= Self.keptCount) }
    if table.count > Self.keptCount { table = [] }
  }

  /// Adds a name to the innermost open object, whose names begin at `first`.
  ///
  /// - Returns: the name as it is compared.
  mutating func add(
    _ range: Range<Int>, hasEscapes: Bool, from first: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONScanError) -> JSONName {
    let name =
      hasEscapes
      ? unescape(range, bytes)
      : Name(
        head: Self.head(bytes, range), count: range.count, start: range.lowerBound, offset: range.lowerBound,
        isUnescaped: false)
    try add(name, from: first, bytes)
    let tail = name.count > 8 ? withBytes(name, bytes) { Self.head($0, $0.count - 8..<$0.count) } : 0
    return JSONName(head: name.head, tail: tail, count: UInt32(truncatingIfNeeded: name.count))
  }

  /// The same for a name of less than eight bytes without escapes, whose head is known.
  @inline(__always)
  mutating func addPlain(
    _ head: UInt64, _ start: Int, _ count: Int, from first: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONScanError) {
    try add(Name(head: head, count: count, start: start, offset: start, isUnescaped: false), from: first, bytes)
  }

  @inline(__always)
  private mutating func add(
    _ name: Name, from first: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONScanError) {
    let end = names.count
    if end - first < Self.pairwiseLimit {
      var index = first
      while index < end {
        if names[index].head == name.head, isSame(names[index], name, bytes) { throw error(name, bytes) }
        index += 1
      }
    }
    names.append(name)
  }

  /// Whether two names with one head are one.
  @inline(never)
  private func isSame(_ left: Name, _ right: Name, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    left.count == right.count && (left.count <= 8 || hasSameBytes(left, right, bytes))
  }

  /// Ends the innermost open object.
  @inline(__always)
  mutating func close(from first: Int, _ bytes: UnsafeBufferPointer<UInt8>) throws(JSONScanError) {
    if names.count - first > Self.pairwiseLimit { try checkTable(from: first, bytes) }
    names.removeAll(from: first)
  }

  private mutating func checkTable(
    from first: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONScanError) {
    let count = names.count - first
    // At most half full, so that a search ends soon. 0 is an empty place.
    let size = 1 << (Int.bitWidth - (2 * count - 1).leadingZeroBitCount)
    table.removeAll(keepingCapacity: true)
    table.append(contentsOf: repeatElement(0, count: size))
    for index in first..<names.count {
      let name = names[index]
      var place = hash(name, bytes) & (size - 1)
      while table[place] != 0 {
        let other = names[first + Int(table[place]) - 1]
        if other.head == name.head, other.count == name.count, hasSameBytes(other, name, bytes) {
          throw error(name, bytes)
        }
        place = (place + 1) & (size - 1)
      }
      table[place] = Int32(truncatingIfNeeded: index - first + 1)
    }
  }

  private mutating func unescape(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Name {
    let start = unescaped.count
    JSONText.unescape(UnsafeBufferPointer(rebasing: bytes[range]), into: &unescaped)
    let end = unescaped.count
    let head = unescaped.withUnsafeBufferPointer { Self.head($0, start..<end) }
    return Name(head: head, count: end - start, start: start, offset: range.lowerBound, isUnescaped: true)
  }

  // MARK: Bytes of a name

  @inline(__always)
  private static func head(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64 {
    if range.lowerBound + 8 <= bytes.count, let base = bytes.baseAddress {
      let word = UnsafeRawPointer(base + range.lowerBound).loadUnaligned(as: UInt64.self).littleEndian
      return range.count >= 8 ? word : word & (1 << UInt64(8 * range.count) &- 1)
    }
    var head: UInt64 = 0
    for (shift, index) in range.prefix(8).enumerated() { head |= UInt64(bytes[index]) << UInt64(8 * shift) }
    return head
  }

  private func withBytes<Result>(
    _ name: Name, _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let range = name.start..<name.start + name.count
    guard name.isUnescaped else { return body(UnsafeBufferPointer(rebasing: text[range])) }
    return unescaped.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  private func hasSameBytes(_ left: Name, _ right: Name, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    withBytes(left, text) { left in withBytes(right, text) { right in JSONText.areEqual(left, right) } }
  }

  private func hash(_ name: Name, _ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    withBytes(name, text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }

  private func error(_ name: Name, _ text: UnsafeBufferPointer<UInt8>) -> JSONScanError {
    let shown = withBytes(name, text) { String(decoding: $0.prefix(64), as: UTF8.self) }
    return JSONScanError(.duplicateName(shown), at: name.offset - 1)
  }
}
