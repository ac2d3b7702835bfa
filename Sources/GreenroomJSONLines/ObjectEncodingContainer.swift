/// An object that is being written, or the top of an enum, as Swift's keyed container. What it stands for is in its place,
/// so that the same container can stand for another object later.
struct ObjectEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: ObjectPlace

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) throws {
    try place.writeNull(key.stringValue)
  }
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try place.write(key.stringValue, or: value, upTo: 5) { $0.write(value ? "true" : "false") }
  }
  mutating func encode(_ value: String, forKey key: Key) throws { try place.write(key.stringValue, value) }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    try place.write(key.stringValue, or: value, upTo: ByteWriter.integerByteCount) { $0.write(value) }
  }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try place.write(key.stringValue, value: value)
  }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { place.nestedObject(key.stringValue) }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place.nestedArray(key.stringValue)
  }
  mutating func superEncoder() -> any Encoder { place.superEncoder }
  mutating func superEncoder(forKey key: Key) -> any Encoder { place.encoder(key.stringValue) }
}

/// Where a keyed container writes.
final class ObjectPlace {
  /// What is written there.
  enum Kind {
    case object
    /// The labelled values of a case, which must have labels.
    case payload
    /// An enum: the one key is the case's name and goes elsewhere, its value is the root.
    case caseName
  }

  /// nil when the encoding is over. Not counted: while a container is lent, its writer is in an encoding.
  @exclusivity(unchecked) private var writer: Unmanaged<JSONWriter>?
  /// The writer, if no end of an encoding will clear this place.
  @exclusivity(unchecked) private var keptWriter: JSONWriter?
  @exclusivity(unchecked) private var container = JSONOutput.Container.none
  @exclusivity(unchecked) private var kind = Kind.object
  /// How an error path reaches it from the value whose container it is.
  @exclusivity(unchecked) private var path = ""

  /// The name that Swift gives to the first value without label.
  static let unlabelled = "_0"

  /// Moves to where a value awaits an object. If there cannot be one, the encoding has failed.
  @inline(__always)
  func move(to place: ValueEncoder, _ kind: Kind, path: String) {
    writer = .passUnretained(place.writer)
    self.kind = kind
    if !self.path.isEmpty || !path.isEmpty { self.path = path }
    container = .none
    if kind != .caseName { open(place, isLazy: kind == .payload) }
  }

  private func open(_ place: ValueEncoder, isLazy: Bool) {
    do {
      container = try place.writer.output.container(isObject: true, isLazy: isLazy, in: place)
    } catch {
      place.writer.output.fail(error.inside(path))
    }
  }

  /// Nobody will clear this place: it holds its writer.
  func keep(_ writer: JSONWriter) { keptWriter = writer }

  /// The encoding is over.
  func clear() {
    writer = nil
    path = ""
  }

  /// Writes a member that is a scalar; `value` is what it is for an enum, whose payload it cannot be.
  @inline(__always)
  func write(
    _ name: String, or value: some Encodable, upTo byteCount: Int, _ write: (inout ByteWriter) -> Void
  ) throws {
    if kind == .caseName { return try self.write(name, value: value) }
    try withWriter(name) { writer throws(PayloadError) in
      try writer.output.writeScalar(in: container, name: name, upTo: byteCount, write)
    }
  }

  /// Writes a member that is null; a case has no payload then.
  func writeNull(_ name: String) throws {
    try withWriter(name) { writer throws(PayloadError) in
      if kind == .caseName { return try writer.setCaseName(name) }
      try writer.output.writeScalar(in: container, name: name, upTo: 4) { $0.write("null") }
    }
  }

  /// Writes a member that is a string.
  func write(_ name: String, _ text: String) throws {
    if kind == .caseName { return try write(name, value: text) }
    try withWriter(name) { writer throws(PayloadError) in
      try writer.output.writeString(in: container, name: name, text)
    }
  }

  /// Writes a member.
  func write(_ name: String, value: some Encodable) throws {
    try withWriter(name) { writer throws in
      if kind == .caseName {
        try writer.setCaseName(name)
        return try writer.encode(value, in: writer.root)
      }
      let container = container
      let element = try writer.output.beginElement(of: container, name: name)
      do {
        try writer.encode(value, in: ValueEncoder(writer: writer, depth: container.depth, element: element))
      } catch {
        throw PayloadError(wrapping: error).inside(name).inside(path)
      }
    }
  }

  func nestedObject<Key: CodingKey>(_ name: String) -> KeyedEncodingContainer<Key> {
    let place = encoder(name)
    return place.writer.keyedContainer(place, kind == .caseName ? .payload : .object, path: path(of: name))
  }

  func nestedArray(_ name: String) -> any UnkeyedEncodingContainer {
    ArrayEncodingContainer(in: encoder(name), path: path(of: name))
  }

  /// The place of a member for calls that cannot throw.
  func encoder(_ name: String) -> ValueEncoder {
    guard let writer else { return JSONWriter().root }
    return writer._withUnsafeGuaranteedRef { writer in
      do throws(PayloadError) {
        guard kind != .caseName else {
          try writer.setCaseName(name)
          return writer.root
        }
        let element = try writer.output.beginElement(of: container, name: name)
        return ValueEncoder(writer: writer, depth: container.depth, element: element)
      } catch {
        writer.output.fail(error.inside(path))
        return ValueEncoder(writer: writer, depth: 0, element: .max)
      }
    }
  }

  /// The place for what a class inherits; of an enum, which inherits nothing, it is the payload.
  var superEncoder: ValueEncoder {
    if kind == .caseName, let writer { return writer._withUnsafeGuaranteedRef { $0.root } }
    return encoder(PathKey.superKey.stringValue)
  }

  private func path(of name: String) -> String {
    if kind == .caseName { return "" }
    return path.isEmpty ? name : "\(path).\(name)"
  }

  /// Hands over the writer, if a member of this name can be written.
  @inline(__always)
  private func withWriter<Failure: Error>(
    _ name: String, _ body: (JSONWriter) throws(Failure) -> Void
  ) throws {
    guard let writer else { throw JSONOutput.closedError }
    try writer._withUnsafeGuaranteedRef { writer in
      if kind == .payload, name == Self.unlabelled {
        throw PayloadError(
          path: writer.caseName ?? "", message: "its payload has no label; write one, such as (value: …)")
      }
      try body(writer)
    }
  }
}
