import GreenroomJSONLines
import Testing

struct JSONEncodingTests {
  private struct Movie: Codable, Equatable {
    var title: String
    var rank: Int
    var rating: Double?
  }
  private struct Programme: Codable, Equatable {
    var day: String
    var movies: [Movie]
    var tags: [String: Movie]?
  }

  private func text(_ value: some Encodable) throws(PayloadError) -> String {
    String(decoding: try RawJSON(encoding: value).bytes, as: UTF8.self)
  }

  private func failure(_ value: some Encodable) -> String {
    do throws(PayloadError) {
      return "encoded \(try text(value))"
    } catch {
      return error.description
    }
  }

  @Test func `Members stand in the order of encoding, on one line`() throws {
    let programme = Programme(
      day: "x\ny", movies: [Movie(title: "a", rank: -1), Movie(title: "b", rank: 2, rating: 7.5)],
      tags: ["t": Movie(title: "", rank: .min)])
    #expect(
      try text(programme)
        == #"{"day":"x\ny","movies":[{"title":"a","rank":-1},{"title":"b","rank":2,"rating":7.5}],"#
        + #""tags":{"t":{"title":"","rank":-9223372036854775808}}}"#)
    #expect(try JSONDecoding.decode(Programme.self, from: Array(try text(programme).utf8)[...]) == programme)
  }

  @Test func `Values of every kind are written`() throws {
    #expect(try text([true, false]) == "[true,false]")
    #expect(try text([1, nil, 3] as [Int?]) == "[1,null,3]")
    #expect(try text([UInt64.max]) == "[18446744073709551615]")
    #expect(try text([Int8.min, Int8.max]) == "[-128,127]")
    #expect(try text([[Int]]()) == "[]")
    #expect(try text([[], [[1]]] as [[[Int]]]) == "[[],[[1]]]")
    #expect(try text([String: Int]()) == "{}")
    #expect(try text(Optional<Int>.none) == "null")
    #expect(try text("x") == "\"x\"")
    #expect(try text(["a": [1: "b"]]) == #"{"a":{"1":"b"}}"#)
  }

  @Test func `A value of no member is an empty object`() throws {
    struct Nothing: Codable {}
    #expect(try text(Nothing()) == "{}")
    #expect(try text([Nothing(), Nothing()]) == "[{},{}]")
  }

  @Test(arguments: [
    0.1, -0.0, 1.0, 1e16, 1.7976931348623157e308, Double.leastNonzeroMagnitude, 2.2250738585072014e-308,
    123456789.123456789, 1e-7, 0.1 + 0.2,
    9007199254740992, -1.5e300,
  ])
  func `A Double comes back as it was`(_ value: Double) throws {
    let text = try text([value])
    var scanner = JSONScanner()
    try scanner.scan(Array(text.utf8)[...])
    let back = try JSONDecoding.decode([Double].self, from: Array(text.utf8)[...])
    #expect(back.map(\.bitPattern) == [value.bitPattern])
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `Any finite Double comes back as it was`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let values = (0..<2000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    let bytes = try RawJSON(encoding: values).bytes
    let back = try JSONDecoding.decode([Double].self, from: bytes[...])
    #expect(back.map(\.bitPattern) == values.map(\.bitPattern), "seed \(seed)")
  }

  @Test(arguments: [
    (Double.infinity, "movies[1].rating: inf has no JSON"), (-Double.infinity, "movies[1].rating: -inf has no JSON"),
    (Double.nan, "movies[1].rating: nan has no JSON"),
  ])
  func `A number that JSON has not is refused, with its path`(_ rating: Double, _ expected: String) {
    let movies = [Movie(title: "a", rank: 1), Movie(title: "b", rank: 2, rating: rating)]
    #expect(failure(Programme(day: "x", movies: movies)) == expected)
  }

  @Test func `A path leads through dictionaries and arrays`() {
    #expect(failure(["a": ["b": Double.nan]]) == "a.b: nan has no JSON")
    #expect(failure([[1], [Double.nan]]) == "[1][0]: nan has no JSON")
    #expect(
      failure(Programme(day: "x", movies: [], tags: ["t": Movie(title: "", rank: 1, rating: .nan)]))
        == "tags.t.rating: nan has no JSON")
  }

  @Test func `After an error the buffer is as before`() {
    var output = Array("before".utf8)
    #expect(throws: PayloadError.self) { try JSONEncoding.encode([1, Double.nan], into: &output) }
    #expect(output == Array("before".utf8))
  }

  @Test(
    arguments: [
      ("\u{0}\u{1F}", #""\u0000\u001f""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#), ("\u{8}\u{C}\u{B}", nil),
      ("\u{2028}\u{2029}\u{85}\u{7F}\u{9B}", nil), ("\u{1F600}\u{E9}e\u{301}\u{FFFF}", nil),
      (String(repeating: "x", count: 7) + "\n" + String(repeating: "\u{E9}", count: 9), nil),
    ] as [(String, String?)])
  func `A string stays on its line and comes back as it was`(_ value: String, _ expected: String?) throws {
    let json = try text(value)
    if let expected { #expect(json == expected) }
    #expect(!json.utf8.contains { $0 < 0x20 })
    var scanner = JSONScanner()
    try scanner.scan(Array(json.utf8)[...])
    let back = try JSONDecoding.decode(String.self, from: Array(json.utf8)[...])
    #expect(back.utf8.elementsEqual(value.utf8))
  }

  @Test func `Raw JSON is copied byte for byte`() throws {
    struct Envelope: Codable, Equatable {
      var value: RawJSON
      var more: [RawJSON]?
    }
    let text = #"{"value":{"a": 1.0e0 ,"b":"\u00e9"},"more":[-0, 123456789012345678901234567890]}"#
    let envelope = try JSONDecoding.decode(Envelope.self, from: Array(text.utf8)[...])
    #expect(envelope.value.bytes == Array(#"{"a": 1.0e0 ,"b":"\u00e9"}"#.utf8))
    #expect(
      try self.text(envelope) == #"{"value":{"a": 1.0e0 ,"b":"\u00e9"},"more":[-0,123456789012345678901234567890]}"#)
  }

  @Test func `Containers by hand are nested one after the other`() throws {
    struct ByHand: Encodable {
      enum Keys: String, CodingKey { case list, object, last }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(1)
        var inner = list.nestedContainer(keyedBy: Keys.self)
        try inner.encode(2, forKey: .last)
        try list.encodeNil()
        var object = container.nestedContainer(keyedBy: Keys.self, forKey: .object)
        try object.encodeNil(forKey: .last)
        try container.encode(true, forKey: .last)
      }
    }
    #expect(try text(ByHand()) == #"{"list":[1,{"last":2},null],"object":{"last":null},"last":true}"#)
  }

  @Test func `To go on with a container behind a later one is an error`() {
    struct Crossed: Encodable {
      enum Keys: String, CodingKey { case a, b }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var first = container.nestedUnkeyedContainer(forKey: .a)
        var second = container.nestedUnkeyedContainer(forKey: .b)
        try second.encode(1)
        try first.encode(2)
      }
    }
    #expect(failure(Crossed()).hasSuffix("write them one after the other"))
  }
}
