import GreenroomJSONLines
import Testing

struct JSONDecodingTests {
  private struct Movie: Codable, Equatable {
    var title: String
    var rank: Int
    var rating: Double?
  }
  private struct Programme: Codable, Equatable {
    var day: String
    var movies: [Movie]
    var tags: [String: [Int]]?
  }

  private func failure<Value: Decodable>(_ type: Value.Type, _ text: String) -> String {
    do throws(PayloadError) {
      return "decoded \(try JSONDecoding.decode(type, from: Array(text.utf8)[...]))"
    } catch {
      return error.description
    }
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws(PayloadError) -> Value {
    try JSONDecoding.decode(type, from: Array(text.utf8)[...])
  }

  @Test func `Nested values are decoded`() throws {
    let text =
      #"{"movies":[{"rank":1,"title":"a"},{"title":"b","rating":7.5,"rank":2,"new":[1]}],"day":"x","tags":{"t":[1,2]}}"#
    #expect(
      try decode(Programme.self, text)
        == Programme(
          day: "x", movies: [Movie(title: "a", rank: 1), Movie(title: "b", rank: 2, rating: 7.5)], tags: ["t": [1, 2]]))
  }

  @Test(arguments: [
    (#"{"day":"x","movies":[{"title":"a","rank":"1"}]}"#, "movies[0].rank: expected Int, found a string"),
    (
      #"{"day":"x","movies":[{"title":"a","rank":1},{"title":"b","rank":2},{"title":"c","rank":3},{"title":"d"}]}"#,
      "movies[3].rank: missing"
    ),
    (#"{"day":"x"}"#, "movies: missing"),
    (#"{"movies":[]}"#, "day: missing"),
    (#"{"day":"x","movies":{}}"#, "movies: expected an array, found an object"),
    (#"{"day":"x","movies":[[]]}"#, "movies[0]: expected an object, found an array"),
    (#"{"day":null,"movies":[]}"#, "day: expected String, found null"),
    (#"{"day":true,"movies":[]}"#, "day: expected String, found a Bool"),
    (#"{"day":1.5,"movies":[]}"#, "day: expected String, found the number 1.5"),
    (
      #"{"day":"x","movies":[{"title":"a","rank":1.5}]}"#,
      "movies[0].rank: expected Int, which it does not fit, found the number 1.5"
    ),
    (
      #"{"day":"x","movies":[{"title":"a","rank":9223372036854775808}]}"#,
      "movies[0].rank: expected Int, which it does not fit, found the number 9223372036854775808"
    ),
    (
      #"{"day":"x","movies":[{"title":"a","rank":1,"rating":1e400}]}"#,
      "movies[0].rating: expected Double, which it does not fit, found the number 1e400"
    ),
    (#"{"day":"x","movies":[],"tags":{"t":[1,"2"]}}"#, "tags.t[1]: expected Int, found a string"),
    ("[]", "expected an object, found an array"),
    ("3", "expected an object, found the number 3"),
  ])
  func `An error names the member and what stands there`(_ text: String, _ expected: String) {
    #expect(failure(Programme.self, text) == expected)
  }

  @Test(arguments: [
    "1e2", "1.0", "-0.0", "1E0", "99999999999999999999", "-9223372036854775809", "true", "\"1\"", "null", "[1]",
  ])
  func `What is no Int is not made one`(_ text: String) {
    #expect(failure(Int.self, text).hasPrefix("expected Int"))
  }

  @Test func `Integers are decoded up to their bounds`() throws {
    #expect(try decode([Int].self, "[9223372036854775807,-9223372036854775808,-0]") == [.max, .min, 0])
    #expect(try decode([UInt64].self, "[18446744073709551615,0]") == [.max, 0])
    #expect(try decode([Int8].self, "[127,-128]") == [127, -128])
    #expect(failure([Int8].self, "[128]") == "[0]: expected Int8, which it does not fit, found the number 128")
    #expect(failure([UInt].self, "[0,-1]") == "[1]: expected UInt, which it does not fit, found the number -1")
  }

  @Test func `An optional is nil for null and for nothing`() throws {
    #expect(try decode(Movie.self, #"{"title":"a","rank":1,"rating":null}"#).rating == nil)
    #expect(try decode(Movie.self, #"{"title":"a","rank":1}"#).rating == nil)
    #expect(try decode([Int?].self, "[1,null,2]") == [1, nil, 2])
    #expect(try decode(Int?.self, "null") == nil)
  }

  @Test(arguments: [
    (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\uD83D\uDE00\u0000x""#, "\u{E9}\u{1F600}\u{0}x"),
    ("\"\u{2028}\u{FEFF}\u{1F600}\"", "\u{2028}\u{FEFF}\u{1F600}"), (#""""#, ""),
  ])
  func `Escapes stand for their characters`(_ text: String, _ expected: String) throws {
    #expect(Array(try decode(String.self, text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func `A name may be written with escapes`() throws {
    #expect(try decode(Movie.self, #"{"\u0074itle":"a","ran\u006b":1}"#) == Movie(title: "a", rank: 1))
  }

  @Test func `Names that are canonically equivalent stay two`() throws {
    struct Twins: Decodable {
      enum CodingKeys: String, CodingKey { case composed = "\u{E9}" }
      var composed: Int
    }
    #expect(try decode(Twins.self, "{\"e\u{301}\":2,\"\u{E9}\":1}").composed == 1)
    #expect(failure(Twins.self, "{\"e\u{301}\":2}") == "\u{E9}: missing")
    let text = Array("{\"e\u{301}\":2,\"\u{E9}\":1}".utf8)
    #expect(try RawJSON(encoding: try JSONDecoding.decode(RawJSON.self, from: text[...])).bytes == text)
  }

  /// B38: at the limit it comes out unchanged, above it is refused on the way in.
  @Test func `What is scanned is also decoded and encoded, up to the depth limit`() throws {
    indirect enum Nest: Codable, Equatable {
      case empty
      case one(Nest)
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self = container.isAtEnd ? .empty : .one(try container.decode(Nest.self))
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if case .one(let inner) = self { try container.encode(inner) }
      }
    }
    let limit = JSONScanner.defaultDepthLimit
    let text = Array((String(repeating: "[", count: limit) + String(repeating: "]", count: limit)).utf8)
    let nest = try JSONDecoding.decode(Nest.self, from: text[...])
    #expect(try RawJSON(encoding: nest).bytes == text)
    var scanner = JSONScanner()
    try scanner.scan(text[...])
    #expect(throws: JSONScanError(.tooDeep(limit: limit), at: limit)) {
      var scanner = JSONScanner()
      try scanner.scan(([0x5b] + text + [0x5d])[...])
    }
    #expect(throws: PayloadError.self) { try RawJSON(encoding: Nest.one(nest)) }
    // What nobody scanned is refused all the same, before it reaches the end of the stack.
    let deep = Array((String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)).utf8)
    #expect { try JSONDecoding.decode(Nest.self, from: deep[...]) } throws: {
      "\($0)".hasSuffix("containers inside one another")
    }
  }

  @Test(arguments: [
    "", "{", "{\"a", "{\"a\":", "[", "[1", "[1,", "\"", "\"\\", "\"\\u12", "tru", "-", "]", "}", ",", "{]", "\u{0}",
  ])
  func `Bytes that were never scanned do not trap`(_ text: String) {
    _ = failure(Programme.self, text)
    _ = failure([String].self, text)
    _ = failure(String.self, text)
    _ = failure(Double.self, text)
    _ = failure([String: Int].self, text)
  }

  @Test func `A member is found without a type`() {
    let text = Array(#" { "a" : [1, 2] , "b" : "x" } "#.utf8)[...]
    #expect(JSONDecoding.member("a", of: text).map { String(decoding: $0, as: UTF8.self) } == "[1, 2]")
    #expect(JSONDecoding.member("c", of: text) == nil)
    #expect(JSONDecoding.member("a", of: Array("[1]".utf8)[...]) == nil)
  }
}
