/// An object that is being written.
struct ObjectEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  let serial: Int

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func member(_ key: Key) throws {
    if encoder.isCase, encoder.isPayload(serial), key.stringValue == "_0" {
      throw PayloadError(path: encoder.caseName ?? "", message: "its payload has no label; write one, such as (value: …)")
    }
    try encoder.element(of: serial, key: key)
  }

  mutating func encodeNil(forKey key: Key) throws {
    try member(key)
    encoder.bytes.append(static: "null")
  }
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try member(key)
    encoder.writeBool(value)
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    try member(key)
    encoder.bytes.appendJSONString(value)
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    try member(key)
    encoder.bytes.appendJSON(value)
  }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try member(key)
    do {
      try encoder.write(value, key: key)
    } catch let error as PayloadError {
      let separator = error.path.isEmpty || error.path.hasPrefix("[") ? "" : "."
      throw PayloadError(path: "\(key.stringValue)\(separator)\(error.path)", message: error.message)
    }
  }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    begin(key)
    return KeyedEncodingContainer(
      ObjectEncodingContainer<NestedKey>(encoder: encoder, serial: encoder.begin(isObject: true, key: key)))
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    begin(key)
    return ArrayEncodingContainer(encoder: encoder, serial: encoder.begin(isObject: false, key: key))
  }
  mutating func superEncoder() -> any Encoder {
    do { try encoder.element(of: serial, key: PathKey.superKey) } catch { encoder.fail("\(error)") }
    return encoder
  }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    begin(key)
    return encoder
  }

  private func begin(_ key: Key) {
    do { try member(key) } catch { encoder.fail("\(error)") }
  }
}

/// The top of an enum: its one key is the case's name, its value the payload.
struct CaseEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) throws { try encoder.takeCaseName(key) }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encoder.takeCaseName(key)
    encoder.isCase = false
    try encoder.write(value, key: key)
  }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    do { try encoder.takeCaseName(key) } catch { encoder.fail("\(error)") }
    let serial = encoder.begin(isObject: true, isLazy: true, key: nil)
    encoder.payloadSerial = serial
    return KeyedEncodingContainer(ObjectEncodingContainer<NestedKey>(encoder: encoder, serial: serial))
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    do { try encoder.takeCaseName(key) } catch { encoder.fail("\(error)") }
    return ArrayEncodingContainer(encoder: encoder, serial: encoder.begin(isObject: false, key: key))
  }
  mutating func superEncoder() -> any Encoder { encoder }
  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

/// An array that is being written.
struct ArrayEncodingContainer: UnkeyedEncodingContainer {
  let encoder: ValueEncoder
  let serial: Int
  private(set) var count = 0

  init(encoder: ValueEncoder, serial: Int) {
    self.encoder = encoder
    self.serial = serial
  }

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws {
    try encoder.element(of: serial, key: nil)
    encoder.bytes.append(static: "null")
    count += 1
  }
  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try encoder.element(of: serial, key: nil)
    do {
      try encoder.write(value, key: nil)
    } catch let error as PayloadError {
      let separator = error.path.isEmpty || error.path.hasPrefix("[") ? "" : "."
      throw PayloadError(path: "[\(count)]\(separator)\(error.path)", message: error.message)
    }
    count += 1
  }
  private mutating func begin() {
    do { try encoder.element(of: serial, key: nil) } catch { encoder.fail("\(error)") }
    count += 1
  }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    begin()
    return KeyedEncodingContainer(
      ObjectEncodingContainer<NestedKey>(encoder: encoder, serial: encoder.begin(isObject: true, key: nil)))
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    begin()
    return ArrayEncodingContainer(encoder: encoder, serial: encoder.begin(isObject: false, key: nil))
  }
  mutating func superEncoder() -> any Encoder {
    begin()
    return encoder
  }
}
