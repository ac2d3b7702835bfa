import GreenroomJSONLines

/// From a name as UTF-8 on the wire to the number of what bears it, without making a String.
///
/// A class, since a struct inside one is copied whole for each search (6.3.1).
/// The names are the configuration's, so the plain hash cannot be attacked; what a peer sends is only looked up. With
/// thousands of names a search costs two lines of the cache, of which many are there: the place that the hash leads to, and the
/// name.
package final class NameTable {
  /// A place of the table. Small, so that of thousands many are in the cache.
  private struct Place: BitwiseCopyable {
    /// Of a hash the bits that tell most names apart without a look at them.
    var hash: UInt32
    /// Of an entry; -1 for a free place.
    var entry: Int32

    static let free = Place(hash: 0, entry: -1)
  }

  /// The first and the last eight bytes of a name, which overlap in a short one: they and the count tell names of at most 16
  /// bytes apart, and these from all longer ones.
  private struct Key: BitwiseCopyable {
    var head: UInt64
    var tail: UInt64
    var count: Int32

    var isWholeName: Bool { count <= 16 }
  }

  private struct Entry: BitwiseCopyable {
    let key: Key
    let value: Int32
    /// Where a name that its key does not tell from others begins in `longNames`.
    let start: Int32
  }

  /// Open addressing, at most half full.
  private let places = ScratchStack<Place>(keptCount: .max)
  private let entries = ScratchStack<Entry>(keptCount: .max)
  private let longNames = ScratchStack<UInt8>(keptCount: .max)
  package var count: Int { entries.count }

  package init() { clear(16) }

  /// Forgets all names.
  package func removeAll() {
    entries.removeAll()
    longNames.removeAll()
    clear(16)
  }

  private func clear(_ placeCount: Int) {
    places.removeAll()
    for _ in 0..<placeCount { places.append(.free) }
  }

  /// Adds a name, which must be new, with what it stands for: a number from 0 on.
  package func insert(_ name: String, _ value: Int) {
    precondition(find(name) == nil, "BUG: the name \(name) is inserted twice")
    if (count + 1) * 2 > places.count {
      let old = places.map { $0 }
      clear(places.count * 2)
      for place in old where place.entry >= 0 { put(place) }
    }
    var name = name
    name.withUTF8 { bytes in
      let key = Self.key(bytes)
      put(Place(hash: Self.hash(key, bytes), entry: Int32(count)))
      entries.append(Entry(key: key, value: Int32(value), start: Int32(longNames.count)))
      if !key.isWholeName { longNames.append(contentsOf: bytes) }
    }
  }

  private func put(_ new: Place) {
    let mask = places.count - 1
    var place = Int(new.hash) & mask
    while places[place].entry >= 0 { place = (place + 1) & mask }
    places[place] = new
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
    let key = Self.key(name)
    let hash = Self.hash(key, name)
    let mask = places.count - 1
    var place = Int(hash) & mask
    while true {
      let found = places[place]
      if found.entry < 0 { return nil }
      if found.hash == hash, isName(entries[Int(found.entry)], key, name) {
        return Int(entries[Int(found.entry)].value)
      }
      place = (place + 1) & mask
    }
  }

  @inline(__always)
  private func isName(_ entry: Entry, _ key: Key, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard entry.key.head == key.head, entry.key.tail == key.tail, entry.key.count == key.count else { return false }
    return key.isWholeName || isLongName(entry, name)
  }

  private func isLongName(_ entry: Entry, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = Int(entry.start)
    return longNames.withElements(start..<start + Int(entry.key.count)) { JSONText.areEqual($0, name) }
  }

  @inline(__always)
  private static func key(_ name: UnsafeBufferPointer<UInt8>) -> Key {
    let bytes = UnsafeRawBufferPointer(name)
    let count = bytes.count
    func word(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    func half(_ offset: Int) -> UInt64 { UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    let shortCount = Int32(truncatingIfNeeded: count)
    if count >= 8 { return Key(head: word(0), tail: word(count - 8), count: shortCount) }
    if count >= 4 { return Key(head: half(0) | half(count - 4) << 32, tail: 0, count: shortCount) }
    // The first, the one in the middle and the last are all there are.
    let head = count == 0 ? 0 : UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8 | UInt64(bytes[count - 1]) << 16
    return Key(head: head, tail: 0, count: shortCount)
  }

  /// The halves of products with 2^64 / φ, one for eight bytes.
  @inline(__always)
  private static func hash(_ key: Key, _ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    func mix(_ word: UInt64) -> UInt64 {
      let product = word.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
      return product.high ^ product.low
    }
    var hash = mix(mix(key.head) ^ key.tail)
    if !key.isWholeName {
      let bytes = UnsafeRawBufferPointer(name)
      var offset = 8
      while offset + 8 < bytes.count {
        hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
    }
    return UInt32(truncatingIfNeeded: hash ^ UInt64(truncatingIfNeeded: key.count))
  }
}
