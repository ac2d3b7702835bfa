/// A JSON value that is passed on unread: `JSONEncoding` and `JSONDecoding` copy its bytes.
///
/// With any other coder it is an error.
package struct RawJSON: Codable, Sendable, Equatable {
  /// Strictly scanned JSON without a line feed.
  package var bytes: [UInt8]

  /// Takes bytes that were scanned or written by `JSONEncoding`; nothing checks them again.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }
  /// An object without members.
  package static let emptyObject = RawJSON(Array("{}".utf8))
  /// The value null.
  package static let null = RawJSON(Array("null".utf8))

  /// The JSON of a value.
  package init(encoding value: some Encodable) throws(PayloadError) {
    bytes = []
    try JSONEncoding.encode(value, into: &bytes)
  }

  /// Copies the bytes of the value.
  package init(from decoder: any Decoder) throws {
    guard let place = decoder as? ValueDecoder else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not Greenroom's coder"))
    }
    bytes = place.document.withBytes(Int(place.entry)) { Array($0) }
  }

  /// Writes the bytes as they are.
  package func encode(to encoder: any Encoder) throws {
    guard let place = encoder as? ValueEncoder else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "not Greenroom's coder"))
    }
    try place.writeValue(upTo: bytes.count) { $0.write(bytes) }
  }
}
