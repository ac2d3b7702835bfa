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
    guard let known = document.pool?.find(keys) else { return try newContainer(keys, caseName) }
    try known.state.move(to: self, caseName)
    return known.container.lend(as: KeyedDecodingContainer<Key>.self)
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(
    _ keys: ObjectIdentifier, _ caseName: String?
  ) throws -> KeyedDecodingContainer<Key> {
    let state = ObjectState()
    try state.move(to: self, caseName)
    let container = KeyedDecodingContainer(ObjectContainer<Key>(state: state))
    document.pool?.insert(keys, container, state)
    return container
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try ElementsContainer(self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  // MARK: Errors

  func mismatch(_ expected: String) -> PayloadError {
    PayloadError(document.path(to: Int(entry)), "expected \(expected), found \(found)")
  }

  func missing(_ key: any CodingKey) -> PayloadError {
    PayloadError(document.path(to: Int(entry)) + [key], "missing")
  }

  /// What stands there, for people.
  private var found: String {
    switch document.firstByte(Int(entry)) {
    case 0x7b: "an object"
    case 0x5b: "an array"
    case 0x22: "a string"
    case 0x74, 0x66: "a Bool"
    case 0x6e: "null"
    default: "the number \(String(decoding: document.bytes(Int(entry)).prefix(32), as: UTF8.self))"
    }
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { document.firstByte(Int(entry)) == 0x6e }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard nesting < Self.nestingLimit else {
      throw PayloadError(document.path(to: Int(entry)), "more than \(Self.nestingLimit) types inside one another")
    }
    return try Value(from: ValueDecoder(document: document, entry: Int(entry), nesting: nesting + 1))
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch document.firstByte(Int(entry)) {
    case 0x74: return true
    case 0x66: return false
    default: throw mismatch("Bool")
    }
  }

  func decode(_ type: String.Type) throws -> String {
    guard document.firstByte(Int(entry)) == 0x22 else { throw mismatch("String") }
    return document.string(Int(entry))
  }

  func decode(_ type: Double.Type) throws -> Double {
    try number("Double") { NumberLiteral.double($0) }
  }
  func decode(_ type: Float.Type) throws -> Float {
    try number("Float") { NumberLiteral.float($0) }
  }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  @inline(__always)
  private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    if let value = document.withBytes(Int(entry), { NumberLiteral.integer($0, type) }) { return value }
    throw unfit("\(type)")
  }

  @inline(__always)
  private func number<Value>(_ name: StaticString, _ read: (UnsafeBufferPointer<UInt8>) -> Value?) throws -> Value {
    if let value = document.withBytes(Int(entry), read) { return value }
    throw unfit("\(name)")
  }

  /// Another kind of value, or a number that the type does not hold.
  private func unfit(_ type: String) -> PayloadError {
    let isNumber = document.withBytes(Int(entry)) { NumberLiteral.startsNumber($0) }
    return mismatch(isNumber ? "\(type), which it does not fit" : type)
  }
}
