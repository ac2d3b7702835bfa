/// What kind of value stands somewhere, known without decoding it.
package enum JSONKind: Sendable, Equatable, BitwiseCopyable {
  case object, array, string, number, `true`, `false`, null
}

/// One member of an object: where its name and value stand, as indices of the scanned slice.
package struct JSONMember: Sendable, BitwiseCopyable {
  /// The first bytes of the name, unescaped; zeros behind a shorter one.
  let nameHead: UInt64
  let nameStart: UInt32
  let nameEnd: UInt32
  let valueStart: UInt32
  var valueEnd: UInt32
  package let kind: JSONKind
  package let nameHasEscapes: Bool
  /// Whether a string value holds a backslash.
  package let valueHasEscapes: Bool

  /// Indices are stored in 32 bits: a framer's buffer ends long before.
  @inline(__always)
  init(
    nameHead: UInt64, nameStart: UInt32, nameEnd: UInt32, valueStart: UInt32, valueEnd: UInt32, kind: JSONKind,
    nameHasEscapes: Bool, valueHasEscapes: Bool
  ) {
    self.nameHead = nameHead
    self.nameStart = nameStart
    self.nameEnd = nameEnd
    self.valueStart = valueStart
    self.valueEnd = valueEnd
    self.kind = kind
    self.nameHasEscapes = nameHasEscapes
    self.valueHasEscapes = valueHasEscapes
  }

  /// The name between its quotes.
  package var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
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

  /// Whether its name is these bytes, after unescaping.
  @inline(__always)
  package func isNamed(_ name: JSONName, in line: ArraySlice<UInt8>) -> Bool {
    if !nameHasEscapes {
      guard nameHead == name.head, Int(nameEnd - nameStart) == name.count else { return false }
      if name.count <= 8 { return true }
    }
    return hasBytes(name, in: line)
  }

  /// Whether its name is these bytes, at most eight, without escapes. Inlined: the compiler makes a number of the name.
  @inline(__always)
  func isPlainly(_ name: StaticString) -> Bool {
    guard Int(nameEnd - nameStart) == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { bytes in
      var head: UInt64 = 0
      for index in 0..<bytes.count { head |= UInt64(bytes[index]) << UInt64(8 * index) }
      return nameHead == head
    }
  }

  private func hasBytes(_ name: JSONName, in line: ArraySlice<UInt8>) -> Bool {
    let offset = line.startIndex
    return line.withUnsafeBufferPointer { line in
      let bytes = UnsafeBufferPointer(rebasing: line[Int(nameStart) - offset..<Int(nameEnd) - offset])
      return name.text.withUTF8Buffer { wanted in
        nameHasEscapes ? JSONText.unescaped(bytes).elementsEqual(wanted) : JSONText.areEqual(bytes, wanted)
      }
    }
  }

  mutating func end(at end: Int) { valueEnd = UInt32(end) }
}

/// The name of a member that the code knows, as it is compared: the first eight bytes settle it in most cases.
///
/// A literal is one, too; code that is run for each message keeps it.
package struct JSONName: Sendable, ExpressibleByStringLiteral {
  let text: StaticString
  let head: UInt64
  let count: Int

  /// A name in ASCII without escapes.
  package init(stringLiteral text: StaticString) { self.init(text) }

  /// A name in ASCII without escapes.
  package init(_ text: StaticString) {
    self.text = text
    count = text.utf8CodeUnitCount
    head = text.withUTF8Buffer { bytes in
      bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
