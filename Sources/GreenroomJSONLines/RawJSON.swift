/// A JSON value that is passed on unread: `JSONEncoding` and `JSONDecoding` copy its bytes.
///
/// With another coder it is an object of its bytes: it is meant for this one.
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
