/// An enum whose case name stands apart from its payload: together they are what `{"name":payload}` would be.
struct CaseDecoder: Decoder {
  let document: JSONDocument
  let name: String

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func unknown(_ name: String) -> String { "no case named \"\(name)\"" }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let key = Key(stringValue: name) else { throw PayloadError(path: "", message: Self.unknown(name)) }
    return KeyedDecodingContainer(CaseContainer(payload: ValueDecoder(document: document), key: key))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw PayloadError(path: "", message: "a type that is an array in JSON has no cases")
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { CaseNameContainer(name: name) }
}

/// The object of one member, whose value is the payload.
private struct CaseContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let payload: ValueDecoder
  let key: Key

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [key] }
  func contains(_ key: Key) -> Bool { key.stringValue == self.key.stringValue }

  private func value(_ key: Key) throws -> ValueDecoder {
    guard contains(key) else { throw PayloadError([key], "missing") }
    return payload
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try value(key).decode(type) }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try value(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try value(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { throw PayloadError([PathKey.superKey], "missing") }
  func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

/// The case name as the raw value of an enum of strings.
private struct CaseNameContainer: SingleValueDecodingContainer {
  let name: String

  var codingPath: [any CodingKey] { [] }
  func decodeNil() -> Bool { false }
  func decode(_ type: String.Type) throws -> String { name }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let text = name as? Value { return text }
    throw PayloadError(path: "", message: "the cases of an enum of \(type) have no names")
  }
}
