/// Writes into room that was reserved at once, so that a line of many parts costs one check of the buffer and not one for
/// each part. Writing more than was reserved is a trap.
///
/// What is inlined is a few moves where the length is known. An array is not: inlined, it would be retained.
@usableFromInline
package struct ByteWriter: ~Copyable {
  @usableFromInline let base: UnsafeMutablePointer<UInt8>
  @usableFromInline let capacity: Int
  @usableFromInline var count = 0

  /// The most digits and sign of an integer.
  package static let integerByteCount = 20

  @usableFromInline
  init(_ room: UnsafeMutableBufferPointer<UInt8>, from start: Int) {
    guard let first = room.baseAddress else { preconditionFailure("BUG: no room was reserved") }
    base = first + start
    capacity = room.count - start
  }

  @inlinable @inline(__always)
  mutating func room(_ byteCount: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(byteCount <= capacity - count, "BUG: more is written than was reserved")
    let place = base + count
    count += byteCount
    return place
  }

  /// Writes one byte as it is.
  @inlinable @inline(__always)
  package mutating func write(byte: UInt8) { room(1).pointee = byte }

  /// Writes bytes as they are.
  package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let from = bytes.baseAddress else { return }
    copy(from, bytes.count)
  }

  /// Most pieces are a few words, for which memcpy(3) takes longer than they do.
  @inline(__always)
  private mutating func copy(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    let to = UnsafeMutableRawPointer(room(count))
    let from = UnsafeRawPointer(bytes)
    // Two parts, which may overlap.
    if count > 32 {
      to.copyMemory(from: from, byteCount: count)
    } else if count >= 16 {
      Self.copyEnds(SIMD16<UInt8>.self, from, to, count)
    } else if count >= 8 {
      Self.copyEnds(UInt64.self, from, to, count)
    } else if count >= 4 {
      Self.copyEnds(UInt32.self, from, to, count)
    } else if count >= 2 {
      Self.copyEnds(UInt16.self, from, to, count)
    } else if count == 1 {
      to.storeBytes(of: bytes.pointee, as: UInt8.self)
    }
  }

  @inline(__always)
  private static func copyEnds<Part: BitwiseCopyable>(
    _ type: Part.Type, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int
  ) {
    let offset = count - MemoryLayout<Part>.size
    let end = from.loadUnaligned(fromByteOffset: offset, as: type)
    to.storeBytes(of: from.loadUnaligned(as: type), as: type)
    to.storeBytes(of: end, toByteOffset: offset, as: type)
  }

  /// Writes bytes as they are.
  package mutating func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer {
      if let from = $0.baseAddress { copy(from, $0.count) }
    }
  }

  /// Writes bytes as they are.
  package mutating func write(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBufferPointer { write($0) } }

  /// Writes text that is JSON already.
  @inlinable @inline(__always)
  package mutating func write(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    UnsafeMutableRawPointer(room(count)).copyMemory(from: text.utf8Start, byteCount: count)
  }

  /// Writes UTF-8 that needs no escapes as a string in quotes.
  package mutating func writeQuoted(_ plain: UnsafeBufferPointer<UInt8>) {
    write(byte: 0x22)
    if let from = plain.baseAddress { copy(from, plain.count) }
    write(byte: 0x22)
  }

  /// Writes an integer in decimal.
  package mutating func write(_ number: Int) {
    var rest = number.magnitude
    var digits = 1
    var limit: UInt = 10
    while digits < Self.integerByteCount - 1, rest >= limit {
      digits += 1
      limit &*= 10
    }
    if number < 0 { room(1).pointee = 0x2d }
    let end = room(digits) + digits
    for place in 1...digits {
      let next = rest / 10
      (end - place).pointee = 0x30 + UInt8(truncatingIfNeeded: rest &- next &* 10)
      rest = next
    }
  }
}

extension [UInt8] {
  /// Appends what a writer writes, at most `capacity` bytes.
  @inline(__always)
  package mutating func append(upTo capacity: Int, _ write: (inout ByteWriter) -> Void) {
    append(addingCapacity: capacity) { span in
      span.withUnsafeMutableBufferPointer { room, count in
        var writer = ByteWriter(room, from: count)
        write(&writer)
        count += writer.count
      }
    }
  }
}
