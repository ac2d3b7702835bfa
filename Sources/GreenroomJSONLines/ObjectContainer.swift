/// An object, or the top of an enum, as Swift's keyed container. Names are compared as UTF-8; the members are searched where
/// they stand.
///
/// Which object it is stands in its state, so that the same container can be another object later.
struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let state: ObjectState

  var codingPath: [any CodingKey] { state.decoder.codingPath }

  var allKeys: [Key] {
    if let caseName = state.caseName { return Key(stringValue: caseName).map { [$0] } ?? [] }
    return state.names.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { state.find(key.stringValue) != nil }

  /// Hands over the document and the member.
  @inline(__always)
  private func value<Value>(_ key: Key, _ decode: (JSONDocument, Int) throws -> Value) throws -> Value {
    guard let value = state.find(key.stringValue) else { throw state.decoder.missing(key) }
    return try state.withDocument { try decode($0, value) }
  }

  /// nil if the member is absent or null.
  @inline(__always)
  private func present<Value>(_ key: Key, _ decode: (JSONDocument, Int) throws -> Value) throws -> Value? {
    guard let value = state.find(key.stringValue) else { return nil }
    return try state.withDocument { $0.isNull(value) ? nil : try decode($0, value) }
  }

  private func decoder(_ key: Key) throws -> ValueDecoder {
    guard let value = state.find(key.stringValue) else { throw state.decoder.missing(key) }
    return state.decoder.at(value)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key) { $0.isNull($1) } }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key) { try $0.decode(type, $1) } }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key) { try $0.decode(type, $1) } }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key) { try $0.decode(type, $1) } }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key) { try $0.decode(type, $1) } }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key) { try $0.integer(type, $1) } }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key) { try $0.integer(type, $1) } }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key) { try $0.integer(type, $1) } }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key) { try $0.integer(type, $1) } }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key) { try $0.integer(type, $1) } }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key) { try $0.integer(type, $1) } }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key) { try $0.integer(type, $1) } }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key) { try $0.integer(type, $1) } }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key) { try $0.integer(type, $1) } }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key) { try $0.integer(type, $1) } }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).decode(type)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key) { try $0.decode(type, $1) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key) { try $0.decode(type, $1) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key) { try $0.decode(type, $1) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key) { try $0.integer(type, $1) }
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try present(key) { _, value in try state.decoder.at(value).decode(type) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try decoder(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder {
    let key = PathKey.superKey
    guard let value = state.find(key.stringValue) else { throw state.decoder.missing(key) }
    return state.decoder.at(value)
  }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// Which object a keyed container is.
final class ObjectState {
  /// nil when the decoding is over. Not counted: while a container is lent, its document is in a decoding.
  @exclusivity(unchecked) private var document: Unmanaged<JSONDocument>?
  /// The document, if no end of a decoding looks after this container.
  @exclusivity(unchecked) private var keptDocument: JSONDocument?
  /// The object's place in its document, or that of a case's payload.
  @exclusivity(unchecked) private var object: Int32 = 0
  @exclusivity(unchecked) private var nesting: Int32 = 0
  /// Of an enum the name of its case: its one member, whose value is the payload.
  @exclusivity(unchecked) private(set) var caseName: String?
  /// Where the search for the next member begins; 0 in a small object, whose members are searched from the first one each
  /// time. So members that are asked for in the order of the text cost one step each in a large one, such as a dictionary.
  @exclusivity(unchecked) private var cursor = 0

  private static let smallCount = 16

  /// Moves to an object, or to the payload of a case.
  @inline(__always)
  func move(to place: ValueDecoder, _ caseName: String?) throws {
    if caseName != nil || self.caseName != nil { self.caseName = caseName }
    let object = Int(place.entry)
    let document = place.document
    guard caseName != nil || document.isObject(object) else { throw place.mismatch("an object") }
    self.document = .passUnretained(document)
    self.object = place.entry
    nesting = place.nesting
    cursor = document.entries[object].count > Self.smallCount ? object + 1 : 0
  }

  /// Nobody looks after this container: it holds its document, as long as it is somewhere.
  func keep() { keptDocument = document?.takeUnretainedValue() }

  /// Hands over the document.
  @inline(__always)
  func withDocument<Result>(_ body: (JSONDocument) throws -> Result) rethrows -> Result {
    guard let document else { preconditionFailure("BUG: a container that stands nowhere is in use") }
    return try document._withUnsafeGuaranteedRef(body)
  }

  var decoder: ValueDecoder {
    withDocument { ValueDecoder(document: $0, entry: Int(object), nesting: nesting) }
  }

  var names: [String] {
    withDocument { document in document.children(of: Int(object)).map { document.string($0) } }
  }

  /// The value of a member.
  func find(_ name: String) -> Int? {
    let object = Int(object)
    if let caseName { return name == caseName ? object : nil }
    return withDocument { document in
      if cursor == 0 { return document.member(name, of: object) }
      guard let value = document.member(name, of: object, from: cursor) else { return nil }
      let next = Int(document.entries[value].next)
      cursor = next < Int(document.entries[object].next) ? next : object + 1
      return value
    }
  }
}
