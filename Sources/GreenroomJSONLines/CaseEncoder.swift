/// The top of an enum whose case name goes elsewhere: only its payload is written.
struct CaseEncoder: Encoder {
  let writer: JSONWriter

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.keyedContainer(writer.root, .caseName)
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.output.fail(PayloadError(path: "", message: "an array at the top: this is no enum"))
    return ArrayEncodingContainer(in: writer.root)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { CaseNameEncodingContainer(writer: writer) }
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
