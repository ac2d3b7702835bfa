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
  init(_ base: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.base = base
    self.capacity = capacity
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

  /// The most bytes that a string of so many takes, in quotes: each may become an escape of six.
  package static func stringByteCount(_ byteCount: Int) -> Int { 6 * byteCount + 2 }

  /// Writes valid UTF-8 as a string in quotes. What RFC 8259 section 7 demands is escaped: quote, backslash and controls;
  /// DEL too, since terminals act on it.
  package mutating func writeString(_ text: UnsafeBufferPointer<UInt8>) {
    write(byte: 0x22)
    var index = 0
    while index < text.count {
      let plain = JSONText.plainCount(text, from: index)
      write(UnsafeBufferPointer(rebasing: text[index..<index + plain]))
      index += plain
      guard index < text.count else { break }
      writeEscape(text[index])
      index += 1
    }
    write(byte: 0x22)
  }

  private mutating func writeEscape(_ byte: UInt8) {
    write(byte: 0x5c)
    switch byte {
    case 0x22, 0x5c: write(byte: byte)
    case 0x0a: write(byte: 0x6e)
    case 0x0d: write(byte: 0x72)
    case 0x09: write(byte: 0x74)
    default:
      write("u00")
      write(byte: Self.hexDigit(byte >> 4))
      write(byte: Self.hexDigit(byte & 0xf))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

  /// Writes an integer in decimal, two digits at a time.
  package mutating func write(_ number: Int) {
    if number < 0 { room(1).pointee = 0x2d }
    var rest = number.magnitude
    let digits = Self.digitCount(rest)
    var end = UnsafeMutableRawPointer(room(digits) + digits)
    let pairs = UnsafeRawPointer(Self.digitPairs.utf8Start)
    while rest >= 100 {
      let next = rest / 100
      end -= 2
      let pair = Int(truncatingIfNeeded: rest &- next &* 100)
      end.storeBytes(of: pairs.loadUnaligned(fromByteOffset: 2 &* pair, as: UInt16.self), as: UInt16.self)
      rest = next
    }
    let pair = pairs.loadUnaligned(fromByteOffset: 2 &* Int(truncatingIfNeeded: rest), as: UInt16.self)
    if rest >= 10 {
      (end - 2).storeBytes(of: pair, as: UInt16.self)
    } else {
      (end - 1).storeBytes(of: 0x30 &+ UInt8(truncatingIfNeeded: rest), as: UInt8.self)
    }
  }

  @inline(__always)
  private static func digitCount(_ number: UInt) -> Int {
    if number < 10_000 { return number < 100 ? (number < 10 ? 1 : 2) : (number < 1000 ? 3 : 4) }
    if number < 100_000_000 {
      return number < 1_000_000 ? (number < 100_000 ? 5 : 6) : (number < 10_000_000 ? 7 : 8)
    }
    var digits = 9
    var limit: UInt = 1_000_000_000
    while digits < integerByteCount - 1, number >= limit {
      digits += 1
      limit &*= 10
    }
    return digits
  }

  /// 00 to 99.
  private static let digitPairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
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

extension ScratchStack<UInt8> {
  /// Appends what a writer writes, at most so many bytes. Meanwhile nothing else touches the stack.
  @inlinable @inline(__always)
  package func append(upTo byteCount: Int, _ write: (inout ByteWriter) -> Void) {
    if byteCount > capacity - count { resize(max(count + byteCount, capacity * 2)) }
    var writer = ByteWriter(base + count, capacity: byteCount)
    write(&writer)
    length += writer.count
  }
}
