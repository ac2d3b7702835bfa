import GreenroomJSONLines

/// How values of one type become JSON: resolved once, at bind time, without a dynamic step for the plain types.
class PayloadWriter<Value: Encodable> {
  func write(
    _ value: Value, into output: inout [UInt8], _ storage: JSONEncodingStorage
  ) throws(PayloadError) {
    try JSONEncoding.encode(value, into: &output, storage: storage)
  }

  /// The writer for a type: a direct one for Bool, Int, String and what has a layout, else the coder's.
  static func resolved(_ resources: HostResources) -> PayloadWriter<Value> {
    if let layout = resources.layouts.object(Value.self) { return ObjectWriter(resources.payload, layout) }
    let direct: [AnyObject] = [BoolWriter(), IntWriter(), StringWriter()]
    for writer in direct {
      if let writer = writer as? PayloadWriter<Value> { return writer }
    }
    return PayloadWriter<Value>()
  }
}

private final class BoolWriter: PayloadWriter<Bool> {
  override func write(_ value: Bool, into output: inout [UInt8], _ storage: JSONEncodingStorage) {
    output.append(static: value ? "true" : "false")
  }
}

private final class IntWriter: PayloadWriter<Int> {
  override func write(_ value: Int, into output: inout [UInt8], _ storage: JSONEncodingStorage) {
    output.appendJSON(value)
  }
}

private final class StringWriter: PayloadWriter<String> {
  override func write(_ value: String, into output: inout [UInt8], _ storage: JSONEncodingStorage) {
    output.appendJSONString(value)
  }
}

private final class ObjectWriter<Value: Encodable>: PayloadWriter<Value> {
  private let payload: PayloadScratch
  private let layout: ObjectLayout

  init(_ payload: PayloadScratch, _ layout: ObjectLayout) {
    self.payload = payload
    self.layout = layout
  }

  override func write(
    _ value: Value, into output: inout [UInt8], _ storage: JSONEncodingStorage
  ) throws(PayloadError) {
    if payload.append(value, layout, to: &output) { return }
    try super.write(value, into: &output, storage)
  }
}
