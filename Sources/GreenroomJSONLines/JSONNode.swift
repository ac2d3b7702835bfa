/// A JSON value as a tree that remembers where each part stood: for configuration files and for people, not for lines.
package struct JSONNode: Sendable {
  /// What the node is.
  package enum Value: Sendable {
    /// The members in the order of the text; `nameOffset` is the index of the name's opening quote.
    case object([(name: String, nameOffset: Int, node: JSONNode)])
    case array([JSONNode])
    case string(String)
    /// The literal as it is written.
    case number(String)
    case bool(Bool)
    case null
  }

  /// What it is and what is in it.
  package let value: Value
  /// Indices of the whole value in the text.
  package let range: Range<Int>

  /// Scans a text strictly and builds its tree; the depth is bounded by the scanner.
  package static func parse(_ text: [UInt8]) throws(JSONScanError) -> JSONNode {
    var scanner = JSONScanner()
    try scanner.scanValue(text[...])
    do {
      return node(try JSONDocument(text[...]), JSONDocument.root)
    } catch {
      preconditionFailure("BUG: scanned text has no structure: \(error)")
    }
  }

  private static func node(_ document: JSONDocument, _ entry: Int) -> JSONNode {
    let range = document.range(entry)
    let value: Value =
      switch document.firstByte(entry) {
      case 0x7b:
        .object(
          document.children(of: entry).map { name in
            (document.string(name), document.range(name).lowerBound, node(document, name + 1))
          })
      case 0x5b: .array(document.children(of: entry).map { node(document, $0) })
      case 0x22: .string(document.string(entry))
      case 0x74: .bool(true)
      case 0x66: .bool(false)
      case 0x6e: .null
      default: .number(document.literal(entry))
      }
    return JSONNode(value: value, range: range)
  }

  /// What it is, for people.
  package var kindName: String {
    switch value {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}
