/// One value of a document as Swift's `Decoder`: a place, so that it costs nothing to hand on.
struct ValueDecoder: Decoder {
  let document: JSONDocument
  let entry: Int32
  /// How many `init(from:)` stand around it: twice the depth limit at most, since a type may wrap another.
  let nesting: Int32

  private static let nestingLimit = Int32(2 * JSONScanner.defaultDepthLimit)

  init(document: JSONDocument, entry: Int = JSONDocument.root, nesting: Int32 = 0) {
    self.document = document
    self.entry = Int32(truncatingIfNeeded: entry)
    self.nesting = nesting
  }

  var codingPath: [any CodingKey] { document.path(to: Int(entry)) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The same document at another place.
  func at(_ entry: Int) -> ValueDecoder { ValueDecoder(document: document, entry: entry, nesting: nesting) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try container(keyedBy: type, caseName: nil)
  }

  /// With a name, the container of one member that bears it, whose value stands here.
  @inline(__always)
  func container<Key: CodingKey>(keyedBy type: Key.Type, caseName: String?) throws -> KeyedDecodingContainer<Key> {
    let keys = ObjectIdentifier(type)
    guard let pool = document.pool, let known = pool.find(keys) else { return try newContainer(keys, caseName) }
    return try known._withUnsafeGuaranteedRef {
      try $0.state.move(to: self, caseName)
      return $0.lend(as: KeyedDecodingContainer<Key>.self)
    }
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(
    _ keys: ObjectIdentifier, _ caseName: String?
  ) throws -> KeyedDecodingContainer<Key> {
    let state = ObjectState()
    try state.move(to: self, caseName)
    let container = KeyedDecodingContainer(ObjectContainer<Key>(state: state))
    if let pool = document.pool, pool.insert(keys, container, state) { return container }
    state.keep()
    return container
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try ElementsContainer(self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  // MARK: Errors

  func mismatch(_ expected: String) -> PayloadError { document.mismatch(Int(entry), expected) }

  func missing(_ key: any CodingKey) -> PayloadError {
    PayloadError(document.path(to: Int(entry)) + [key], "missing")
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { document.isNull(Int(entry)) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard nesting < Self.nestingLimit else {
      throw PayloadError(document.path(to: Int(entry)), "more than \(Self.nestingLimit) types inside one another")
    }
    return try Value(from: ValueDecoder(document: document, entry: Int(entry), nesting: nesting + 1))
  }

  func decode(_ type: Bool.Type) throws -> Bool { try document.decode(type, Int(entry)) }
  func decode(_ type: String.Type) throws -> String { try document.decode(type, Int(entry)) }
  func decode(_ type: Double.Type) throws -> Double { try document.decode(type, Int(entry)) }
  func decode(_ type: Float.Type) throws -> Float { try document.decode(type, Int(entry)) }
  func decode(_ type: Int.Type) throws -> Int { try document.integer(type, Int(entry)) }
  func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(type, Int(entry)) }
  func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(type, Int(entry)) }
  func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(type, Int(entry)) }
  func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(type, Int(entry)) }
  func decode(_ type: UInt.Type) throws -> UInt { try document.integer(type, Int(entry)) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(type, Int(entry)) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try document.integer(type, Int(entry)) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try document.integer(type, Int(entry)) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try document.integer(type, Int(entry)) }
}
