/// Encodes values of `Encodable` types as JSON, straight into a buffer: one line, members in the order of encoding.
///
/// A Double is written in its shortest form that reads back the same; one that is not finite is an error. Containers are
/// bounded by the depth limit of the scanner, so that whatever is written can be read.
package enum JSONEncoding {
  /// Appends the JSON of a value; after an error the buffer is as before. Somebody who encodes much gives a storage.
  package static func encode<Value: Encodable>(
    _ value: Value, into output: inout [UInt8], storage: JSONEncodingStorage? = nil
  ) throws(PayloadError) {
    let writer = storage?.take() ?? JSONWriter()
    defer { storage?.giveBack(writer) }
    try writer.fill { writer throws in try writer.encode(value, in: writer.root) }
    writer.withBytes { output.append(contentsOf: $0) }
  }

  /// Hands over the name of an enum's case and its payload: the object of its labelled members, or nothing for a case
  /// without any.
  ///
  /// The value has the synthesized form of an enum with associated values, or it is an enum of strings. A payload without
  /// label is an error. Somebody who encodes much gives a storage; what `body` encodes with it has a writer of its own.
  package static func withCase<Value: Encodable, Result>(
    of value: Value, storage: JSONEncodingStorage? = nil, _ body: (String, UnsafeBufferPointer<UInt8>) -> Result
  ) throws(PayloadError) -> Result {
    let writer = storage?.take() ?? JSONWriter()
    defer { storage?.giveBack(writer) }
    try writer.fill { writer throws in try value.encode(to: CaseEncoder(writer: writer)) }
    guard let name = writer.caseName else {
      throw PayloadError(path: "", message: "\(Value.self) encodes no case name; outputs are enums or structs of ports")
    }
    return writer.withBytes { body(name, $0) }
  }
}

/// What an encoding needs beside its buffer, kept for the next one. Belongs to one thread.
package final class JSONEncodingStorage {
  @exclusivity(unchecked) private var writer = JSONWriter(isKept: true)
  @exclusivity(unchecked) private var isInUse = false

  package init() {}

  /// Lends the writer, a new one if an encoding runs inside another, or if somebody has kept the old one, such as a
  /// container that outlives its encoding.
  func take() -> JSONWriter {
    if isInUse { return JSONWriter() }
    isInUse = true
    if isKnownUniquelyReferenced(&writer) { writer.reset() } else { writer = JSONWriter(isKept: true) }
    return writer
  }

  func giveBack(_ lent: JSONWriter) {
    if lent === writer { isInUse = false }
  }
}
