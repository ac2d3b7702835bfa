/// What kind of value stands somewhere, known without decoding it.
package enum JSONKind: Sendable, Equatable, BitwiseCopyable {
  case object, array, string, number, `true`, `false`, null
}

/// One member of an object: where its name and value stand, as indices of the scanned slice, and what it is called.
package struct JSONMember: Sendable, BitwiseCopyable, Equatable {
  let name: JSONName
  // Indices are stored in 32 bits: a framer's buffer ends long before.
  private(set) var nameStart: UInt32
  private(set) var nameEnd: UInt32
  private(set) var valueStart: UInt32
  var valueEnd: UInt32
  package let kind: JSONKind
  /// Whether a string value holds a backslash.
  package var valueHasEscapes: Bool

  /// The name between its quotes.
  package var namePlace: Range<Int> { Int(nameStart)..<Int(nameEnd) }
  /// The whole value; a string with its quotes.
  package var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }

  /// The bytes of the value on its line.
  @inline(__always)
  func withValue<Result>(of line: ArraySlice<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let offset = line.startIndex
    return line.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[Int(valueStart) - offset..<Int(valueEnd) - offset]))
    }
  }

  /// The UTF-8 of a string value without its quotes, if it is a string that holds no escape.
  package var plainText: Range<Int>? {
    guard kind == .string, !valueHasEscapes else { return nil }
    return Int(valueStart) + 1..<Int(valueEnd) - 1
  }

  /// Whether this is its name, after unescaping.
  @inline(__always)
  package func isNamed(_ name: JSONName) -> Bool { self.name == name }

  mutating func end(at end: Int) { valueEnd = UInt32(end) }

  /// The same member in another slice.
  @inline(__always)
  func moved(by distance: Int) -> JSONMember {
    let distance = UInt32(truncatingIfNeeded: distance)
    var member = self
    member.nameStart &+= distance
    member.nameEnd &+= distance
    member.valueStart &+= distance
    member.valueEnd &+= distance
    return member
  }
}

/// The name of a member after unescaping, as it is compared: by words, without a look at the line.
///
/// It tells names of up to 16 bytes apart, and these from all longer ones. The code knows no longer name.
@usableFromInline
package struct JSONName: Sendable, BitwiseCopyable, Equatable, ExpressibleByStringLiteral {
  /// The first bytes, zeros behind a shorter name.
  @usableFromInline var head: UInt64
  /// The last eight bytes of a name of more than eight.
  @usableFromInline var tail: UInt64
  @usableFromInline var count: UInt32

  static let none = JSONName(head: 0, tail: 0, count: 0)

  @inlinable @inline(__always)
  init(head: UInt64, tail: UInt64, count: UInt32) {
    self.head = head
    self.tail = tail
    self.count = count
  }

  /// A name of the code's, of at most 16 bytes. Inlined: the compiler makes numbers of a literal.
  @inlinable @inline(__always)
  package init(stringLiteral text: StaticString) {
    precondition(text.utf8CodeUnitCount <= 16, "BUG: a member's name is longer than 16 bytes")
    let count = text.utf8CodeUnitCount
    var (head, tail): (UInt64, UInt64) = (0, 0)
    text.withUTF8Buffer { bytes in
      for index in 0..<min(count, 8) { head |= UInt64(bytes[index]) << UInt64(8 * index) }
      if count > 8 {
        for index in 0..<8 { tail |= UInt64(bytes[count - 8 + index]) << UInt64(8 * index) }
      }
    }
    self.init(head: head, tail: tail, count: UInt32(count))
  }

  @inlinable @inline(__always)
  package static func == (left: JSONName, right: JSONName) -> Bool {
    left.head == right.head && left.tail == right.tail && left.count == right.count
  }
}
