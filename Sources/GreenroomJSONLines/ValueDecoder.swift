/// One JSON value as Swift's `Decoder`. The path is kept as a chain and written out only for an error.
final class ValueDecoder: Decoder {
  let text: ArraySlice<UInt8>
  private let parent: ValueDecoder?
  private let key: (any CodingKey)?
  let depth: Int
  /// For the top of an enum whose case name stands apart: `text` is the payload of that case.
  var caseName: String?
  private(set) var isCaseUnknown = false

  init(text: ArraySlice<UInt8>, parent: ValueDecoder?, key: (any CodingKey)?, depth: Int) {
    self.text = text
    self.parent = parent
    self.key = key
    self.depth = depth
  }

  var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + (key.map { [$0] } ?? []) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func child(_ text: ArraySlice<UInt8>, _ key: any CodingKey) throws -> ValueDecoder {
    guard depth < JSONScanner.defaultDepthLimit else {
      throw PayloadError(codingPath, "more than \(JSONScanner.defaultDepthLimit) containers inside one another")
    }
    return ValueDecoder(text: text, parent: self, key: key, depth: depth + 1)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if let caseName {
      isCaseUnknown = Key(stringValue: caseName) == nil
      return KeyedDecodingContainer(CaseContainer<Key>(decoder: self, name: caseName))
    }
    return KeyedDecodingContainer(try ObjectContainer<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try ElementsContainer(self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  // MARK: Values

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == RawJSON.self, let raw = RawJSON(Array(text)) as? Value { return raw }
    if type == String.self, let string = try decode(String.self) as? Value { return string }
    return try Value(from: self)
  }

  func mismatch(_ expected: String) -> PayloadError { PayloadError(codingPath, "expected \(expected), found \(found)") }

  /// What stands there, for people.
  private var found: String {
    switch text.first {
    case 0x7b: "an object"
    case 0x5b: "an array"
    case 0x22: "a string"
    case 0x74, 0x66: "a Bool"
    case 0x6e: "null"
    case nil: "nothing"
    default: "the number \(String(decoding: text.prefix(32), as: UTF8.self))"
    }
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { caseName == nil && text.first == 0x6e }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch text.first {
    case 0x74: return true
    case 0x66: return false
    default: throw mismatch("Bool")
    }
  }

  func decode(_ type: String.Type) throws -> String {
    if let caseName {
      // An enum of words reads its word here: if it throws then, it has no such case.
      isCaseUnknown = true
      return caseName
    }
    guard text.count >= 2, text.first == 0x22 else { throw mismatch("String") }
    let inner = text[(text.startIndex + 1)..<(text.endIndex - 1)]
    return inner.withUnsafeBufferPointer { bytes in
      let hasEscapes = bytes.count > 0 && bytes.contains(0x5c)
      return hasEscapes ? String(decoding: JSONText.unescaped(bytes), as: UTF8.self) : String(decoding: bytes, as: UTF8.self)
    }
  }

  func decode(_ type: Double.Type) throws -> Double { try floating(Double.self) }
  func decode(_ type: Float.Type) throws -> Float { try floating(Float.self) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  private var isNumber: Bool { text.first.map { $0 == 0x2d || ($0 >= 0x30 && $0 <= 0x39) } ?? false }

  private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    guard isNumber else { throw mismatch("\(Value.self)") }
    if let value = JSONDecoding.integer(text).flatMap({ Value(exactly: $0) }) { return value }
    if let value = Value(String(decoding: text.prefix(32), as: UTF8.self)), text.count <= 32 { return value }
    throw mismatch("\(Value.self), which it does not fit")
  }

  private func floating<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Value.Type) throws -> Value {
    guard isNumber, text.count <= JSONScanner.numberLimit else { throw mismatch("\(Value.self)") }
    guard let value = Value(String(decoding: text, as: UTF8.self)), value.isFinite else {
      throw mismatch("\(Value.self), which it does not fit")
    }
    return value
  }
}
