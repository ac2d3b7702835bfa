/// An object as Swift's keyed container. Names are compared as UTF-8.
struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: ValueDecoder
  private let members: [ObjectMembers.Member]

  init(_ decoder: ValueDecoder) throws {
    self.decoder = decoder
    guard decoder.text.first == 0x7b else { throw decoder.mismatch("an object") }
    members = try ObjectMembers(decoder.text).all
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] { members.compactMap { Key(stringValue: String(decoding: name($0), as: UTF8.self)) } }

  private func name(_ member: ObjectMembers.Member) -> ArraySlice<UInt8> {
    let name = decoder.text[member.name]
    return member.hasEscapes ? JSONDecoding.unescapedName(name)[...] : name
  }

  private func find(_ key: some CodingKey) -> ArraySlice<UInt8>? {
    var wanted = key.stringValue
    return wanted.withUTF8 { wanted in
      for member in members {
        if !member.hasEscapes, member.name.count != wanted.count { continue }
        if name(member).elementsEqual(wanted) { return decoder.text[member.value] }
      }
      return nil
    }
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  private func child(_ key: some CodingKey) throws -> ValueDecoder {
    guard let value = find(key) else { throw PayloadError(codingPath + [key], "missing") }
    return try decoder.child(value, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try child(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try child(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try child(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try child(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try child(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try child(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try child(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try child(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try child(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try child(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try child(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try child(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try child(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try child(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try child(key).decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try child(key).decode(type) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try child(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { try child(PathKey.superKey) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
}

/// The single case of an enum whose name and payload stand apart.
struct CaseContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let name: String

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { Key(stringValue: name).map { [$0] } ?? [] }
  func contains(_ key: Key) -> Bool { key.stringValue == name }
  private func payload(_ key: Key) throws -> ValueDecoder { try decoder.child(decoder.text, key) }
  func decodeNil(forKey key: Key) throws -> Bool { false }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try payload(key).decode(type) }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try payload(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try payload(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try payload(key) }
}

/// An array as Swift's unkeyed container.
struct ElementsContainer: UnkeyedDecodingContainer {
  private let decoder: ValueDecoder
  private let elements: [Range<Int>]
  private(set) var currentIndex = 0

  init(_ decoder: ValueDecoder) throws {
    guard let elements = ValueWalk.elements(decoder.text) else { throw decoder.mismatch("an array") }
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  private func peek() throws -> ValueDecoder {
    let key = PathKey(intValue: currentIndex)
    guard !isAtEnd else { throw PayloadError(codingPath + [key], "missing") }
    return try decoder.child(decoder.text[elements[currentIndex]], key)
  }

  private mutating func take<Value>(_ decode: (ValueDecoder) throws -> Value) throws -> Value {
    let value = try decode(try peek())
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard try peek().decodeNil() else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take { try $0.decode(type) } }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> { try take { try $0.container(keyedBy: type) } }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take { try $0.unkeyedContainer() }
  }
  mutating func superDecoder() throws -> any Decoder { try take { $0 } }
}
