/// An enum whose case name stands apart from its payload: together they are what `{"name":payload}` would be.
struct CaseDecoder: Decoder {
  let document: JSONDocument
  let name: String

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func unknown(_ name: String) -> String { "no case named \"\(name)\"" }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard Key(stringValue: name) != nil else { throw PayloadError(path: "", message: Self.unknown(name)) }
    return try ValueDecoder(document: document).container(keyedBy: type, caseName: name)
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw PayloadError(path: "", message: "a type that is an array in JSON has no cases")
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { CaseNameContainer(name: name) }
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
