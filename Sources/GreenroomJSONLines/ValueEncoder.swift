/// Writes JSON while Swift's `Encoder` protocol is being called.
///
/// A container is closed when a container outside it is written to, or at the end. Hence the one limit: containers of one
/// value are written one after the other; to go on with a closed one is an error.
final class ValueEncoder: Encoder {
  var bytes: [UInt8] = []
  /// The first error of a call that cannot throw.
  private(set) var failure: PayloadError?

  /// The top value is an enum whose case name goes elsewhere.
  var isCase = false
  private(set) var caseName: String?
  /// The object of the case's payload.
  var payloadSerial = 0
  func isPayload(_ serial: Int) -> Bool { serial == payloadSerial }

  private struct Open {
    var serial: Int
    var isObject: Bool
    var isEmpty = true
    /// Nothing is written for it until its first member: the payload of a case.
    var isLazy = false
    var key: (any CodingKey)?
  }
  private var open: [Open] = []
  private var lastSerial = 0

  var codingPath: [any CodingKey] { open.compactMap(\.key) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  // MARK: Containers

  func begin(isObject: Bool, isLazy: Bool = false, key: (any CodingKey)?) -> Int {
    if open.count >= JSONScanner.defaultDepthLimit {
      fail("more than \(JSONScanner.defaultDepthLimit) containers inside one another")
    }
    lastSerial += 1
    open.append(Open(serial: lastSerial, isObject: isObject, isLazy: isLazy, key: key))
    if !isLazy { bytes.append(isObject ? 0x7b : 0x5b) }
    return lastSerial
  }

  func fail(_ message: String) {
    if failure == nil { failure = PayloadError(codingPath, message) }
  }

  func close(downTo count: Int) {
    while open.count > count {
      let container = open.removeLast()
      if container.isLazy, container.isEmpty { continue }
      bytes.append(container.isObject ? 0x7d : 0x5d)
    }
  }

  /// Makes a container the innermost and writes what stands before its next element.
  func element(of serial: Int, key: (any CodingKey)?) throws {
    if let failure { throw failure }
    guard let position = open.lastIndex(where: { $0.serial == serial }) else {
      throw PayloadError(codingPath, "a container was written to after another one: write them one after the other")
    }
    close(downTo: position + 1)
    if open[position].isEmpty {
      open[position].isEmpty = false
      if open[position].isLazy { bytes.append(0x7b) }
    } else {
      bytes.append(0x2c)
    }
    if let key {
      bytes.appendJSONString(key.stringValue)
      bytes.append(0x3a)
    }
  }

  /// The key of the only member of an enum's object: its case.
  func takeCaseName(_ key: any CodingKey) throws {
    guard caseName == nil else { throw PayloadError(path: "", message: "two keys at the top: this is no enum") }
    caseName = key.stringValue
  }

  func setCaseName(_ name: String) { caseName = name }

  // MARK: Values

  func write<Value: Encodable>(_ value: Value, key: (any CodingKey)?) throws {
    if let raw = value as? RawJSON {
      bytes.append(contentsOf: raw.bytes)
      return
    }
    let depth = open.count
    let start = bytes.count
    try value.encode(to: self)
    close(downTo: depth)
    // A type that encodes nothing at all still has to be a value.
    if bytes.count == start { bytes.append(static: "{}") }
  }

  func writeDouble(_ value: Double) throws {
    guard value.isFinite else { throw PayloadError(codingPath, "\(value) has no JSON") }
    bytes.append(contentsOf: value.description.utf8)
  }

  func writeFloat(_ value: Float) throws {
    guard value.isFinite else { throw PayloadError(codingPath, "\(value) has no JSON") }
    bytes.append(contentsOf: value.description.utf8)
  }

  func writeBool(_ value: Bool) { bytes.append(static: value ? "true" : "false") }
  func writeInteger(_ value: some BinaryInteger) {
    if let small = Int(exactly: value) { bytes.appendJSON(small) } else { bytes.append(contentsOf: String(value).utf8) }
  }

  // MARK: Encoder

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if isCase, open.isEmpty { return KeyedEncodingContainer(CaseEncodingContainer<Key>(encoder: self)) }
    return KeyedEncodingContainer(
      ObjectEncodingContainer<Key>(encoder: self, serial: begin(isObject: true, key: nil)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if isCase, open.isEmpty { fail("an array at the top: this is no enum") }
    return ArrayEncodingContainer(encoder: self, serial: begin(isObject: false, key: nil))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { bytes.append(static: "null") }
  func encode(_ value: Bool) throws { writeBool(value) }
  func encode(_ value: String) throws {
    if isCase, open.isEmpty { setCaseName(value) } else { bytes.appendJSONString(value) }
  }
  func encode(_ value: Double) throws { try writeDouble(value) }
  func encode(_ value: Float) throws { try writeFloat(value) }
  func encode(_ value: Int) throws { bytes.appendJSON(value) }
  func encode(_ value: Int8) throws { writeInteger(value) }
  func encode(_ value: Int16) throws { writeInteger(value) }
  func encode(_ value: Int32) throws { writeInteger(value) }
  func encode(_ value: Int64) throws { writeInteger(value) }
  func encode(_ value: UInt) throws { writeInteger(value) }
  func encode(_ value: UInt8) throws { writeInteger(value) }
  func encode(_ value: UInt16) throws { writeInteger(value) }
  func encode(_ value: UInt32) throws { writeInteger(value) }
  func encode(_ value: UInt64) throws { writeInteger(value) }
  func encode<Value: Encodable>(_ value: Value) throws { try write(value, key: nil) }
}
