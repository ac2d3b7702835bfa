/// The sample of the tests that decode many objects.
struct Quote: Codable, Equatable {
  var content: String
  var author: String?
}

/// Nests as deep as its JSON.
final class Tree: Codable {
  var child: Tree?
  var children: [Tree]?
}

/// A class and its parent: the same object, or an object in it.
class Animal: Codable {
  var legs: Int
  init(legs: Int) { self.legs = legs }
}

final class Dog: Animal {
  var name: String
  private enum Key: String, CodingKey { case name }

  init(name: String) {
    self.name = name
    super.init(legs: 4)
  }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    name = try container.decode(String.self, forKey: .name)
    try super.init(from: container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try super.encode(to: container.superEncoder())
    try container.encode(name, forKey: .name)
  }
}

final class Cat: Animal {
  var name = "Tom"
  private enum Key: String, CodingKey { case name }

  override init(legs: Int) { super.init(legs: legs) }
  required init(from decoder: any Decoder) throws {
    name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
    try super.init(from: decoder)
  }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
  }
}

/// A coding key of any text.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(_ text: String) { stringValue = text }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Encodes as the closure says.
struct Custom: Encodable {
  var body: (any Encoder) throws -> Void
  init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }
  func encode(to encoder: any Encoder) throws { try body(encoder) }
}
