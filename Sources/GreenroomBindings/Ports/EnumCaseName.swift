/// The name of an enum's case as its `Codable` form has it.
package enum EnumCaseName {
  /// The name of the case, or the raw value of an enum of strings.
  ///
  /// A value that is no enum is a trap: it cannot be a port.
  package static func of<Value: Encodable>(_ value: Value) -> String {
    let found = Found()
    // The encoder throws to end the walk as soon as the name is known.
    do { try value.encode(to: CaseEncoder(found: found)) } catch {}
    guard let name = found.name else {
      fatalError("\(Value.self) is not an enum with a synthesized `Codable` form")
    }
    return name
  }
}

private final class Found {
  var name: String?
}

private struct NameIsKnown: Error {}

private struct CaseEncoder: Encoder, SingleValueEncodingContainer {
  let found: Found
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CaseContainer<Key>(found: found))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { fatalError("an array cannot be a port's case") }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { throw NameIsKnown() }
  func encode<Value: Encodable>(_ value: Value) throws {
    if let name = value as? String { found.name = name }
    throw NameIsKnown()
  }
}

private struct CaseContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let found: Found
  var codingPath: [any CodingKey] { [] }

  private func find(_ key: Key) { if found.name == nil { found.name = key.stringValue } }

  mutating func encodeNil(forKey key: Key) throws { find(key) }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { find(key) }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    find(key)
    return KeyedEncodingContainer(CaseContainer<Nested>(found: found))
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    fatalError("an array cannot be a port's case")
  }
  mutating func superEncoder() -> any Encoder { CaseEncoder(found: found) }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    find(key)
    return CaseEncoder(found: found)
  }
}
