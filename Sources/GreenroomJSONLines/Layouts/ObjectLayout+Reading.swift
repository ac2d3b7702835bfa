/// Reads objects from JSON that was scanned strictly. From other bytes it reads nothing or something harmless.
extension ObjectLayout {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Initialises the memory from an object: every member has to be there, unknown ones are ignored.
  ///
  /// - Returns: false if the type's own decoding has to say what is wrong, or has to be asked, as for a name that is written
  ///   with escapes; then the memory is as before.
  package func read(_ text: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutableRawPointer) -> Bool {
    guard let end = readObject(text, JSONScanner.skipSpace(text, 0), memory) else { return false }
    if JSONScanner.skipSpace(text, end) == text.count { return true }
    destroy(memory)
    return false
  }

  /// Reads a value of the type with this layout; nil as above.
  package func value<Value>(_ type: Value.Type, _ text: UnsafeBufferPointer<UInt8>) -> Value? {
    // Bytes, and no typed room: where the type is not known, each type that is made of it would have to be looked up.
    withUnsafeTemporaryAllocation(
      byteCount: max(1, MemoryLayout<Value>.size), alignment: MemoryLayout<Value>.alignment
    ) { room in
      // SAFETY: initialised if and only if `read` says so.
      guard let memory = room.baseAddress, read(text, into: memory) else { return nil }
      return memory.assumingMemoryBound(to: type).move()
    }
  }

  /// Ends the life of what lies there.
  package func destroy(_ memory: UnsafeMutableRawPointer) { destroy(memory, found: .max) }

  /// `found` has a bit for each member that is initialised.
  private func destroy(_ memory: UnsafeMutableRawPointer, found: UInt64) {
    for index in 0..<members.count where found & (1 &<< UInt64(truncatingIfNeeded: index)) != 0 {
      let place = places[index]
      if let object = place.object {
        object._withUnsafeGuaranteedRef { $0.destroy(memory + place.offset) }
      } else if place.kind == .string {
        (memory + place.offset).assumingMemoryBound(to: String.self).deinitialize(count: 1)
      }
    }
  }

  /// - Returns: the index behind the object; nil if nothing was read.
  private func readObject(_ text: Bytes, _ start: Int, _ memory: UnsafeMutableRawPointer) -> Int? {
    var found: UInt64 = 0
    if let end = readMembers(text, start, memory, &found), found.nonzeroBitCount == members.count { return end }
    destroy(memory, found: found)
    return nil
  }

  private func readMembers(
    _ text: Bytes, _ start: Int, _ memory: UnsafeMutableRawPointer, _ found: inout UInt64
  ) -> Int? {
    guard start < text.count, text[start] == 0x7b else { return nil }
    var index = JSONScanner.skipSpace(text, start + 1)
    if index < text.count, text[index] == 0x7d { return index + 1 }
    // Most senders write the members in the order of the type.
    var expected = 0
    while index < text.count {
      guard let (member, afterName) = readName(text, index, expected) else { return nil }
      let colon = JSONScanner.skipSpace(text, afterName)
      guard colon < text.count, text[colon] == 0x3a else { return nil }
      index = JSONScanner.skipSpace(text, colon + 1)
      if member < members.count {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: member)
        guard found & bit == 0, let end = readValue(text, index, places[member], memory) else { return nil }
        found |= bit
        expected = member + 1
        index = end
      } else {
        guard let end = Self.skipValue(text, index) else { return nil }
        index = end
      }
      index = JSONScanner.skipSpace(text, index)
      guard index < text.count else { return nil }
      if text[index] == 0x7d { return index + 1 }
      guard text[index] == 0x2c else { return nil }
      index = JSONScanner.skipSpace(text, index + 1)
    }
    return nil
  }

  // MARK: Names

  /// - Returns: the place of the member, the count of members for an unknown one, and the index behind the name; nil if no
  ///   name stands there, or one with escapes.
  @inline(__always)
  private func readName(_ text: Bytes, _ start: Int, _ expected: Int) -> (member: Int, end: Int)? {
    if expected < members.count, let end = Self.end(of: places[expected].name, text, start) { return (expected, end) }
    return findName(text, start)
  }

  private func findName(_ text: Bytes, _ start: Int) -> (member: Int, end: Int)? {
    for index in 0..<members.count {
      if let end = Self.end(of: places[index].name, text, start) { return (index, end) }
    }
    var hasEscapes = false
    guard text[start] == 0x22, let end = JSONText.endOfString(text, start, &hasEscapes), !hasEscapes else { return nil }
    return (members.count, end)
  }

  /// The index behind this name in quotes, if it stands there. It holds nothing that would be escaped.
  @inline(__always)
  private static func end(of name: Bytes, _ text: Bytes, _ start: Int) -> Int? {
    let end = start + name.count + 2
    guard end <= text.count, text[start] == 0x22, text[end - 1] == 0x22 else { return nil }
    return JSONText.areEqual(Bytes(rebasing: text[start + 1..<end - 1]), name) ? end : nil
  }

  // MARK: Values

  @inline(__always)
  private func readValue(_ text: Bytes, _ start: Int, _ place: Place, _ memory: UnsafeMutableRawPointer) -> Int? {
    let memory = memory + place.offset
    if let object = place.object {
      return object._withUnsafeGuaranteedRef { $0.readObject(text, start, memory) }
    }
    guard start < text.count else { return nil }
    if place.kind == .string { return Self.readString(text, start, memory) }
    let end = Self.endOfLiteral(text, start)
    let literal = Bytes(rebasing: text[start..<end])
    switch place.kind {
    case .bool:
      switch text[start] {
      case 0x74: memory.storeBytes(of: true, as: Bool.self)
      case 0x66: memory.storeBytes(of: false, as: Bool.self)
      default: return nil
      }
    case .double:
      guard let value = NumberLiteral.double(literal) else { return nil }
      memory.storeBytes(of: value, as: Double.self)
    default:
      guard let value = NumberLiteral.integer(literal), place.kind.store(value, at: memory) else { return nil }
    }
    return end
  }

  private static func readString(_ text: Bytes, _ start: Int, _ memory: UnsafeMutableRawPointer) -> Int? {
    var hasEscapes = false
    guard text[start] == 0x22, let end = JSONText.endOfString(text, start, &hasEscapes) else { return nil }
    let inner = Bytes(rebasing: text[start + 1..<end - 1])
    let string =
      hasEscapes
      ? String(decoding: JSONText.unescaped(inner), as: UTF8.self) : String(decoding: inner, as: UTF8.self)
    memory.assumingMemoryBound(to: String.self).initialize(to: string)
    return end
  }

  /// The index behind a number or a word.
  @inline(__always)
  private static func endOfLiteral(_ text: Bytes, _ start: Int) -> Int {
    var index = start
    while index < text.count, !JSONDocumentBuilder.endsLiteral(text[index]) { index += 1 }
    return index
  }

  /// The index behind any value.
  private static func skipValue(_ text: Bytes, _ start: Int) -> Int? {
    var index = start
    var depth = 0
    var hasEscapes = false
    while index < text.count {
      switch text[index] {
      case 0x22:
        guard let end = JSONText.endOfString(text, index, &hasEscapes) else { return nil }
        index = end
      case 0x7b, 0x5b:
        depth += 1
        index += 1
      case 0x7d, 0x5d:
        depth -= 1
        index += 1
      case 0x2c, 0x3a:
        guard depth > 0 else { return nil }
        index += 1
      default:
        let end = max(endOfLiteral(text, index), JSONScanner.skipSpace(text, index))
        guard end > index else { return nil }
        index = end
      }
      if depth <= 0 { return depth == 0 ? index : nil }
    }
    return nil
  }
}
