/// From a name as UTF-8 on the wire to the number of what bears it, without making a String.
///
/// The names are the configuration's, so the plain hash cannot be attacked; what a peer sends is only looked up.
package struct NameTable {
  private var slots: [Int32]
  private var names: [[UInt8]] = []
  private var values: [Int] = []
  private var mask: Int

  package init() {
    slots = Array(repeating: -1, count: 16)
    mask = 15
  }

  package var count: Int { names.count }

  /// Adds a name, which must be new, with what it stands for.
  package mutating func insert(_ name: String, _ value: Int) {
    let bytes = Array(name.utf8)
    precondition(find(bytes[...]) == nil, "BUG: the name \(name) is inserted twice")
    names.append(bytes)
    values.append(value)
    if names.count * 2 > slots.count {
      slots = Array(repeating: -1, count: slots.count * 2)
      mask = slots.count - 1
      for place in names.indices { link(place) }
    } else {
      link(names.count - 1)
    }
  }

  private mutating func link(_ place: Int) {
    var slot = Self.hash(names[place][...]) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(place)
  }

  /// What a name stands for, or nil if nobody bears it.
  package func find(_ name: ArraySlice<UInt8>) -> Int? {
    var slot = Self.hash(name) & mask
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if names[place].count == name.count, names[place].elementsEqual(name) { return values[place] }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// FNV-1a.
  private static func hash(_ name: ArraySlice<UInt8>) -> Int {
    name.withUnsafeBufferPointer { bytes in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x3fff_ffff)
    }
  }
}
