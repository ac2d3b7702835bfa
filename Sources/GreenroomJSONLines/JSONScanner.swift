/// Checks that bytes are one strict JSON text and notes where the members of the message envelope stand, in one pass,
/// without recursion and without decoding a value.
///
/// Rules: RFC 8259; valid UTF-8 without byte order mark; no duplicate names in one object (compared as UTF-8 after
/// unescaping); no lone surrogate; numbers of at most 400 characters that a Double can hold; bounded depth.
/// The scratch storage is kept: scanning line after line allocates nothing. It is moved and never copied.
package struct JSONScanner: ~Copyable {
  /// Containers inside one another, the outermost counted as 1.
  package static let defaultDepthLimit = 128
  /// A longer number is refused before anything converts it.
  package static let numberLimit = 400
  /// Storage for more members is given back before the next text.
  private static let keptMemberCount = 1024

  /// Members of the top-level object.
  package let members = ScratchStack<JSONMember>(keptCount: JSONScanner.keptMemberCount)
  /// Members of the top-level member `params`, if that is an object.
  package let parameterMembers = ScratchStack<JSONMember>(keptCount: JSONScanner.keptMemberCount)
  /// The kind of the top-level value.
  package private(set) var kind: JSONKind = .null

  private let depthLimit: Int
  private var names = DuplicateNames()

  /// What is kept of a container while one inside it is open.
  private struct Container: BitwiseCopyable {
    var isObject: Bool
    /// Where its names begin.
    var firstName: Int
  }
  private let outer = ScratchStack<Container>(keptCount: JSONScanner.defaultDepthLimit)

  /// The first values of the text, one more than a template takes at most, as indices from its first byte.
  let values = ScratchStack<MessageTemplate.Value>(keptCount: MessageTemplate.valueLimit + 1)

  package init(depthLimit: Int = JSONScanner.defaultDepthLimit) { self.depthLimit = depthLimit }

  /// Scans a line and notes its members. After an error they are those that stand before it.
  package mutating func scan(_ line: ArraySlice<UInt8>) throws(JSONScanError) {
    try scan(line, notesMembers: true)
  }

  /// Scans any text by the same rules and notes only its kind.
  package mutating func scanValue(_ text: ArraySlice<UInt8>) throws(JSONScanError) {
    try scan(text, notesMembers: false)
  }

  private mutating func scan(_ text: ArraySlice<UInt8>, notesMembers: Bool) throws(JSONScanError) {
    members.removeAll()
    parameterMembers.removeAll()
    outer.removeAll()
    names.removeAll()
    values.removeAll()
    let base = text.startIndex
    try text.withUnsafeBufferPointer { bytes throws(JSONScanError) in
      // Indices are stored in 32 bits; the longest line has 16 MiB.
      precondition(base + bytes.count < UInt32.max, "BUG: a text of more than 4 GiB")
      if let reason = Self.foreignOpening(bytes) { throw JSONScanError(reason, at: 0) }
      try scan(bytes, base: base, notesMembers: notesMembers)
    }
  }

  // MARK: The one pass

  /// Skips white space and gives the byte behind it, or 0 at the end, which no token begins with: so one comparison settles
  /// both.
  @inline(__always)
  private static func nextByte(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> UInt8 {
    guard index < bytes.count else { return 0 }
    let byte = bytes[index]
    if byte > 0x20 { return byte }
    index = skipSpace(bytes, index)
    return index < bytes.count ? bytes[index] : 0
  }

  @inline(__always)
  private static func unexpected(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ reason: JSONScanError.Reason
  ) -> JSONScanError { JSONScanError(index < bytes.count ? reason : .unexpectedEnd, at: index) }

  private mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, base: Int, notesMembers: Bool
  ) throws(JSONScanError) {
    var index = 0
    var depth = 0
    /// The innermost open container.
    var current = Container(isObject: false, firstName: 0)
    /// Containers from the outermost on whose members are noted: those of the innermost one if this is `depth`.
    var noted = 0
    var name = Name()
    var expectsName = false

    value: while true {
      var byte = Self.nextByte(bytes, &index)
      if expectsName {
        guard byte == 0x22 else { throw Self.unexpected(bytes, index, .expectedName) }
        index = try scanName(bytes, index, from: current.firstName, &name)
        guard Self.nextByte(bytes, &index) == 0x3a else { throw Self.unexpected(bytes, index, .expectedColon) }
        index += 1
        byte = Self.nextByte(bytes, &index)
      }
      let start = index
      let kind: JSONKind
      var hasEscapes = false
      switch byte {
      case 0x22:
        kind = .string
        index = try Self.skipString(bytes, index, &hasEscapes)
        noteValue(start, index, isString: true)
      case 0x7b, 0x5b:
        kind = byte == 0x7b ? .object : .array
        guard depth < depthLimit else { throw JSONScanError(.tooDeep(limit: depthLimit), at: index) }
      case 0x74:
        kind = .true
        index = try Self.skipWord(bytes, index, "true")
      case 0x66:
        kind = .false
        index = try Self.skipWord(bytes, index, "false")
      case 0x6e:
        kind = .null
        index = try Self.skipWord(bytes, index, "null")
      default:
        guard index < bytes.count else { throw JSONScanError(depth == 0 ? .empty : .unexpectedEnd, at: index) }
        kind = .number
        index = try Self.skipNumber(bytes, index)
        noteValue(start, index, isString: false)
      }
      if depth == 0 {
        self.kind = kind
      } else if depth == noted {
        note(
          JSONMember(
            name: name.name, nameStart: UInt32(truncatingIfNeeded: base &+ name.start),
            nameEnd: UInt32(truncatingIfNeeded: base &+ name.end),
            valueStart: UInt32(truncatingIfNeeded: base &+ start), valueEnd: UInt32(truncatingIfNeeded: base &+ index),
            kind: kind, valueHasEscapes: hasEscapes), depth)
      }
      if index == start {
        // A container: its members or elements come next, or its end.
        let isObject = byte == 0x7b
        if isObject, notesMembers, depth == noted, Self.isNoted(name.name, depth) { noted += 1 }
        outer.append(current)
        current = Container(isObject: isObject, firstName: names.count)
        depth += 1
        index += 1
        if Self.nextByte(bytes, &index) != byte + 2 {
          expectsName = isObject
          continue value
        }
      }
      while depth > 0 {
        let byte = Self.nextByte(bytes, &index)
        if byte == 0x2c {
          index += 1
          expectsName = current.isObject
          continue value
        }
        guard byte == (current.isObject ? 0x7d : 0x5d) else {
          throw Self.unexpected(bytes, index, .unexpectedByte(byte))
        }
        index += 1
        if current.isObject { try names.close(from: current.firstName, bytes) }
        if depth == noted { noted -= 1 }
        depth -= 1
        current = outer.removeLast()
        if depth > 0, depth == noted { noteEnd(base + index, depth) }
      }
      break
    }
    index = Self.skipSpace(bytes, index)
    guard index == bytes.count else { throw JSONScanError(.bytesAfterValue, at: index) }
  }

  // MARK: Names

  /// The name of the member that is being scanned, between its quotes.
  private struct Name {
    var start = 0
    var end = 0
    var name = JSONName.none
  }

  /// Scans a name from its opening quote on and adds it to those of its object, which begin at `first`.
  ///
  /// - Returns: the index behind its closing quote.
  @inline(__always)
  private mutating func scanName(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, from first: Int, _ name: inout Name
  ) throws(JSONScanError) -> Int {
    name.start = start + 1
    // Most names end within the first word, which is their head then.
    if start + 9 <= bytes.count, let base = bytes.baseAddress {
      let word = UnsafeRawPointer(base + start + 1).loadUnaligned(as: UInt64.self).littleEndian
      let found = JSONText.specialsOrNonASCII(word)
      if found != 0 {
        let count = JSONText.position(found)
        let end = start + 1 + count
        if base[end] == 0x22 {
          name.end = end
          let head = word & (1 << UInt64(truncatingIfNeeded: 8 * count) &- 1)
          name.name = JSONName(head: head, tail: 0, count: UInt32(truncatingIfNeeded: count))
          try names.addPlain(head, start + 1, count, from: first, bytes)
          return end + 1
        }
      }
    }
    return try scanLongName(bytes, start, from: first, &name)
  }

  @inline(never)
  private mutating func scanLongName(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, from first: Int, _ name: inout Name
  ) throws(JSONScanError) -> Int {
    var hasEscapes = false
    let end = try Self.skipString(bytes, start, &hasEscapes)
    name.end = end - 1
    name.name = try names.add(start + 1..<end - 1, hasEscapes: hasEscapes, from: first, bytes)
    return end
  }

  // MARK: Notes

  /// Whether the members of an object that begins are wanted: the top-level one, and its `params`.
  ///
  /// The depth is that of the container around it, whose members are noted.
  @inline(__always)
  private static func isNoted(_ name: JSONName, _ depth: Int) -> Bool {
    depth == 0 || (depth == 1 && name == "params")
  }

  @inline(__always)
  private mutating func note(_ member: JSONMember, _ depth: Int) {
    if depth == 1 { members.append(member) } else { parameterMembers.append(member) }
  }

  @inline(__always)
  private func noteValue(_ start: Int, _ end: Int, isString: Bool) {
    guard values.count <= MessageTemplate.valueLimit else { return }
    values.append(
      MessageTemplate.Value(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end), isString: isString))
  }

  /// A container that was noted when it began ends here.
  private mutating func noteEnd(_ end: Int, _ depth: Int) {
    if depth == 1 {
      members[members.count - 1].end(at: end)
    } else {
      parameterMembers[parameterMembers.count - 1].end(at: end)
    }
  }

  // MARK: Foreign formats

  /// What a text begins with that people have to be told about.
  private static func foreignOpening(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONScanError.Reason? {
    guard let first = bytes.first else { return nil }
    if first == 0xef, bytes.starts(with: [0xef, 0xbb, 0xbf]) { return .byteOrderMark }
    guard first | 0x20 == 0x63 else { return nil }
    return bytes.lazy.map { $0 | 0x20 }.starts(with: "content-length:".utf8.lazy.map { $0 | 0x20 })
      ? .lengthHeader : nil
  }
}
