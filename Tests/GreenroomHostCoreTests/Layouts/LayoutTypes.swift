import GreenroomBindings

/// Types whose coding is the compiler's, and some that only say so.
struct Plain: SynthesizedCodable, Hashable {
  var flag: Bool
  var small: Int8
  var text: String
  var unsigned: UInt32
  var number: Double
  var inner: Inner
  var short: Int16
  var medium: Int32
  var byte: UInt8
  var word: UInt16
  var long: Int64
  var last: String
  var count: Int

  struct Inner: SynthesizedCodable, Hashable {
    var label: String
    var isOn: Bool
  }
}

/// The members' names have to be escaped, or found among others.
struct Names: SynthesizedCodable, Hashable {
  var `class`: Int
  var großé: String
  var 名前: Bool
}

struct Nothing: SynthesizedCodable, Hashable {}

enum Outcome: SynthesizedCodable, Hashable {
  case none
  case text(value: String)
  case pair(first: Int, second: String)
  case quote(is: Plain.Inner)
  case flags(a: Bool, b: Bool, c: Double)
  case done
}

/// A payload in the bits of which nothing else has room: told from the other cases by bits of its own.
enum OneNumber: SynthesizedCodable, Hashable {
  case value(is: Int)
  case nothing
}

enum OneText: SynthesizedCodable, Hashable { case text(is: String) }

/// Some of its cases are left to its own coding.
enum Mixed: SynthesizedCodable, Hashable {
  case list(values: [Int])
  case maybe(text: String?)
  case text(value: String)
  case unlabelled(Int)
  case renamed(old: Int, other: Int)
  case defaulted(level: Int = 3, name: String)

  enum RenamedCodingKeys: String, CodingKey { case old = "new", other }
}

struct Listed: SynthesizedCodable, Hashable { var values: [Int] }
struct Optionals: SynthesizedCodable, Hashable { var text: String? }
struct Renamed: SynthesizedCodable, Hashable {
  var text: String
  enum CodingKeys: String, CodingKey { case text = "words" }
}
struct Fixed: SynthesizedCodable, Hashable {
  var version = 3
  var text: String
  enum CodingKeys: CodingKey { case text }
}
final class Reference: SynthesizedCodable { var text = "" }
struct Generic<Value: Codable & Hashable & Sendable>: SynthesizedCodable, Hashable { var value: Value }
enum GenericCases<Value: Codable & Hashable & Sendable>: SynthesizedCodable, Hashable { case one(value: Value) }
indirect enum Tree: SynthesizedCodable, Hashable { case leaf(value: Int), node(left: Tree, right: Tree) }
enum PartlyIndirect: SynthesizedCodable, Hashable {
  case leaf(value: Int)
  indirect case boxed(value: Int)
}
struct Unpromised: Codable, Hashable { var text: String }
struct Holder: SynthesizedCodable, Hashable { var inner: Unpromised }

// MARK: Broken promises

struct Shouting: SynthesizedCodable, Hashable {
  var text: String
  init(text: String) { self.text = text }
  enum CodingKeys: CodingKey { case text }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text.uppercased(), forKey: .text)
  }
}

struct Trimming: SynthesizedCodable, Hashable {
  var text: String
  init(text: String) { self.text = text }
  enum CodingKeys: CodingKey { case text }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = String(try container.decode(String.self, forKey: .text).drop { $0 == " " })
  }
}

struct Swapped: SynthesizedCodable, Hashable {
  var first: Int
  var second: Int
  enum CodingKeys: CodingKey { case first, second }
  init(first: Int, second: Int) { (self.first, self.second) = (first, second) }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    second = try container.decode(Int.self, forKey: .first)
    first = try container.decode(Int.self, forKey: .second)
  }
}

/// Its second case is not what it seems.
enum Liar: SynthesizedCodable, Hashable {
  case honest(value: Int)
  case lying(value: Int)

  enum CodingKeys: CodingKey { case honest, lying }
  enum Keys: CodingKey { case value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .honest(let value):
      var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .honest)
      try inner.encode(value, forKey: .value)
    case .lying(let value):
      var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .lying)
      try inner.encode(value + 1, forKey: .value)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let key = container.contains(.honest) ? CodingKeys.honest : .lying
    let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: key)
    let value = try inner.decode(Int.self, forKey: .value)
    self = key == .honest ? .honest(value: value) : .lying(value: value)
  }
}
