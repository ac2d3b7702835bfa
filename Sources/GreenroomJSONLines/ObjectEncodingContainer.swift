/// An object that is being written.
struct ObjectEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let writer: JSONWriter
  private let container: JSONOutput.Container
  /// Whether it is the payload of a case, whose values must have labels.
  private let isPayload: Bool
  /// How an error path reaches it from the value whose container it is.
  private let path: String

  /// The name that Swift gives to the first value without label.
  private static var unlabelled: String { "_0" }

  init(in place: ValueEncoder, path: String = "", isPayload: Bool = false) {
    writer = place.writer
    self.path = path
    self.isPayload = isPayload
    do {
      container = try writer.output.container(isObject: true, isLazy: isPayload, in: place)
    } catch {
      writer.output.fail(error.inside(path))
      container = .none
    }
  }

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  private func name(_ key: Key) throws(PayloadError) -> String {
    let name = key.stringValue
    if isPayload, name == Self.unlabelled {
      throw PayloadError(
        path: writer.caseName ?? "", message: "its payload has no label; write one, such as (value: …)")
    }
    return name
  }

  @inline(__always)
  private func write(_ key: Key, _ write: (inout [UInt8]) -> Void) throws {
    try writer.output.writeScalar(in: container, name: try name(key), write)
  }

  /// The place of a member for calls that cannot throw.
  private func place(_ name: String) -> ValueEncoder {
    do {
      let element = try writer.output.beginElement(of: container, name: name)
      return ValueEncoder(writer: writer, depth: container.depth, element: element)
    } catch {
      writer.output.fail(error.inside(path))
      return ValueEncoder(writer: writer, depth: 0, element: .max)
    }
  }

  mutating func encodeNil(forKey key: Key) throws { try write(key) { $0.append(static: "null") } }
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try write(key) { $0.append(static: value ? "true" : "false") }
  }
  mutating func encode(_ value: String, forKey key: Key) throws { try write(key) { $0.appendJSONString(value) } }
  mutating func encode(_ value: Int, forKey key: Key) throws { try write(key) { $0.appendJSON(value) } }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let name = try name(key)
    let element = try writer.output.beginElement(of: container, name: name)
    do {
      try writer.encode(value, in: ValueEncoder(writer: writer, depth: container.depth, element: element))
    } catch {
      throw PayloadError(wrapping: error).inside(name).inside(path)
    }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let name = key.stringValue
    return KeyedEncodingContainer(
      ObjectEncodingContainer<NestedKey>(in: place(name), path: path.isEmpty ? name : "\(path).\(name)"))
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let name = key.stringValue
    return ArrayEncodingContainer(in: place(name), path: path.isEmpty ? name : "\(path).\(name)")
  }
  mutating func superEncoder() -> any Encoder { place(PathKey.superKey.stringValue) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { place(key.stringValue) }
}
