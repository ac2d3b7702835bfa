/// An array as Swift's unkeyed container.
struct ElementsContainer: UnkeyedDecodingContainer {
  private let array: ValueDecoder
  private var next: Int32
  private var index: Int32 = 0

  init(_ decoder: ValueDecoder) throws {
    guard decoder.document.firstByte(Int(decoder.entry)) == 0x5b else { throw decoder.mismatch("an array") }
    array = decoder
    next = decoder.entry + 1
  }

  var codingPath: [any CodingKey] { array.codingPath }
  var count: Int? { Int(array.document.entries[Int(array.entry)].count) }
  var currentIndex: Int { Int(index) }
  var isAtEnd: Bool { next >= array.document.entries[Int(array.entry)].next }

  @inline(__always)
  private mutating func take<Value>(_ decode: (ValueDecoder) throws -> Value) throws -> Value {
    guard !isAtEnd else { throw array.missing(PathKey(intValue: Int(index))) }
    let value = try decode(array.at(Int(next)))
    advance()
    return value
  }

  private mutating func advance() {
    next = Int32(truncatingIfNeeded: array.document.entries[Int(next)].next)
    index += 1
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw array.missing(PathKey(intValue: Int(index))) }
    guard array.at(Int(next)).decodeNil() else { return false }
    advance()
    return true
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try take { try $0.decode(type) } }
  mutating func decode(_ type: String.Type) throws -> String { try take { try $0.decode(type) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try take { try $0.decode(type) } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take { try $0.decode(type) } }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> { try take { try $0.container(keyedBy: type) } }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take { try $0.unkeyedContainer() }
  }
  mutating func superDecoder() throws -> any Decoder { try take { $0 } }
}
