/// Decodes values from nothing: zero, false, empty, nil. What is asked for meanwhile is noted.

/// What was asked for while something was decoded from nothing.
final class BlankMembers {
  /// The members with their types, as in source.
  var list: [String] = []
  var names: [String] = []
  var types: [any Any.Type] = []
  /// Whether a member was asked for that may be missing.
  var hasOptional = false
  var isOfUnknownCase = false
  var arePlain = true
  /// The member that may be missing, whose value is asked for now.
  var optional: String?

  /// The types without references whose coding is the library's: of another type the bits need not tell the encoding.
  private static func isPlain(_ type: any Any.Type) -> Bool {
    let plain: [any Any.Type] = [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self, UInt64.self, Double.self, Float.self,
    ]
    return plain.contains { $0 == type }
  }

  func add(_ key: some CodingKey, _ type: any Any.Type, suffix: String = "") {
    list.append("\(key.stringValue): \(TypeName.of(type))\(suffix)")
    names.append(key.stringValue)
    types.append(type)
    if !suffix.isEmpty { hasOptional = true }
    if !suffix.isEmpty || !Self.isPlain(type) { arePlain = false }
  }
}

private struct CannotBeMade: Error {}

/// Decodes the case of that name.
struct BlankCaseDecoder: Decoder {
  let name: String
  let members: BlankMembers
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let key = Key(stringValue: name) else {
      members.isOfUnknownCase = true
      throw CannotBeMade()
    }
    return KeyedDecodingContainer(Blank<Key>(allKeys: [key], members: nil, depth: 0, payload: members))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw CannotBeMade() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw CannotBeMade() }
}

/// Has every member, with a value made from nothing.
private struct Blank<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let allKeys: [Key]
  /// Where the members that are asked for are noted.
  let members: BlankMembers?
  let depth: Int
  /// The same for the container inside.
  var payload: BlankMembers?
  var codingPath: [any CodingKey] { [] }

  /// Asked before a member that may be missing is decoded, such as a `String?`; other optional members come with
  /// `decodeIfPresent`.
  func contains(_ key: Key) -> Bool {
    members?.optional = key.stringValue
    return true
  }
  func decodeNil(forKey key: Key) throws -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    members?.add(key, type, suffix: members?.optional == key.stringValue ? "?" : "")
    return try BlankDecoder(depth: depth).make(type)
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    members?.add(key, type, suffix: "?")
    return nil
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(Blank<Nested>(allKeys: [], members: payload, depth: depth))
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw CannotBeMade() }
  func superDecoder() throws -> any Decoder { BlankDecoder(depth: depth) }
  func superDecoder(forKey key: Key) throws -> any Decoder { BlankDecoder(depth: depth) }
}

/// Makes values from nothing.
struct BlankDecoder: Decoder, SingleValueDecodingContainer {
  /// How many values stand around it: a type that holds another of its own kind has no end otherwise.
  let depth: Int
  /// Where the members of the value are noted, if it is an object.
  var members: BlankMembers?
  private static let depthLimit = 16

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func make<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let plain: [Any] = [false, "", 0, 0.0]
    for value in plain {
      if let value = value as? Value { return value }
    }
    if let type = type as? any CaseIterable.Type, let value = type.first as? Value { return value }
    guard depth < Self.depthLimit else { throw CannotBeMade() }
    return try Value(from: BlankDecoder(depth: depth + 1))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Blank<Key>(allKeys: [], members: members, depth: depth))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Nothing() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { true }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let type = type as? any FixedWidthInteger.Type, let zero = type.init(exactly: 0) as? Value { return zero }
    let plain: [Any] = [false, "", 0.0, Float.zero]
    for value in plain {
      if let value = value as? Value { return value }
    }
    throw CannotBeMade()
  }
}

/// A list without elements.
private struct Nothing: UnkeyedDecodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  mutating func decodeNil() throws -> Bool { throw CannotBeMade() }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw CannotBeMade() }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { throw CannotBeMade() }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw CannotBeMade() }
  mutating func superDecoder() throws -> any Decoder { throw CannotBeMade() }
}

extension CaseIterable {
  fileprivate static var first: Any? { allCases.first }
}
