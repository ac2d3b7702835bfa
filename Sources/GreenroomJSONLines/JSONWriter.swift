/// What the containers of one encoding share: the output, and the name of the case if an enum is taken apart.
final class JSONWriter {
  /// Unchecked because nothing that runs during an access reaches the writer; the checks were an eighth of an encoding.
  @exclusivity(unchecked) var output = JSONOutput()
  @exclusivity(unchecked) private(set) var caseName: String?
  @exclusivity(unchecked) private var nesting = 0
  /// Whether an encoding goes on, at whose end what was lent is looked at; later nothing is lent.
  @exclusivity(unchecked) private var isFilling = false
  /// nil for one encoding alone.
  private let pool: ContainerPool<ObjectPlace>?

  private static let nestingLimit = 2 * JSONScanner.defaultDepthLimit

  /// - Parameter isKept: whether it is used for more than one encoding.
  init(isKept: Bool = false) { pool = isKept ? ContainerPool() : nil }

  /// The place of the root.
  var root: ValueEncoder { ValueEncoder(writer: self, depth: 0, element: 0) }

  /// Forgets what it has written; its storage stays.
  func reset() {
    output.reset()
    caseName = nil
    nesting = 0
  }

  /// Lets `body` write, and closes what it has opened.
  @inline(__always)
  func fill(_ body: (JSONWriter) throws -> Void) throws(PayloadError) {
    isFilling = true
    defer {
      isFilling = false
      _ = pool?.rest { $0.clear() }
    }
    do {
      try body(self)
      try output.finish()
    } catch {
      throw PayloadError(wrapping: error)
    }
  }

  /// Hands over what was written.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try output.bytes.withElements(0..<output.bytes.count, body)
  }

  /// Writes a whole value where its element or the root awaits one.
  func encode<Value: Encodable>(_ value: Value, in place: ValueEncoder) throws {
    guard nesting < Self.nestingLimit else {
      throw PayloadError(path: "", message: "more than \(Self.nestingLimit) types inside one another")
    }
    nesting += 1
    defer { nesting -= 1 }
    try value.encode(to: place)
    // Containers of the value end with it.
    output.endValue(at: Int(place.depth))
  }

  /// A keyed container at a place: one that was used before, if its type of keys is known and nobody holds it.
  @inline(__always)
  func keyedContainer<Key: CodingKey>(
    _ place: ValueEncoder, _ kind: ObjectPlace.Kind, path: String = ""
  ) -> KeyedEncodingContainer<Key> {
    let keys = ObjectIdentifier(Key.self)
    guard isFilling, let pool, let known = pool.find(keys) else { return newContainer(keys, place, kind, path) }
    return known._withUnsafeGuaranteedRef {
      $0.state.move(to: place, kind, path: path)
      return $0.lend(as: KeyedEncodingContainer<Key>.self)
    }
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(
    _ keys: ObjectIdentifier, _ place: ValueEncoder, _ kind: ObjectPlace.Kind, _ path: String
  ) -> KeyedEncodingContainer<Key> {
    let state = ObjectPlace()
    state.move(to: place, kind, path: path)
    let container = KeyedEncodingContainer(ObjectEncodingContainer<Key>(place: state))
    if isFilling, let pool, pool.insert(keys, container, state) { return container }
    state.keep(self)
    return container
  }

  func setCaseName(_ name: String) throws(PayloadError) {
    guard caseName == nil else {
      let error = PayloadError(path: "", message: "two keys at the top: this is no enum")
      // Also for a type that swallows it.
      output.fail(error)
      throw error
    }
    caseName = name
  }
}
