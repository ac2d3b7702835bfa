/// Encodes values of `Encodable` types as JSON, straight into a buffer: one line, members in the order of encoding.
package enum JSONEncoding {
  /// Appends the JSON of a value; after an error the buffer is as before.
  package static func encode<Value: Encodable>(_ value: Value, into output: inout [UInt8]) throws(PayloadError) {
    let start = output.count
    let encoder = ValueEncoder()
    swap(&encoder.bytes, &output)
    defer { swap(&encoder.bytes, &output) }
    do {
      try encoder.write(value, key: nil)
      encoder.close(downTo: 0)
      if let error = encoder.failure { throw error }
    } catch {
      encoder.bytes.removeSubrange(start...)
      throw PayloadError(wrapping: error)
    }
  }

  /// Appends the payload of an enum's case: the object of its labelled members, or nothing for a case without any.
  ///
  /// - Returns: the name of the case.
  package static func encodeCase<Value: Encodable>(
    _ value: Value, into output: inout [UInt8]
  ) throws(PayloadError) -> String {
    let start = output.count
    let encoder = ValueEncoder()
    encoder.isCase = true
    swap(&encoder.bytes, &output)
    defer { swap(&encoder.bytes, &output) }
    do {
      try value.encode(to: encoder)
      encoder.close(downTo: 0)
      if let error = encoder.failure { throw error }
    } catch {
      encoder.bytes.removeSubrange(start...)
      throw PayloadError(wrapping: error)
    }
    guard let name = encoder.caseName else {
      throw PayloadError(path: "", message: "\(Value.self) encodes no case name; outputs are enums or structs of ports")
    }
    return name
  }
}
