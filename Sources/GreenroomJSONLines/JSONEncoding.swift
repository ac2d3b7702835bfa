/// Encodes values of `Encodable` types as JSON, straight into a buffer: one line, members in the order of encoding.
///
/// A Double is written in its shortest form that reads back the same; one that is not finite is an error. Containers are
/// bounded by the depth limit of the scanner, so that whatever is written can be read.
package enum JSONEncoding {
  /// Appends the JSON of a value; after an error the buffer is as before.
  package static func encode<Value: Encodable>(_ value: Value, into output: inout [UInt8]) throws(PayloadError) {
    let writer = JSONWriter()
    try writer.fill(&output) { writer throws in try writer.encode(value, in: writer.root) }
  }

  /// Appends the payload of an enum's case: the object of its labelled members, or nothing for a case without any.
  ///
  /// The value has the synthesized form of an enum with associated values, or it is an enum of strings. A payload without
  /// label is an error. After an error the buffer is as before.
  /// - Returns: the name of the case.
  package static func encodeCase<Value: Encodable>(
    _ value: Value, into output: inout [UInt8]
  ) throws(PayloadError) -> String {
    let writer = JSONWriter()
    try writer.fill(&output) { writer throws in try value.encode(to: CaseEncoder(writer: writer)) }
    guard let name = writer.caseName else {
      throw PayloadError(path: "", message: "\(Value.self) encodes no case name; outputs are enums or structs of ports")
    }
    return name
  }
}
