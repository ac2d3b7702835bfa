/// From the numbers of open requests to what is known of them.
///
/// Numbers are given by the owner, so that a cheap hash is enough: it spreads numbers that follow each other, and a peer
/// can only ask for one. Open addressing, at most half full; a removal closes the gap, so that nothing is left behind.
@usableFromInline
package struct NumberTable<Value> {
  /// Not a number.
  @usableFromInline static var free: Int { .min }
  private static var smallest: Int { 16 }
  /// Storage for more is given back when the table is empty.
  private static var kept: Int { 4096 }

  @usableFromInline var keys: [Int]
  @usableFromInline var values: [Value?]
  @usableFromInline var shift: Int
  /// How many numbers are in it.
  @usableFromInline package private(set) var count = 0

  /// An empty table.
  package init() {
    keys = Array(repeating: Self.free, count: Self.smallest)
    values = Array(repeating: nil, count: Self.smallest)
    shift = Int.bitWidth - Self.smallest.trailingZeroBitCount
  }

  @usableFromInline package var isEmpty: Bool { count == 0 }

  /// Where the search for a number begins: the high bits of its product with 2^64 / φ.
  @inlinable @inline(__always)
  func home(_ number: Int) -> Int { Int((UInt(bitPattern: number) &* 0x9e37_79b9_7f4a_7c15) >> UInt(shift)) }

  @inlinable @inline(__always)
  func place(_ number: Int) -> Int? {
    let mask = keys.count - 1
    var place = home(number)
    while true {
      let key = keys[place]
      if key == number { return place }
      if key == Self.free { return nil }
      place = (place + 1) & mask
    }
  }

  /// Whether the number is in it.
  @inlinable
  package func contains(_ number: Int) -> Bool { place(number) != nil }

  /// What is known of a number.
  @inlinable
  package subscript(number: Int) -> Value? {
    guard let place = place(number) else { return nil }
    return values[place]
  }

  /// Adds a number that is new.
  @inlinable
  package mutating func insert(_ number: Int, _ value: consuming Value) {
    if 2 * (count + 1) > keys.count { grow() }
    put(number, value)
  }

  @inlinable
  mutating func put(_ number: Int, _ value: consuming Value) {
    let mask = keys.count - 1
    var place = home(number)
    while keys[place] != Self.free {
      precondition(keys[place] != number, "BUG: a request's number is given twice")
      place = (place + 1) & mask
    }
    keys[place] = number
    values[place] = value
    countUp()
  }

  /// Takes a number out.
  ///
  /// - Returns: what was known of it; nil if it was not in it.
  @inlinable
  @discardableResult
  package mutating func remove(_ number: Int) -> Value? {
    guard var gap = place(number) else { return nil }
    // Moved out: a copy would be held and let go of.
    let value = values[gap].take()
    let mask = keys.count - 1
    var place = (gap + 1) & mask
    // What stands behind the gap only because the gap was taken moves into it.
    while keys[place] != Self.free {
      let distance = (place &- home(keys[place])) & mask
      if distance >= (place &- gap) & mask {
        keys[gap] = keys[place]
        values.swapAt(gap, place)
        gap = place
      }
      place = (place + 1) & mask
    }
    keys[gap] = Self.free
    countDown()
    return value
  }

  /// All numbers, ascending.
  package var numbers: [Int] { keys.filter { $0 != Self.free }.sorted() }

  /// Takes all numbers out.
  package mutating func removeAll() { self = NumberTable() }

  @usableFromInline mutating func countUp() { count += 1 }

  @usableFromInline
  mutating func countDown() {
    count -= 1
    if count == 0, keys.count > Self.kept { self = NumberTable() }
  }

  @usableFromInline
  mutating func grow() {
    let old = (keys, values)
    keys = Array(repeating: Self.free, count: old.0.count * 2)
    values = Array(repeating: nil, count: old.0.count * 2)
    shift -= 1
    count = 0
    for place in old.0.indices where old.0[place] != Self.free {
      if let value = old.1[place] { put(old.0[place], value) }
    }
  }
}
