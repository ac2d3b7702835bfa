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

/// The members' names are not ASCII, or words of Swift.
struct Names: SynthesizedCodable, Hashable {
  var `class`: Int
  var großé: String
  var 名前: Bool
}

/// The name of its member has to be escaped.
enum Escaped: SynthesizedCodable, Hashable {
  case text(value: String)
  enum TextCodingKeys: String, CodingKey { case value = "a\"b" }
}

/// Two Bools that only some samples tell apart, and two objects of one type.
struct Flags: SynthesizedCodable, Hashable {
  var first: Bool
  var number: Int
  var second: Bool
  init(first: Bool, number: Int, second: Bool) { (self.first, self.number, self.second) = (first, number, second) }
  enum CodingKeys: CodingKey { case first, number, second }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    second = try container.decode(Bool.self, forKey: .first)
    number = try container.decode(Int.self, forKey: .number)
    first = try container.decode(Bool.self, forKey: .second)
  }
}

struct Trip: SynthesizedCodable, Hashable {
  struct Place: SynthesizedCodable, Hashable { var name: String, number: Int8 }
  var from: Place
  var to: Place
  init(from: Place, to: Place) { (self.from, self.to) = (from, to) }
  enum CodingKeys: CodingKey { case from, to }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    to = try container.decode(Place.self, forKey: .from)
    from = try container.decode(Place.self, forKey: .to)
  }
}

/// Cases whose payloads have no size, or room that nothing fills.
enum Padded: SynthesizedCodable, Hashable {
  case nothing(value: Nothing)
  case small(a: Int8, b: Double, c: Bool, d: Int16, e: String, f: UInt8)
  case flag(a: Bool)
  case both(first: Nothing, second: Bool)
}

/// Its coding gives each member the other's name: the names are those of the properties, in their order.
struct SwappedNames: SynthesizedCodable, Hashable {
  var first: Plain.Inner
  var second: Plain.Inner
  enum CodingKeys: String, CodingKey { case second = "first", first = "second" }
}
struct SwappedFlags: SynthesizedCodable, Hashable {
  var a: Bool, b: Bool, c: Bool
  enum CodingKeys: String, CodingKey { case c = "a", b, a = "c" }
}

/// A name that is no identifier, which the metadata spell with other characters.
struct Raw: SynthesizedCodable, Hashable { var `two words`: Int }

enum PartlyLabelled: SynthesizedCodable, Hashable { case pair(x: Int, _0: Int) }

/// Each case is called as the other.
enum SwappedCases: SynthesizedCodable, Hashable {
  case one(value: Int), two(value: Int)
  enum CodingKeys: String, CodingKey { case one = "two", two = "one" }
}

struct Many: SynthesizedCodable, Hashable {
  var a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9, b0 = 0, b1 = 1, b2 = 2, b3 = 3
  var b4 = 4, b5 = 5, b6 = 6, b7 = 7, b8 = 8, b9 = 9, c0 = 0, c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7
  var c8 = 8, c9 = 9, d0 = 0, d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5, d6 = 6, d7 = 7, d8 = 8, d9 = 9, e0 = 0, e1 = 1
  var e2 = 2, e3 = 3, e4 = 4, e5 = 5, e6 = 6, e7 = 7, e8 = 8, e9 = 9, f0 = 0, f1 = 1, f2 = 2, f3 = 3, f4 = 4, f5 = 5
  var f6 = 6, f7 = 7, f8 = 8, f9 = 9, g0 = 0, g1 = 1, g2 = 2, g3 = true
}

struct TooMany: SynthesizedCodable, Hashable {
  var a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9, b0 = 0, b1 = 1, b2 = 2, b3 = 3
  var b4 = 4, b5 = 5, b6 = 6, b7 = 7, b8 = 8, b9 = 9, c0 = 0, c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7
  var c8 = 8, c9 = 9, d0 = 0, d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5, d6 = 6, d7 = 7, d8 = 8, d9 = 9, e0 = 0, e1 = 1
  var e2 = 2, e3 = 3, e4 = 4, e5 = 5, e6 = 6, e7 = 7, e8 = 8, e9 = 9, f0 = 0, f1 = 1, f2 = 2, f3 = 3, f4 = 4, f5 = 5
  var f6 = 6, f7 = 7, f8 = 8, f9 = 9, g0 = 0, g1 = 1, g2 = 2, g3 = true, g4 = 4
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
