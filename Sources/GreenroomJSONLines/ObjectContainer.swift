/// An object as Swift's keyed container. Names are compared as UTF-8; the members are searched where they stand.
struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: ValueDecoder
  /// Where the next search begins; only large objects, such as dictionaries, have one.
  private let cursor: MemberCursor?

  /// Fewer members are searched from the first one each time.
  private static var smallCount: Int { 16 }

  init(_ decoder: ValueDecoder) throws {
    let object = Int(decoder.entry)
    guard decoder.document.isObject(object) else { throw decoder.mismatch("an object") }
    self.decoder = decoder
    cursor = decoder.document.entries[object].count > Self.smallCount ? MemberCursor(object + 1) : nil
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    decoder.document.children(of: Int(decoder.entry)).compactMap { Key(stringValue: decoder.document.string($0)) }
  }

  @inline(__always)
  private func find(_ key: some CodingKey) -> Int? {
    let object = Int(decoder.entry)
    guard let cursor else { return decoder.document.member(key.stringValue, of: object) }
    return cursor.find(key.stringValue, of: object, in: decoder.document)
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  @inline(__always)
  private func value(_ key: some CodingKey) throws -> ValueDecoder {
    guard let value = find(key) else { throw decoder.missing(key) }
    return decoder.at(value)
  }

  /// nil if the member is absent or null.
  @inline(__always)
  private func present(_ key: Key) -> ValueDecoder? {
    guard let value = find(key), decoder.document.firstByte(value) != 0x6e else { return nil }
    return decoder.at(value)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key).decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try value(key).decode(type) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key)?.decode(type) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key)?.decode(type) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(key)?.decode(type) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.decode(type) }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try present(key)?.decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try value(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try value(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { try value(PathKey.superKey) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

/// Remembers where the last member was found, so that members asked for in the order of the text cost one step each.
final class MemberCursor {
  private var first: Int
  init(_ first: Int) { self.first = first }

  func find(_ name: String, of object: Int, in document: JSONDocument) -> Int? {
    guard let value = document.member(name, of: object, from: first) else { return nil }
    let next = Int(document.entries[value].next)
    first = next < Int(document.entries[object].next) ? next : object + 1
    return value
  }
}
