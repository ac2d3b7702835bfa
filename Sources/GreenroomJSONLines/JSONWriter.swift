/// What the containers of one encoding share: the output, and the name of the case if an enum is taken apart.
final class JSONWriter {
  /// Unchecked because nothing that runs during an access reaches the writer; the checks were an eighth of an encoding.
  @exclusivity(unchecked) var output = JSONOutput()
  @exclusivity(unchecked) private(set) var caseName: String?
  @exclusivity(unchecked) private var nesting = 0

  private static let nestingLimit = 2 * JSONScanner.defaultDepthLimit

  /// The place of the root.
  var root: ValueEncoder { ValueEncoder(writer: self, depth: 0, element: 0) }

  /// Forgets what it has written; its storage stays.
  func reset() {
    output.reset()
    caseName = nil
    nesting = 0
  }

  /// Lets `body` write behind the bytes of the buffer; after an error these alone are there.
  func fill(_ buffer: inout [UInt8], _ body: (JSONWriter) throws -> Void) throws(PayloadError) {
    let start = buffer.count
    swap(&output.bytes, &buffer)
    defer { swap(&output.bytes, &buffer) }
    do {
      try body(self)
      try output.finish()
    } catch {
      output.bytes.removeSubrange(start...)
      throw PayloadError(wrapping: error)
    }
  }

  /// Writes a whole value where its element or the root awaits one.
  func encode<Value: Encodable>(_ value: Value, in place: ValueEncoder) throws {
    guard nesting < Self.nestingLimit else {
      throw PayloadError(path: "", message: "more than \(Self.nestingLimit) types inside one another")
    }
    nesting += 1
    defer { nesting -= 1 }
    try value.encode(to: place)
    // Containers of the value end with it.
    output.endValue(at: Int(place.depth))
  }

  func setCaseName(_ name: String) throws {
    guard caseName == nil else { throw PayloadError(path: "", message: "two keys at the top: this is no enum") }
    caseName = name
  }
}
