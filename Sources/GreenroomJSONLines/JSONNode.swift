/// A JSON value as a tree that remembers where each part stood: for configuration files and for people, not for lines.
package struct JSONNode: Sendable {
  package enum Value: Sendable {
    case object([(name: String, nameOffset: Int, node: JSONNode)])
    case array([JSONNode])
    case string(String)
    /// The literal as it is written.
    case number(String)
    case bool(Bool)
    case null
  }

  package let value: Value
  /// Indices of the whole value in the text.
  package let range: Range<Int>

  /// Scans a text strictly and builds its tree; the depth is bounded by the scanner.
  package static func parse(_ text: [UInt8]) throws(JSONScanError) -> JSONNode {
    var scanner = JSONScanner()
    try scanner.scan(text[...])
    let start = text.firstIndex { $0 > 0x20 } ?? 0
    return node(text, start)
  }

  /// - Parameter start: where a value begins, in text that was scanned.
  private static func node(_ text: [UInt8], _ start: Int) -> JSONNode {
    let end = (try? text.withUnsafeBufferPointer { bytes throws(JSONScanError) in try ValueWalk.skip(bytes, start) }) ?? start
    let range = start..<end
    switch text[start] {
    case 0x7b:
      let members = (try? ObjectMembers(text[range]))?.all ?? []
      return JSONNode(
        value: .object(
          members.map { member in
            let raw = text[member.name]
            let name = member.hasEscapes ? JSONDecoding.unescapedName(raw) : Array(raw)
            return (String(decoding: name, as: UTF8.self), member.name.lowerBound - 1, node(text, member.value.lowerBound))
          }), range: range)
    case 0x5b:
      let elements = ValueWalk.elements(text[range]) ?? []
      return JSONNode(value: .array(elements.map { node(text, $0.lowerBound) }), range: range)
    case 0x22:
      return JSONNode(value: .string((try? JSONDecoding.decode(String.self, from: text[range])) ?? ""), range: range)
    case 0x74: return JSONNode(value: .bool(true), range: range)
    case 0x66: return JSONNode(value: .bool(false), range: range)
    case 0x6e: return JSONNode(value: .null, range: range)
    default: return JSONNode(value: .number(String(decoding: text[range], as: UTF8.self)), range: range)
    }
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

/// A place in a text as editors count it: from 1, the column in Unicode scalars.
package struct SourcePosition: Equatable, Sendable {
  package let line: Int
  package let column: Int

  package init(offset: Int, in text: [UInt8]) {
    let before = text.prefix(offset)
    let lineStart = (before.lastIndex(of: 0x0a) ?? -1) + 1
    line = before.count { $0 == 0x0a } + 1
    // A continuation byte begins no scalar.
    column = text[lineStart..<max(lineStart, before.count)].count { $0 & 0xc0 != 0x80 } + 1
  }
}
