import GreenroomJSONLines

/// How values of one type are read from JSON: resolved once, at bind time, without a dynamic step and without an index of the
/// text for the plain types. What the direct readers do not take goes to the coder, which says what is wrong with it.
class PayloadReader<Value: Decodable> {
  func read(_ value: ArraySlice<UInt8>, _ storage: JSONDecodingStorage) throws(PayloadError) -> Value {
    try JSONDecoding.decode(Value.self, from: value, storage: storage)
  }

  /// The reader for a type: a direct one for Bool, Int, Double, String and what has a layout, else the coder's.
  static func resolved(_ layouts: PayloadLayouts) -> PayloadReader<Value> {
    if let layout = layouts.object(Value.self) { return ObjectReader(layout) }
    let direct: [AnyObject] = [BoolReader(), IntReader(), DoubleReader(), StringReader()]
    for reader in direct {
      if let reader = reader as? PayloadReader<Value> { return reader }
    }
    return PayloadReader<Value>()
  }
}

private final class BoolReader: PayloadReader<Bool> {
  override func read(_ value: ArraySlice<UInt8>, _ storage: JSONDecodingStorage) throws(PayloadError) -> Bool {
    if value.elementsEqual("true".utf8) { return true }
    if value.elementsEqual("false".utf8) { return false }
    return try super.read(value, storage)
  }
}

private final class IntReader: PayloadReader<Int> {
  override func read(_ value: ArraySlice<UInt8>, _ storage: JSONDecodingStorage) throws(PayloadError) -> Int {
    if let number = JSONDecoding.integer(value) { return number }
    return try super.read(value, storage)
  }
}

private final class DoubleReader: PayloadReader<Double> {
  override func read(_ value: ArraySlice<UInt8>, _ storage: JSONDecodingStorage) throws(PayloadError) -> Double {
    if let number = JSONDecoding.number(value) { return number }
    return try super.read(value, storage)
  }
}

private final class StringReader: PayloadReader<String> {
  override func read(_ value: ArraySlice<UInt8>, _ storage: JSONDecodingStorage) throws(PayloadError) -> String {
    if let text = JSONDecoding.plainString(value) { return text }
    return try super.read(value, storage)
  }
}

private final class ObjectReader<Value: Decodable>: PayloadReader<Value> {
  private let layout: ObjectLayout
  init(_ layout: ObjectLayout) { self.layout = layout }

  override func read(_ value: ArraySlice<UInt8>, _ storage: JSONDecodingStorage) throws(PayloadError) -> Value {
    if let read = value.withUnsafeBufferPointer({ layout.value(Value.self, $0) }) { return read }
    return try super.read(value, storage)
  }
}
