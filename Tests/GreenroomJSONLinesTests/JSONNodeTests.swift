import GreenroomJSONLines
import Testing

struct JSONNodeTests {
  private static let text = Array("{\n  \"näme\": \"x\",\n\t\"list\": [ 1, {\"a\\u0062\": null}, true ]\n}\n".utf8)

  private func members(_ node: JSONNode) -> [(name: String, nameOffset: Int, node: JSONNode)] {
    guard case .object(let members) = node.value else { return [] }
    return members
  }

  private func position(_ offset: Int) -> String {
    let position = SourcePosition(offset: offset, in: Self.text)
    return "\(position.line):\(position.column)"
  }

  private func source(_ node: JSONNode) -> String { String(decoding: Self.text[node.range], as: UTF8.self) }

  @Test func `Every part remembers where it stands`() throws {
    let root = try JSONNode.parse(Self.text)
    let members = members(root)
    #expect(members.map(\.name) == ["näme", "list"])
    #expect(members.map { position($0.nameOffset) } == ["2:3", "3:2"])
    #expect(members.map { position($0.node.range.lowerBound) } == ["2:11", "3:10"])
    #expect(position(root.range.lowerBound) == "1:1")
    #expect(position(root.range.upperBound) == "4:2")
    #expect(members.map { source($0.node) } == ["\"x\"", "[ 1, {\"a\\u0062\": null}, true ]"])
  }

  @Test func `Names and strings are read with their escapes`() throws {
    guard case .array(let elements)? = members(try JSONNode.parse(Self.text)).last?.node.value else {
      Issue.record("no array")
      return
    }
    #expect(elements.map(\.kindName) == ["a number", "an object", "true or false"])
    #expect(elements.flatMap { members($0) }.map(\.name) == ["ab"])
    #expect(elements.map { source($0) } == ["1", "{\"a\\u0062\": null}", "true"])
  }

  @Test(arguments: [
    ("\"a\\n\"", "a string"), ("-1.5e3", "a number"), ("true", "true or false"), ("false", "true or false"),
    ("null", "null"), ("{}", "an object"), ("[]", "an array"), (" \n[ ] \n", "an array"),
  ])
  func `A value may stand alone`(_ text: String, _ expected: String) throws {
    #expect(try JSONNode.parse(Array(text.utf8)).kindName == expected)
  }

  @Test func `A number is kept as it is written`() throws {
    guard case .number("1.0E+2") = try JSONNode.parse(Array(" 1.0E+2".utf8)).value else {
      Issue.record("not the literal")
      return
    }
  }

  @Test(arguments: [
    ("", JSONScanError(.empty, at: 0)), ("{\"a\":1,\"a\":2}", JSONScanError(.duplicateName("a"), at: 7)),
    ("{\"a\":1,}", JSONScanError(.expectedName, at: 7)), ("[1,]", JSONScanError(.unexpectedByte(0x5d), at: 3)),
    ("{\"a\" 1}", JSONScanError(.expectedColon, at: 5)), ("[1] x", JSONScanError(.bytesAfterValue, at: 4)),
    ("[1", JSONScanError(.unexpectedEnd, at: 2)), ("[01]", JSONScanError(.badNumber, at: 1)),
    ("[\"\\x\"]", JSONScanError(.badEscape, at: 2)), ("[\"\\ud800\"]", JSONScanError(.loneSurrogate, at: 2)),
    ("[\"\t\"]", JSONScanError(.controlInString, at: 2)), ("[1e400]", JSONScanError(.numberNotRepresentable, at: 1)),
    ("\u{FEFF}{}", JSONScanError(.byteOrderMark, at: 0)), ("Content-Length: 12\r", JSONScanError(.lengthHeader, at: 0)),
  ])
  func `An error says what is wrong and where`(_ text: String, _ expected: JSONScanError) {
    #expect(throws: expected) { try JSONNode.parse(Array(text.utf8)) }
  }

  /// B47.
  @Test func `Frames with a length are named as such`() {
    #expect { try JSONNode.parse(Array("Content-Length: 35\r".utf8)) } throws: {
      "\($0)".contains("looks like LSP framing")
    }
  }

  @Test(arguments: [(0, 1, 1), (1, 2, 1), (3, 2, 3), (5, 2, 4), (6, 3, 1), (99, 3, 2)])
  func `Lines and columns are counted as editors do`(_ offset: Int, _ line: Int, _ column: Int) {
    let position = SourcePosition(offset: offset, in: Array("\nabä\nx".utf8))
    #expect(position.line == line)
    #expect(position.column == column)
  }
}
