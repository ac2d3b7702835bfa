#if canImport(Glibc)
  internal import Glibc
#endif

/// The places of all values of one JSON text, found in one pass without recursion: what the decoder walks on.
///
/// It is meant for text that was scanned strictly. Of other bytes it refuses what has no structure and reads the rest in
/// some harmless way; no index ever leaves the text.
final class JSONDocument {
  /// One value, or the name of a member, which stands before its value.
  struct Entry: Sendable {
    /// Indices of the whole value in the text, from 0; a string with its quotes.
    var start: UInt32
    var end: UInt32
    /// The entry behind this value and all that is in it; while the container is open, the container around it.
    var next: UInt32
    /// How many elements or members a container has; 1 for a string with a backslash.
    var count: UInt32
  }

  @exclusivity(unchecked) private(set) var text: ArraySlice<UInt8> = []
  /// The root comes first, then what is in it, in the order of the text. Never empty while there is a text.
  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  /// Lends the decoder's containers; nil for one decoding alone.
  @exclusivity(unchecked) var pool: ContainerPool<ObjectState>?

  static let root = 0

  /// A document without text, for more than one decoding.
  init() { pool = ContainerPool() }

  /// The document of one decoding.
  init(_ text: ArraySlice<UInt8>) throws(PayloadError) { try read(text) }

  /// Takes another text in the place of the last one.
  func read(_ text: ArraySlice<UInt8>) throws(PayloadError) {
    var builder = JSONDocumentBuilder(reusing: &entries, byteCount: text.count)
    let problem = text.withUnsafeBufferPointer { builder.read($0) }
    builder.move(to: &entries)
    if let problem {
      clear()
      throw PayloadError(path: "", message: problem)
    }
    self.text = text
  }

  /// Lets go of the text.
  func clear() {
    text = []
    entries.removeAll(keepingCapacity: entries.capacity <= JSONDocumentBuilder.reservedEntryCount)
  }

  // MARK: Values

  /// The first byte tells the kind of a value.
  func firstByte(_ entry: Int) -> UInt8 { text[text.startIndex + Int(entries[entry].start)] }

  func isObject(_ entry: Int) -> Bool { firstByte(entry) == 0x7b }

  /// The bytes of a value, as indices of the text that was given.
  func range(_ entry: Int) -> Range<Int> {
    text.startIndex + Int(entries[entry].start)..<text.startIndex + Int(entries[entry].end)
  }

  func bytes(_ entry: Int) -> ArraySlice<UInt8> { text[range(entry)] }

  func withBytes<Result>(_ entry: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    let entry = entries[entry]
    return try text.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[Int(entry.start)..<Int(entry.end)]))
    }
  }

  /// The text of a string or of a member's name, unescaped.
  func string(_ entry: Int) -> String {
    let hasEscapes = entries[entry].count != 0
    return withBytes(entry) { quoted in
      let inner = UnsafeBufferPointer(rebasing: quoted[1..<quoted.count - 1])
      return hasEscapes
        ? String(decoding: JSONText.unescaped(inner), as: UTF8.self) : String(decoding: inner, as: UTF8.self)
    }
  }

  // MARK: Members

  /// The elements of an array, or the names of the members of an object; the value of a member is the entry behind its
  /// name.
  func children(of container: Int) -> [Int] {
    let isObject = isObject(container)
    var children: [Int] = []
    children.reserveCapacity(Int(entries[container].count))
    var child = container + 1
    while child < Int(entries[container].next) {
      children.append(child)
      child = Int(entries[isObject ? child + 1 : child].next)
    }
    return children
  }

  /// The value of a member of an object; names are compared as UTF-8 after unescaping.
  ///
  /// The search begins at the name entry `first` and goes once around.
  func member(_ name: String, of object: Int, from first: Int? = nil) -> Int? {
    var name = name
    return name.withUTF8 { member($0, of: object, from: first) }
  }

  func member(_ name: StaticString, of object: Int) -> Int? {
    name.withUTF8Buffer { member($0, of: object, from: nil) }
  }

  private func member(_ name: UnsafeBufferPointer<UInt8>, of object: Int, from first: Int?) -> Int? {
    let end = Int(entries[object].next)
    let start = first ?? object + 1
    return find(name, start..<end) ?? (start > object + 1 ? find(name, object + 1..<start) : nil)
  }

  private func find(_ wanted: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    text.withUnsafeBufferPointer { bytes in
      entries.withUnsafeBufferPointer { entries in
        var index = range.lowerBound
        while index < range.upperBound {
          let name = entries[index]
          let inner = UnsafeBufferPointer(rebasing: bytes[Int(name.start) + 1..<Int(name.end) - 1])
          if name.count == 0 ? JSONText.areEqual(inner, wanted) : JSONText.unescaped(inner).elementsEqual(wanted) {
            return index + 1
          }
          index = Int(entries[index + 1].next)
        }
        return nil
      }
    }
  }

  // MARK: Paths

  /// The way from the root to a value. Looked up when it is asked for, which is after an error.
  func path(to target: Int) -> [PathKey] {
    var path: [PathKey] = []
    var container = Self.root
    while container < target {
      var child = container + 1
      var position = 0
      let hasNames = isObject(container)
      while child < Int(entries[container].next) {
        let value = hasNames ? child + 1 : child
        if target < Int(entries[value].next) {
          path.append(hasNames ? PathKey(stringValue: string(child)) : PathKey(intValue: position))
          container = value
          break
        }
        child = Int(entries[value].next)
        position += 1
      }
      if child >= Int(entries[container].next) { break }
    }
    return path
  }
}
