/// An array that is being written.
struct ArrayEncodingContainer: UnkeyedEncodingContainer {
  private let writer: JSONWriter
  private let container: JSONOutput.Container
  /// How an error path reaches it from the value whose container it is.
  private let path: String
  private(set) var count = 0

  init(in place: ValueEncoder, path: String = "") {
    writer = place.writer
    self.path = path
    do {
      container = try writer.output.container(isObject: false, in: place)
    } catch {
      writer.output.fail(error.inside(path))
      container = .none
    }
  }

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  private mutating func write(upTo byteCount: Int, _ write: (inout ByteWriter) -> Void) throws {
    try writer.output.writeScalar(in: container, name: nil, upTo: byteCount, write)
    count += 1
  }

  /// The place of an element for calls that cannot throw.
  private mutating func place() -> ValueEncoder {
    count += 1
    do {
      let element = try writer.output.beginElement(of: container, name: nil)
      return ValueEncoder(writer: writer, depth: container.depth, element: element)
    } catch {
      writer.output.fail(error.inside(path))
      return ValueEncoder(writer: writer, depth: 0, element: .max)
    }
  }

  mutating func encodeNil() throws { try write(upTo: 4) { $0.write("null") } }
  mutating func encode(_ value: Bool) throws { try write(upTo: 5) { $0.write(value ? "true" : "false") } }
  mutating func encode(_ value: String) throws {
    try writer.output.writeString(in: container, name: nil, value)
    count += 1
  }
  mutating func encode(_ value: Int) throws { try write(upTo: ByteWriter.integerByteCount) { $0.write(value) } }
  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let element = try writer.output.beginElement(of: container, name: nil)
    do {
      try writer.encode(value, in: ValueEncoder(writer: writer, depth: container.depth, element: element))
    } catch {
      throw PayloadError(wrapping: error).inside("[\(count)]").inside(path)
    }
    count += 1
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let path = "\(path)[\(count)]"
    return writer.keyedContainer(place(), .object, path: path)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let path = "\(path)[\(count)]"
    return ArrayEncodingContainer(in: place(), path: path)
  }
  mutating func superEncoder() -> any Encoder { place() }
}
