package import GreenroomJSONLines

/// A JSON value that is passed on unread.
///
/// Outside this package's own coder it encodes and decodes as nothing would: it exists for `JSONEncoding` and
/// `JSONDecoding`, which copy its bytes.
package struct RawJSON: Codable, Sendable, Equatable {
  /// Strictly scanned JSON without a line feed.
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
  package static let emptyObject = RawJSON(Array("{}".utf8))
  package static let null = RawJSON(Array("null".utf8))

  /// The JSON of a value.
  package init(encoding value: some Encodable) throws(PayloadError) {
    bytes = []
    try JSONEncoding.encode(value, into: &bytes)
  }
}
