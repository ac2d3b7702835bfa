/// Bytes that are written as text or one by one, and joined with `+`.
struct Bytes: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  var all: [UInt8]

  init(_ all: [UInt8]) { self.all = all }
  init(stringLiteral text: String) { all = Array(text.utf8) }
  init(arrayLiteral bytes: UInt8...) { all = bytes }

  static func + (left: Bytes, right: Bytes) -> Bytes { Bytes(left.all + right.all) }
  static func * (part: Bytes, count: Int) -> Bytes {
    var all: [UInt8] = []
    all.reserveCapacity(part.all.count * count)
    for _ in 0..<count { all.append(contentsOf: part.all) }
    return Bytes(all)
  }

  /// The parts, one behind the other.
  static func joined(_ parts: some Sequence<Bytes>, by separator: Bytes = "") -> Bytes {
    Bytes(Array(parts.map(\.all).joined(separator: separator.all)))
  }

  static func text(_ text: String) -> Bytes { Bytes(Array(text.utf8)) }
}
