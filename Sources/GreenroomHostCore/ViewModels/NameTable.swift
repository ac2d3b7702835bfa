import GreenroomJSONLines

/// From a name as UTF-8 on the wire to the number of what bears it, without making a String.
///
/// A class, since a struct inside one is copied whole for each search (6.3.1).
/// The names are the configuration's, so the plain hash cannot be attacked; what a peer sends is only looked up.
package final class NameTable {
  private struct Entry: BitwiseCopyable {
    /// Where the name ends in `bytes`; it begins at the end of the one before.
    var end: Int32
    var value: Int32
  }
  /// Places in `entries`; -1 is free.
  private let slots = ScratchStack<Int32>(keptCount: .max)
  /// All names, one behind the other: as arrays of their own they would lie all over the memory.
  private let bytes = ScratchStack<UInt8>(keptCount: .max)
  private let entries = ScratchStack<Entry>(keptCount: .max)

  package init() { clearSlots(16) }

  package var count: Int { entries.count }

  /// Adds a name, which must be new, with what it stands for.
  package func insert(_ name: String, _ value: Int) {
    precondition(find(name) == nil, "BUG: the name \(name) is inserted twice")
    var name = name
    name.withUTF8 { bytes.append(contentsOf: $0) }
    entries.append(Entry(end: Int32(bytes.count), value: Int32(value)))
    if entries.count * 2 > slots.count {
      clearSlots(slots.count * 2)
      for place in 0..<entries.count { link(place) }
    } else {
      link(entries.count - 1)
    }
  }

  private func clearSlots(_ count: Int) {
    slots.removeAll()
    for _ in 0..<count { slots.append(-1) }
  }

  private func range(_ place: Int) -> Range<Int> {
    (place == 0 ? 0 : Int(entries[place - 1].end))..<Int(entries[place].end)
  }

  private func link(_ place: Int) {
    let mask = slots.count - 1
    var slot = bytes.withElements(range(place)) { Self.hash($0) } & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(place)
  }

  /// What a name stands for, or nil if nobody bears it.
  package func find(_ name: String) -> Int? {
    var name = name
    return name.withUTF8 { find($0) }
  }

  /// The same for a name as it stands on a line.
  package func find(_ name: ArraySlice<UInt8>) -> Int? { name.withUnsafeBufferPointer { find($0) } }

  /// The same for a name that stands somewhere.
  package func find(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    let mask = slots.count - 1
    var slot = Self.hash(name) & mask
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if bytes.withElements(range(place), { JSONText.areEqual($0, name) }) { return Int(entries[place].value) }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Eight bytes at a time, the last of which may overlap the ones before; both halves of a product with 2^64 / φ.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    let bytes = UnsafeRawBufferPointer(name)
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    func mix(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
      hash = product.high ^ product.low
    }
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
      offset += 8
    }
    if offset < bytes.count {
      if bytes.count >= 8 {
        mix(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self).littleEndian)
      } else {
        mix(bytes.reduce(0) { $0 << 8 | UInt64($1) })
      }
    }
    return Int(truncatingIfNeeded: hash & 0x3fff_ffff)
  }
}
