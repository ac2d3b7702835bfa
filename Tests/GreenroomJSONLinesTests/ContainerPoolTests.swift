import Testing

@testable import GreenroomJSONLines

/// Containers that are lent again never mix up two values.
struct ContainerPoolTests {
  private let encoding = JSONEncodingStorage()
  private let decoding = JSONDecodingStorage()

  private func encoded(_ value: some Encodable) throws -> String {
    var bytes: [UInt8] = []
    try JSONEncoding.encode(value, into: &bytes, storage: encoding)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoding.decode(type, from: Array(text.utf8)[...], storage: decoding)
  }

  private struct Point: Codable, Equatable {
    var x: Int
    var name: String
  }

  private indirect enum Tree: Codable, Equatable {
    case node(left: Tree?, right: Tree?, value: Int)
  }

  private struct Wrapper<Inside: Codable & Equatable>: Codable, Equatable {
    var inside: Inside
  }

  /// What a type has kept of its own encoding or decoding.
  private final class Kept {
    var encoding: KeyedEncodingContainer<AnyKey>?
    var decoding: KeyedDecodingContainer<AnyKey>?
  }

  @Test func `The next value of a type is written and read with the containers of the last`() throws {
    for number in 0..<3 {
      let points = [Point(x: number, name: "a"), Point(x: -1, name: "b")]
      #expect(try encoded(points) == #"[{"x":\#(number),"name":"a"},{"x":-1,"name":"b"}]"#)
      #expect(try decoded([Point].self, #"[{"name":"a","x":\#(number)},{"x":-1,"name":"b"}]"#) == points)
    }
  }

  @Test func `A type inside itself has containers of its own`() throws {
    let leaf = Tree.node(left: nil, right: nil, value: 3)
    let tree = Tree.node(left: .node(left: leaf, right: nil, value: 2), right: leaf, value: 1)
    for _ in 0..<3 {
      let text = try encoded(tree)
      #expect(
        text
          == #"{"node":{"left":{"node":{"left":{"node":{"value":3}},"value":2}},"right":{"node":{"value":3}},"value":1}}"#
      )
      #expect(try decoded(Tree.self, text) == tree)
    }
  }

  @Test func `More types than are kept are written and read all the same`() throws {
    func check<Value: Codable & Equatable>(_ value: Value, _ depth: Int) throws {
      for _ in 0..<2 { #expect(try decoded(Value.self, encoded(value)) == value) }
      if depth > 0 { try check(Wrapper(inside: value), depth - 1) }
    }
    try check(7, 40)
  }

  @Test func `A container that a type keeps is not lent again, and writes nothing more`() throws {
    let kept = Kept()
    let keeping = Custom { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey("a"))
      kept.encoding = container
    }
    #expect(try encoded(keeping) == #"{"a":1}"#)
    let other = Custom { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      #expect(throws: PayloadError.self) { try kept.encoding?.encode(2, forKey: AnyKey("late")) }
      try container.encode(3, forKey: AnyKey("b"))
    }
    for _ in 0..<3 { #expect(try encoded(other) == #"{"b":3}"#) }
    #expect(throws: PayloadError.self) { try kept.encoding?.encode(2, forKey: AnyKey("late")) }
    _ = kept.encoding?.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("later"))
  }

  @Test func `A container that a type keeps goes on reading its own text`() throws {
    let kept = Kept()
    try JSONDecoding.withDecoder(of: Array(#"{"a":1,"b":{"c":"kept"}}"#.utf8)[...], storage: decoding) {
      kept.decoding = try $0.container(keyedBy: AnyKey.self)
    }
    for number in 0..<3 {
      #expect(try decoded([String: Int].self, #"{"a":\#(number)}"#) == ["a": number])
      #expect(try kept.decoding?.decode(Int.self, forKey: AnyKey("a")) == 1)
      #expect(try kept.decoding?.decode([String: String].self, forKey: AnyKey("b")) == ["c": "kept"])
    }
  }

  @Test func `What a type keeps when it throws in the middle is no part of the next value`() throws {
    struct Stop: Error {}
    var kept: [KeyedEncodingContainer<AnyKey>] = []
    var encoders: [any Encoder] = []
    let throwing = Custom { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      var inside = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("inside"))
      try inside.encode("text", forKey: AnyKey("a"))
      kept += [container, inside]
      encoders += [encoder, container.superEncoder()]
      throw Stop()
    }
    for _ in 0..<3 {
      #expect(throws: PayloadError.self) { try encoded(throwing) }
      let other = Custom { encoder in
        var container = encoder.container(keyedBy: AnyKey.self)
        for index in kept.indices {
          #expect(throws: PayloadError.self) { try kept[index].encode(1, forKey: AnyKey("late")) }
        }
        for encoder in encoders {
          var late = encoder.container(keyedBy: AnyKey.self)
          try? late.encode(1, forKey: AnyKey("late"))
        }
        try container.encode(2, forKey: AnyKey("b"))
      }
      #expect(try encoded(other) == #"{"b":2}"#)
      #expect(try encoded(Point(x: 1, name: "n")) == #"{"x":1,"name":"n"}"#)
    }
  }

  @Test func `An error that writes while it is described leaves the buffer as before`() {
    struct Late: Error, CustomStringConvertible, @unchecked Sendable {
      let container: KeyedEncodingContainer<AnyKey>
      var description: String {
        var container = container
        try? container.encode("junk", forKey: AnyKey("late"))
        return "late"
      }
    }
    let value = Custom { encoder in throw Late(container: encoder.container(keyedBy: AnyKey.self)) }
    for storage in [nil, encoding] {
      var bytes = Array("before".utf8)
      #expect(throws: PayloadError.self) { try JSONEncoding.encode(value, into: &bytes, storage: storage) }
      #expect(String(decoding: bytes, as: UTF8.self) == "before")
    }
  }

  @Test func `Decoders that a type keeps go on reading their own text, whatever is decoded meanwhile`() throws {
    var decoders: [any Decoder] = []
    var kept: [KeyedDecodingContainer<AnyKey>] = []
    for number in 0..<4 {
      let text = #"{"n":\#(number),"inside":{"n":\#(number)},"super":{"n":\#(number)}}"#
      try JSONDecoding.withDecoder(of: Array(text.utf8)[...], storage: decoding) {
        let container = try $0.container(keyedBy: AnyKey.self)
        decoders += [$0, try container.superDecoder(), try container.superDecoder(forKey: AnyKey("inside"))]
        kept.append(try container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("inside")))
        #expect(throws: PayloadError.self) { try decoded(Point.self, "{") }
        #expect(try decoded(Point.self, #"{"x":5,"name":"other"}"#) == Point(x: 5, name: "other"))
      }
      #expect(try decoded(Point.self, #"{"x":6,"name":"next"}"#) == Point(x: 6, name: "next"))
      for (index, decoder) in decoders.enumerated() {
        let container = try decoder.container(keyedBy: AnyKey.self)
        #expect(try container.decode(Int.self, forKey: AnyKey("n")) == index / 3)
      }
      for (index, container) in kept.enumerated() {
        #expect(try container.decode(Int.self, forKey: AnyKey("n")) == index)
      }
    }
  }

  @Test func `After an error the next value has the storage as if nothing had been`() throws {
    for _ in 0..<3 {
      #expect(throws: PayloadError.self) { try decoded(Point.self, #"{"x":1}"#) }
      #expect(throws: PayloadError.self) { try decoded(Point.self, "[") }
      #expect(try decoded(Point.self, #"{"x":1,"name":"n"}"#) == Point(x: 1, name: "n"))
      #expect(throws: PayloadError.self) { try encoded(["k": Double.nan]) }
      #expect(try encoded(Point(x: 1, name: "n")) == #"{"x":1,"name":"n"}"#)
    }
  }

  @Test func `What decodes and encodes inside another value does not disturb it`() throws {
    let inner = #"{"x":2,"name":"inner"}"#
    let outer = Custom { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(decoded(Point.self, inner), forKey: AnyKey("first"))
      try container.encode(encoded(Point(x: 2, name: "inner")), forKey: AnyKey("second"))
    }
    for _ in 0..<3 {
      #expect(try encoded(outer) == #"{"first":{"x":2,"name":"inner"},"second":"{\"x\":2,\"name\":\"inner\"}"}"#)
    }
    try JSONDecoding.withDecoder(of: Array(#"{"a":"outer"}"#.utf8)[...], storage: decoding) { decoder in
      let container = try decoder.container(keyedBy: AnyKey.self)
      #expect(try decoded([String: String].self, #"{"a":"inner"}"#) == ["a": "inner"])
      #expect(try container.decode(String.self, forKey: AnyKey("a")) == "outer")
    }
  }
}
