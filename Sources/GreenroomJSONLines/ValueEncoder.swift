/// The place of one value that is being written, as Swift's `Encoder`.
///
/// Coding paths are empty: the path of an error is put together on its way out.
struct ValueEncoder: Encoder {
  let writer: JSONWriter
  /// The number of containers around the place.
  let depth: Int32
  let element: UInt32

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.keyedContainer(self, .object)
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { ArrayEncodingContainer(in: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Writes a whole value of at most so many bytes here, once.
  @inline(__always)
  func writeValue(upTo byteCount: Int, _ write: (inout ByteWriter) -> Void) throws {
    try writer.output.writeScalar(in: self, upTo: byteCount, write)
  }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { try writeValue(upTo: 4) { $0.write("null") } }
  func encode(_ value: Bool) throws { try writeValue(upTo: 5) { $0.write(value ? "true" : "false") } }
  func encode(_ value: String) throws { try writer.output.writeString(in: self, value) }
  func encode(_ value: Double) throws { try writeNumber(value) }
  func encode(_ value: Float) throws { try writeNumber(value) }
  func encode(_ value: Int) throws { try writeValue(upTo: ByteWriter.integerByteCount) { $0.write(value) } }
  func encode(_ value: Int8) throws { try encode(Int(value)) }
  func encode(_ value: Int16) throws { try encode(Int(value)) }
  func encode(_ value: Int32) throws { try encode(Int(value)) }
  func encode(_ value: Int64) throws { try encode(Int(value)) }
  func encode(_ value: UInt) throws { try encode(UInt64(value)) }
  func encode(_ value: UInt8) throws { try encode(Int(value)) }
  func encode(_ value: UInt16) throws { try encode(Int(value)) }
  func encode(_ value: UInt32) throws { try encode(Int(value)) }
  func encode(_ value: UInt64) throws { try writeText(String(value)) }
  func encode<Value: Encodable>(_ value: Value) throws { try writer.encode(value, in: self) }

  /// Swift's description is the shortest text that reads back the same, and valid JSON for every finite number.
  private func writeNumber(_ value: some BinaryFloatingPoint & CustomStringConvertible) throws {
    guard value.isFinite else { throw PayloadError(path: "", message: "\(value) has no JSON") }
    try writeText(value.description)
  }

  /// Writes text that is JSON already.
  private func writeText(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in try writeValue(upTo: bytes.count) { $0.write(bytes) } }
  }
}
