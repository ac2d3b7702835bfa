/// The top of an enum whose case name goes elsewhere: only its payload is written.
struct CaseEncoder: Encoder {
  let writer: JSONWriter

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CaseEncodingContainer<Key>(writer: writer))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.output.fail(PayloadError(path: "", message: "an array at the top: this is no enum"))
    return ArrayEncodingContainer(in: writer.root)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { CaseNameEncodingContainer(writer: writer) }
}

/// The top of an enum: its one key is the case's name, its value the payload.
private struct CaseEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: JSONWriter

  var codingPath: [any CodingKey] { [] }

  private func setName(_ key: Key) {
    do { try writer.setCaseName(key.stringValue) } catch { writer.output.fail(error) }
  }

  mutating func encodeNil(forKey key: Key) throws { setName(key) }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    setName(key)
    try writer.encode(value, in: writer.root)
  }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    setName(key)
    return KeyedEncodingContainer(ObjectEncodingContainer<NestedKey>(in: writer.root, isPayload: true))
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    setName(key)
    return ArrayEncodingContainer(in: writer.root)
  }
  mutating func superEncoder() -> any Encoder { writer.root }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    setName(key)
    return writer.root
  }
}

/// An enum of strings: its raw value is the case's name, and there is no payload.
private struct CaseNameEncodingContainer: SingleValueEncodingContainer {
  let writer: JSONWriter

  var codingPath: [any CodingKey] { [] }

  mutating func encode(_ value: String) throws { try writer.setCaseName(value) }
  mutating func encodeNil() throws { throw noName("nil") }
  mutating func encode<Value: Encodable>(_ value: Value) throws { throw noName("\(value)") }

  private func noName(_ value: String) -> PayloadError {
    PayloadError(path: "", message: "\(value) at the top: this is no enum")
  }
}
