/// What the payload of an enum's case is called in `describe`: `(quote: Quote)`.
///
/// An enum does not tell the types of its payloads, but decoding one asks for them: the case is decoded from nothing, and
/// what is asked for is the answer. Where a member cannot be made from nothing, whatever may come after it stays unknown: `…`
/// stands for that.
struct EnumPayload {
  /// The payload's members in parentheses, or an empty text for none.
  var text = ""
  /// Whether every member is known and a plain one: a Bool or a number.
  var isPlain = false

  /// Looks at one case. One that the enum does not have is a trap, and so is an output without labels, which does not encode.
  init<Value>(of type: Value.Type, case name: String, as role: EnumDescriptions.Role) {
    guard let type = type as? any Decodable.Type else { return }
    let members = Members()
    do {
      _ = try type.init(from: CaseDecoder(name: name, members: members))
      isPlain = members.arePlain
    } catch {
      // It fails at the first member that cannot be made from nothing; what was asked for until then stands.
      if !members.list.isEmpty { members.list.append("…") }
    }
    let enumName = TypeName.qualified(type)
    if members.isOfUnknownCase { fatalError("\(enumName).ports declares \(name), which is not a case") }
    if let bare = members.list.first, bare.hasPrefix("_0: "), role == .outputs {
      fatalError(
        "\(enumName).ports declares \(name), whose payload has no label: write one, such as "
          + "\(name)(value: \(bare.dropFirst(4)))")
    }
    if !members.list.isEmpty { text = "(\(members.list.joined(separator: ", ")))" }
  }
}

private final class Members {
  var list: [String] = []
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

  func add<Value>(_ key: some CodingKey, _ type: Value.Type, suffix: String = "") {
    list.append("\(key.stringValue): \(TypeName.of(type))\(suffix)")
    if !suffix.isEmpty || !Self.isPlain(type) { arePlain = false }
  }
}

private struct CannotBeMade: Error {}

/// Decodes the case of that name.
private struct CaseDecoder: Decoder {
  let name: String
  let members: Members
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let key = Key(stringValue: name) else {
      members.isOfUnknownCase = true
      throw CannotBeMade()
    }
    return KeyedDecodingContainer(Blank<Key>(allKeys: [key], members: nil, payload: members))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw CannotBeMade() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw CannotBeMade() }
}

/// Has every member, with a value made from nothing.
private struct Blank<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let allKeys: [Key]
  /// Where the members that are asked for are noted.
  let members: Members?
  /// The same for the container inside.
  var payload: Members?
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
    return try BlankDecoder().make(type)
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    members?.add(key, type, suffix: "?")
    return nil
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(Blank<Nested>(allKeys: [], members: payload))
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw CannotBeMade() }
  func superDecoder() throws -> any Decoder { BlankDecoder() }
  func superDecoder(forKey key: Key) throws -> any Decoder { BlankDecoder() }
}

/// Makes values from nothing: zero, false, empty, nil.
private struct BlankDecoder: Decoder, SingleValueDecodingContainer {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func make<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let plain: [Any] = [false, "", 0, 0.0]
    for value in plain {
      if let value = value as? Value { return value }
    }
    if let type = type as? any CaseIterable.Type, let value = type.first as? Value { return value }
    return try Value(from: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Blank<Key>(allKeys: [], members: nil))
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
