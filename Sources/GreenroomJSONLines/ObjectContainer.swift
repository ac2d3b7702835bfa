/// An object, or the top of an enum, as Swift's keyed container. Names are compared as UTF-8; the members are searched where they stand.
///
/// Which object it is stands in its state, so that the same container can be another object later.
struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let state: ObjectState

  var codingPath: [any CodingKey] { state.decoder.codingPath }

  var allKeys: [Key] {
    if let caseName = state.caseName { return Key(stringValue: caseName).map { [$0] } ?? [] }
    return state.names.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { state.find(key.stringValue) != nil }

  @inline(__always)
  private func value(_ key: Key) throws -> ValueDecoder {
    guard let value = state.find(key.stringValue) else { throw state.decoder.missing(key) }
    return state.decoder.at(value)
  }

  /// nil if the member is absent or null.
  @inline(__always)
  private func present(_ key: Key) -> ValueDecoder? { state.present(key.stringValue) }

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
  func superDecoder() throws -> any Decoder {
    let key = PathKey.superKey
    guard let value = state.find(key.stringValue) else { throw state.decoder.missing(key) }
    return state.decoder.at(value)
  }
  func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

/// Which object a keyed container is.
final class ObjectState {
  /// The object's place in its document, or that of a case's payload; nil when the decoding is over.
  @exclusivity(unchecked) private var place: ValueDecoder?
  /// Of an enum the name of its case: its one member, whose value is the payload.
  @exclusivity(unchecked) private(set) var caseName: String?
  /// Where the search for the next member begins; nil in a small object, whose members are searched from the first one each
  /// time. So members that are asked for in the order of the text cost one step each in a large one, such as a dictionary.
  @exclusivity(unchecked) private var cursor: Int?

  private static let smallCount = 16

  /// Moves to an object, or to the payload of a case.
  func move(to place: ValueDecoder, _ caseName: String?) throws {
    let object = Int(place.entry)
    self.caseName = caseName
    guard caseName != nil || place.document.isObject(object) else { throw place.mismatch("an object") }
    self.place = place
    cursor = place.document.entries[object].count > Self.smallCount ? object + 1 : nil
  }

  /// The decoding is over.
  func clear() {
    place = nil
    caseName = nil
  }

  var decoder: ValueDecoder {
    @inline(__always) get {
      guard let place else { preconditionFailure("BUG: a container is in use and has been given back") }
      return place
    }
  }

  var names: [String] {
    let document = decoder.document
    return document.children(of: Int(decoder.entry)).map { document.string($0) }
  }

  /// The value of a member.
  func find(_ name: String) -> Int? {
    let (document, object) = (decoder.document, Int(decoder.entry))
    if let caseName { return name == caseName ? object : nil }
    guard let value = document.member(name, of: object, from: cursor) else { return nil }
    if cursor != nil {
      let next = Int(document.entries[value].next)
      cursor = next < Int(document.entries[object].next) ? next : object + 1
    }
    return value
  }

  /// The value of a member; nil if it is absent or null.
  func present(_ name: String) -> ValueDecoder? {
    guard let value = find(name), decoder.document.firstByte(value) != 0x6e else { return nil }
    return decoder.at(value)
  }
}
