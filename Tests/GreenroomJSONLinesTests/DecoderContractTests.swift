import GreenroomJSONLines
import Testing

/// What types with an `init(from:)` of their own may rely on.
struct DecoderContractTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws(PayloadError) -> Value {
    try JSONDecoding.decode(type, from: Array(json.utf8)[...])
  }

  private func failure<Value: Decodable>(_ type: Value.Type, _ json: String) -> String? {
    do throws(PayloadError) {
      _ = try decode(type, json)
      return nil
    } catch {
      return error.description
    }
  }

  private static let doubles: [(String, Double)] = [
    ("0", 0.0), ("-0", -0.0), ("0.1", 0.1), ("-1.5e3", -1500), ("5e-324", Double.leastNonzeroMagnitude),
    ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ("123456789012345", 123_456_789_012_345), ("0.000000000000001", 1e-15), ("9007199254740993", 9_007_199_254_740_992),
    ("1e-400", 0), ("2.5", 2.5), ("12345.678901234", 12345.678901234), ("100", 100), ("0.30000000000000004", 0.1 + 0.2),
  ]

  @Test(arguments: doubles)
  func `A Double is the nearest one`(json: String, expected: Double) throws {
    let value = try decode(Double.self, json)
    #expect(value == expected && value.sign == expected.sign)
  }

  @Test(arguments: UInt64(1)...10)
  func `A Double and a Float are read as Swift reads their text`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    for _ in 0..<500 {
      var text = "\(Int.random(in: -99_999_999...99_999_999, using: &random))"
      if Bool.random(using: &random) { text += ".\(UInt32.random(in: 0...UInt32.max, using: &random))" }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -30...30, using: &random))" }
      #expect(try decode(Double.self, text) == Double(text), "\(text), seed \(seed)")
      #expect(try decode(Float.self, text) == Float(text), "\(text), seed \(seed)")
    }
  }

  @Test func `A large dictionary is decoded, and a large object in any order`() throws {
    let names = (0..<20_000).map { "key\($0)" }
    let json = "{" + names.map { "\"\($0)\":{\"content\":\"\($0)\"}" }.joined(separator: ",") + "}"
    let all = try decode([String: Quote].self, json)
    #expect(all.count == names.count)
    #expect(all["key19999"]?.content == "key19999")
    struct Three: Decodable {
      var key7: Quote
      var key3: Quote
      var key40: Quote?
      var key19: Quote
    }
    let small = "{" + names.prefix(20).map { "\"\($0)\":{\"content\":\"\($0)\"}" }.joined(separator: ",") + "}"
    let three = try decode(Three.self, small)
    #expect(three.key7.content == "key7" && three.key3.content == "key3" && three.key19.content == "key19")
    #expect(three.key40 == nil)
  }

  @Test func `Classes decode their parent from super or from the same object`() throws {
    let dog = try decode(Dog.self, #"{"super":{"legs":3},"name":"Rex"}"#)
    #expect(dog.legs == 3 && dog.name == "Rex")
    let cat = try decode(Cat.self, #"{"legs":3,"name":"Tom"}"#)
    #expect(cat.legs == 3 && cat.name == "Tom")
    #expect(failure(Dog.self, #"{"name":""}"#) == "super: missing")
  }

  @Test func `Nested containers and the paths that a type asks for`() throws {
    struct Nested: Decodable {
      var numbers: [Int] = []
      var path = ""
      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: AnyKey.self)
        var list = try outer.nestedUnkeyedContainer(forKey: AnyKey("list"))
        while !list.isAtEnd {
          if try list.decodeNil() { continue }
          let inner = try list.nestedContainer(keyedBy: AnyKey.self)
          numbers.append(try inner.decode(Int.self, forKey: AnyKey("n")))
          path = inner.codingPath.map(\.stringValue).joined(separator: "/")
        }
      }
    }
    let nested = try decode(Nested.self, #"{"list":[{"n":1},null,{"n":2}]}"#)
    #expect(nested.numbers == [1, 2])
    #expect(nested.path == "list/2")
  }

  @Test func `What a type throws itself keeps its sentence and gets its path`() {
    struct Picky: Decodable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "too blue"))
      }
    }
    #expect(failure([Picky].self, "[1]") == "[0]: too blue")
  }

  @Test func `A type that wraps itself without end is an error`() {
    struct Endless: Decodable {
      init(from decoder: any Decoder) throws { self = try decoder.singleValueContainer().decode(Endless.self) }
    }
    #expect(failure(Endless.self, "1") == "more than 256 types inside one another")
  }

  @Test func `An enum of words in a payload names its path`() {
    struct Film: Decodable {
      enum Genre: String, Decodable { case drama }
      var genres: [Genre]
    }
    #expect(
      failure(Film.self, #"{"genres":["drama","western"]}"#)
        == "genres[1]: Cannot initialize Genre from invalid String value western")
  }
}
