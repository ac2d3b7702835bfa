import GreenroomJSONLines
import Testing

struct EnumCaseTests {
  private struct Quote: Codable, Equatable {
    var author: String
    var year: Int?
  }
  private enum Mood: Codable, Equatable {
    case calm
    case loud(level: Int)
  }
  private enum Output: Codable, Equatable {
    case done
    case found(quote: Quote)
    case page(number: Int, of: Int?)
    case mood(is: Mood)
    case bare(Int)
  }
  private enum Word: String, Codable {
    case yes
    case no = "NO"
  }

  private func encoded(_ value: some Encodable) throws(PayloadError) -> String {
    try JSONEncoding.withCase(of: value) { name, payload in
      payload.isEmpty ? name : "\(name) \(String(decoding: payload, as: UTF8.self))"
    }
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, _ name: String, _ payload: String?) throws(PayloadError)
    -> Value
  {
    try JSONDecoding.decodeCase(type, name: name, payload: payload.map { Array($0.utf8)[...] })
  }

  private func failure<Value: Decodable>(_ type: Value.Type, _ name: String, _ payload: String?) -> String {
    do throws(PayloadError) {
      return "decoded \(try decoded(type, name, payload))"
    } catch {
      return error.description
    }
  }

  private static let cases: [(Output, String, String?)] = [
    (.done, "done", nil),
    (.found(quote: Quote(author: "a")), "found", #"{"quote":{"author":"a"}}"#),
    (.found(quote: Quote(author: "", year: 1)), "found", #"{"quote":{"author":"","year":1}}"#),
    (.page(number: 1, of: 2), "page", #"{"number":1,"of":2}"#),
    (.page(number: 1, of: nil), "page", #"{"number":1}"#),
    (.mood(is: .calm), "mood", #"{"is":{"calm":{}}}"#),
    (.mood(is: .loud(level: 3)), "mood", #"{"is":{"loud":{"level":3}}}"#),
  ]

  @Test(arguments: cases)
  private func `A case is its name and the object of its members`(_ value: Output, _ name: String, _ payload: String?)
    throws
  {
    #expect(try encoded(value) == [name, payload].compactMap(\.self).joined(separator: " "))
    #expect(try decoded(Output.self, name, payload) == value)
    // With storage, whose containers are used again.
    let (encoding, decoding) = (JSONEncodingStorage(), JSONDecodingStorage())
    for (value, name, payload) in [(value, name, payload)] + Self.cases {
      let found = try JSONEncoding.withCase(of: value, storage: encoding) { [$0, String(decoding: $1, as: UTF8.self)] }
      #expect(found == [name, payload ?? ""])
      let slice = payload.map { Array($0.utf8)[...] }
      #expect(try JSONDecoding.decodeCase(Output.self, name: name, payload: slice, storage: decoding) == value)
    }
  }

  @Test func `Two keys at the top are an error, also of a type that swallows it`() {
    let value = Custom { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey("first"))
      try? container.encode(2, forKey: AnyKey("second"))
    }
    #expect(throws: PayloadError(path: "", message: "two keys at the top: this is no enum")) { try encoded(value) }
  }

  @Test func `A case without members takes an empty payload, too`() throws {
    #expect(try decoded(Output.self, "done", "{}") == .done)
    #expect(try decoded(Output.self, "page", #"{"number":1,"of":null,"new":true}"#) == .page(number: 1, of: nil))
  }

  @Test func `An enum of words is its word`() throws {
    #expect(try encoded(Word.no) == "NO")
    #expect(try decoded(Word.self, "NO", nil) == .no)
    #expect(failure(Word.self, "no", nil) == #"no case named "no""#)
  }

  @Test func `A payload without a label is refused`() {
    #expect {
      try encoded(Output.bare(1))
    } throws: {
      "\($0)" == "bare: its payload has no label; write one, such as (value: …)"
    }
  }

  @Test func `What is no enum has no case`() {
    #expect(throws: PayloadError.self) { try encoded(Quote(author: "a", year: 1)) }
    #expect(throws: PayloadError.self) { try encoded([1]) }
    #expect(throws: PayloadError.self) { try encoded(1) }
  }

  @Test(
    arguments: [
      ("found", nil, "quote: missing"), ("found", #"{"quote":{}}"#, "quote.author: missing"),
      ("found", #"{"quote":[]}"#, "quote: expected an object, found an array"),
      ("page", #"{"number":"1"}"#, "number: expected Int, found a string"),
      ("page", "[]", "expected an object, found an array"), ("page", "null", "expected an object, found null"),
      ("fund", nil, #"no case named "fund""#), ("", nil, #"no case named """#), ("Done", nil, #"no case named "Done""#),
    ] as [(String, String?, String)])
  func `An error names the member of the payload`(_ name: String, _ payload: String?, _ expected: String) {
    #expect(failure(Output.self, name, payload) == expected)
  }

  @Test func `After an error nothing is handed over, and the storage serves the next one`() throws {
    let storage = JSONEncodingStorage()
    #expect(throws: PayloadError.self) {
      try JSONEncoding.withCase(of: Output.bare(1), storage: storage) { _, _ in Issue.record("a case was handed over") }
    }
    let payload = try JSONEncoding.withCase(of: Output.mood(is: .calm), storage: storage) { Array($1) }
    #expect(payload == Array(#"{"is":{"calm":{}}}"#.utf8))
  }
}
