/// The places of all values of one JSON text, found in one pass without recursion: what the decoder walks on.
///
/// It is meant for text that was scanned strictly. Of other bytes it refuses what has no structure and reads the rest in
/// some harmless way; no index ever leaves the text.
final class JSONDocument {
  /// One value, or the name of a member, which stands before its value.
  struct Entry: BitwiseCopyable {
    /// Indices of the whole value in the text, from 0; a string with its quotes.
    var start: UInt32
    var end: UInt32
    /// The entry behind this value and all that is in it; while the container is open, the container around it.
    var next: UInt32
    /// How many elements or members a container has; 1 for a string with a backslash.
    var count: UInt32
  }

  /// A copy of its own: kept for the next text, too, and nobody else's buffer is held by a document that somebody keeps.
  private let text = ScratchStack<UInt8>(keptCount: JSONDocument.keptByteCount)
  /// The root comes first, then what is in it, in the order of the text. Never empty while there is a text.
  let entries = ScratchStack<Entry>(keptCount: JSONDocument.keptEntryCount)
  /// Lends the decoder's containers; nil for one decoding alone.
  @exclusivity(unchecked) var pool: ContainerPool<ObjectState>?

  static let root = 0
  /// Storage for more is given back when the text is let go of.
  private static let keptByteCount = 64 << 10
  private static let keptEntryCount = 256

  /// A document without text, for more than one decoding.
  init() { pool = ContainerPool() }

  /// The document of one decoding.
  init(_ text: ArraySlice<UInt8>) throws(PayloadError) { try read(text) }

  /// Takes another text in the place of the last one.
  func read(_ text: ArraySlice<UInt8>) throws(PayloadError) {
    self.text.removeAll()
    entries.removeAll()
    entries.reserve(min(text.count / 8 + 4, Self.keptEntryCount))
    text.withUnsafeBufferPointer { self.text.append(contentsOf: $0) }
    var builder = JSONDocumentBuilder(entries)
    let problem = self.text.withElements(0..<self.text.count) { builder.read($0) }
    guard let problem else { return }
    clear()
    throw PayloadError(path: "", message: problem)
  }

  /// Lets go of the text.
  func clear() {
    text.removeAll()
    entries.removeAll()
  }

  // MARK: Values

  /// The first byte tells the kind of a value.
  @inline(__always)
  func firstByte(_ entry: Int) -> UInt8 { text[Int(entries[entry].start)] }

  @inline(__always)
  func isObject(_ entry: Int) -> Bool { firstByte(entry) == 0x7b }

  /// Where a value stands in the text, from 0.
  func range(_ entry: Int) -> Range<Int> { Int(entries[entry].start)..<Int(entries[entry].end) }

  /// A value as a part of the text that was given to `read`.
  func slice(_ entry: Int, of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text[text.startIndex + Int(entries[entry].start)..<text.startIndex + Int(entries[entry].end)]
  }

  /// The bytes of a value.
  @inline(__always)
  func withBytes<Result>(_ entry: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try text.withElements(range(entry), body)
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

  /// The text of a literal, for people.
  func literal(_ entry: Int) -> String { withBytes(entry) { String(decoding: $0, as: UTF8.self) } }

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
    if let found = name.utf8.withContiguousStorageIfAvailable({ member($0, of: object, from: first) }) { return found }
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
    var index = range.lowerBound
    while index < range.upperBound {
      let name = entries[index]
      let isFound = text.withElements(Int(name.start) + 1..<Int(name.end) - 1) { inner in
        name.count == 0 ? JSONText.areEqual(inner, wanted) : JSONText.unescaped(inner).elementsEqual(wanted)
      }
      if isFound { return index + 1 }
      index = Int(entries[index + 1].next)
    }
    return nil
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
