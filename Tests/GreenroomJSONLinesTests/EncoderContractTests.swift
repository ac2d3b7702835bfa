import GreenroomJSONLines
import Testing

/// What types with an `encode(to:)` of their own may rely on.
struct EncoderContractTests {
  private func json(_ value: some Encodable) throws(PayloadError) -> String {
    String(decoding: try RawJSON(encoding: value).bytes, as: UTF8.self)
  }

  private func failure(_ value: some Encodable) -> String? {
    var output = Array("before".utf8)
    do throws(PayloadError) {
      try JSONEncoding.encode(value, into: &output)
      return nil
    } catch {
      #expect(output == Array("before".utf8), "the buffer is as before")
      return error.description
    }
  }

  // B38: an encoder refused what the decoder had read.
  @Test(arguments: [1, 2, 127, 128, 129, 200])
  func `Whatever depth is read can be written, and no more`(depth: Int) throws {
    let root = Tree()
    var innermost = root
    for _ in 1..<depth {
      let tree = Tree()
      innermost.child = tree
      innermost = tree
    }
    guard depth <= 128 else {
      #expect(failure(root)?.hasSuffix("more than 128 containers inside one another") == true)
      return
    }
    let text = try json(root)
    var scanner = JSONScanner()
    try scanner.scanValue(Array(text.utf8)[...])
    _ = try JSONDecoding.decode(Tree.self, from: Array(text.utf8)[...])
  }

  @Test func `A value that contains itself is an error`() {
    let tree = Tree()
    tree.child = tree
    #expect(failure(tree)?.hasSuffix("more than 128 containers inside one another") == true)
    tree.child = nil
    struct Endless: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
      }
    }
    #expect(failure(Endless()) == "more than 256 types inside one another")
  }

  @Test func `Classes write their parent as super or into the same object`() throws {
    #expect(try json(Dog(name: "Rex")) == #"{"super":{"legs":4},"name":"Rex"}"#)
    #expect(try json(Cat(legs: 4)) == #"{"legs":4,"name":"Tom"}"#)
  }

  @Test func `Nested containers are closed in time`() throws {
    let value = Custom { encoder in
      var object = encoder.container(keyedBy: AnyKey.self)
      var list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
      try list.encode(1)
      var inner = list.nestedContainer(keyedBy: AnyKey.self)
      try inner.encodeNil(forKey: AnyKey("n"))
      _ = list.nestedUnkeyedContainer()
      try list.encode("x")
      #expect(list.count == 4)
      _ = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("empty"))
      try object.encode([1: 2], forKey: AnyKey("map"))
    }
    #expect(try json(["v": value]) == #"{"v":{"list":[1,{"n":null},[],"x"],"empty":{},"map":{"1":2}}}"#)
  }

  @Test func `What is begun and never written is an empty object`() throws {
    #expect(try json([Custom { _ in }]) == "[{}]")
    #expect(try json(Custom { _ in }) == "{}")
    let value = Custom { encoder in
      var object = encoder.container(keyedBy: AnyKey.self)
      _ = object.superEncoder()
      _ = object.superEncoder(forKey: AnyKey("x"))
      try object.encode(1, forKey: AnyKey("y"))
      _ = object.superEncoder(forKey: AnyKey("z"))
    }
    #expect(try json(value) == #"{"super":{},"x":{},"y":1,"z":{}}"#)
    let list = Custom { encoder in
      var list = encoder.unkeyedContainer()
      _ = list.superEncoder()
      try list.encodeNil()
      try 2.encode(to: list.superEncoder())
    }
    #expect(try json(list) == "[{},null,2]")
  }

  @Test func `Two values where one stands are an error`() {
    let twice = Custom { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(1)
      try container.encode(2)
    }
    #expect(failure(twice) == "two values were encoded where one stands")
    let mixed = Custom { encoder in
      try 1.encode(to: encoder)
      var object = encoder.container(keyedBy: AnyKey.self)
      try object.encode(2, forKey: AnyKey("a"))
    }
    #expect(failure(["k": mixed]) == "k: two values were encoded where one stands")
  }

  @Test func `A container that was left is not gone on with`() {
    let sentence = "a container was written to after another one: write them one after the other"
    let value = Custom { encoder in
      var object = encoder.container(keyedBy: AnyKey.self)
      var first = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("first"))
      try object.encode(1, forKey: AnyKey("second"))
      try first.encode(2, forKey: AnyKey("late"))
    }
    #expect(failure(value) == sentence)
    let late = Custom { encoder in
      var list = encoder.unkeyedContainer()
      let place = list.superEncoder()
      try list.encode(1)
      try 2.encode(to: place)
    }
    #expect(failure(late) == sentence)
  }

  @Test func `An error that the type swallows is an error all the same`() {
    let value = Custom { encoder in
      var object = encoder.container(keyedBy: AnyKey.self)
      var list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
      try object.encode(1, forKey: AnyKey("x"))
      _ = list.nestedUnkeyedContainer()
    }
    #expect(failure(value)?.hasSuffix("one after the other") == true)
  }

  @Test func `Errors of nested containers have the whole path`() {
    let value = Custom { encoder in
      var object = encoder.container(keyedBy: AnyKey.self)
      var list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
      try list.encode(1)
      var inner = list.nestedContainer(keyedBy: AnyKey.self)
      try inner.encode(Double.nan, forKey: AnyKey("n"))
    }
    #expect(failure(["k": value]) == "k.list[1].n: nan has no JSON")
    let own = Custom { _ in
      throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "too blue"))
    }
    #expect(failure([own]) == "[0]: too blue")
  }
}
