/// Checks that bytes are one strict JSON text and notes where the members of the message envelope stand, in one pass,
/// without recursion and without decoding a value.
///
/// Rules: RFC 8259; valid UTF-8 without byte order mark; no duplicate names in one object (compared as UTF-8 after
/// unescaping); no lone surrogate; numbers of at most 400 characters that a Double can hold; bounded depth.
/// The scratch storage is kept: scanning line after line allocates nothing.
package struct JSONScanner: Sendable {
  package static let defaultDepthLimit = 128
  /// A longer number is refused before anything converts it.
  package static let numberLimit = 400

  /// Members of the top-level object.
  package internal(set) var members: [JSONMember] = []
  /// Members of the top-level member `params`, if that is an object.
  package internal(set) var parameterMembers: [JSONMember] = []
  /// The kind of the top-level value.
  package internal(set) var kind: JSONKind = .null

  let depthLimit: Int
  private var isObject: [Bool] = []
  var names = DuplicateNames()

  package init(depthLimit: Int = JSONScanner.defaultDepthLimit) { self.depthLimit = depthLimit }

  /// Whether a line holds nothing but JSON white space.
  package static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d || $0 == 0x0a }
  }

  /// Scans one text. After an error the recorded members mean nothing.
  package mutating func scan(_ text: ArraySlice<UInt8>) throws(JSONScanError) {
    members.removeAll(keepingCapacity: true)
    parameterMembers.removeAll(keepingCapacity: true)
    isObject.removeAll(keepingCapacity: true)
    names.removeAll()
    let base = text.startIndex
    let failure = text.withUnsafeBufferPointer { bytes -> JSONScanError? in
      do throws(JSONScanError) {
        try scan(bytes, base: base)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, base: Int) throws(JSONScanError) {
    let count = bytes.count
    var index = 0
    if count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf { throw JSONScanError(.byteOrderMark, at: 0) }
    if count > 15, bytes[0] == 0x43 || bytes[0] == 0x63, Self.isLengthHeader(bytes) {
      throw JSONScanError(.lengthHeader, at: 0)
    }
    /// Depth 1 is the top-level object. `params` is entered at depth 2.
    var depth = 0
    var isInParams = false
    var pending = JSONMember(name: 0..<0, nameHasEscapes: false, value: 0..<0, kind: .null, valueHasEscapes: false)
    var pendingTop = pending

    value: while true {
      index = Self.skipSpace(bytes, index)
      guard index < count else { throw JSONScanError(depth == 0 && members.isEmpty ? .empty : .unexpectedEnd, at: index) }
      let start = index
      let byte = bytes[index]
      var kind = JSONKind.null
      var hasEscapes = false
      switch byte {
      case 0x22:
        kind = .string
        index = try Self.skipString(bytes, index, &hasEscapes)
      case 0x7b, 0x5b:
        let opensObject = byte == 0x7b
        guard depth < depthLimit else { throw JSONScanError(.tooDeep(limit: depthLimit), at: index) }
        if depth == 0 { self.kind = opensObject ? .object : .array }
        if depth == 1 {
          pendingTop = pending
          isInParams = opensObject && isObject[0] && Self.isParams(bytes, pending, base: base)
          pendingTop.value = (base + start)..<(base + start)
          pendingTop.kind = opensObject ? .object : .array
        } else if depth == 2, isInParams {
          pending.value = (base + start)..<(base + start)
          pending.kind = opensObject ? .object : .array
          parameterMembers.append(pending)
        }
        depth += 1
        isObject.append(opensObject)
        index = Self.skipSpace(bytes, index + 1)
        if opensObject {
          names.open()
          if index < count, bytes[index] == 0x7d {
            // An empty object ends here, as any value ends below.
          } else {
            index = try name(bytes, index, base: base, &pending)
            continue value
          }
        } else if index < count, bytes[index] == 0x5d {
          // An empty array.
        } else {
          continue value
        }
        // Falls to the closing of an empty container.
        depth -= 1
        isObject.removeLast()
        if opensObject { try names.close(bytes) }
        index += 1
        record(depth: depth, end: base + index, isInParams: &isInParams, &pendingTop)
        if depth == 0 { break value }
        kind = opensObject ? .object : .array
        if try !after(bytes, &index, base: base, &depth, &isInParams, &pending, &pendingTop) { break value }
        continue value
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
        kind = .number
        index = try Self.skipNumber(bytes, index)
      }
      if depth == 0 {
        self.kind = kind
        break value
      }
      if depth <= 2, isObject[depth - 1], depth == 1 || isInParams {
        pending.value = (base + start)..<(base + index)
        pending.kind = kind
        pending.valueHasEscapes = hasEscapes
        if depth == 1 { members.append(pending) } else { parameterMembers.append(pending) }
      }
      if try !after(bytes, &index, base: base, &depth, &isInParams, &pending, &pendingTop) { break value }
    }
    index = Self.skipSpace(bytes, index)
    guard index == count else { throw JSONScanError(.bytesAfterValue, at: index) }
  }

  /// What follows a value inside a container: a comma and the next name or value, or one closing bracket after another.
  ///
  /// - Returns: false when the top-level value has ended.
  private mutating func after(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, base: Int, _ depth: inout Int, _ isInParams: inout Bool,
    _ pending: inout JSONMember, _ pendingTop: inout JSONMember
  ) throws(JSONScanError) -> Bool {
    while true {
      index = Self.skipSpace(bytes, index)
      guard index < bytes.count else { throw JSONScanError(.unexpectedEnd, at: index) }
      let inObject = isObject[depth - 1]
      let byte = bytes[index]
      if byte == 0x2c {
        index = Self.skipSpace(bytes, index + 1)
        if inObject { index = try name(bytes, index, base: base, &pending) }
        return true
      }
      guard byte == (inObject ? 0x7d : 0x5d) else { throw JSONScanError(.unexpectedByte(byte), at: index) }
      if inObject { try names.close(bytes) }
      isObject.removeLast()
      depth -= 1
      index += 1
      if depth == 0 { return false }
      record(depth: depth, end: base + index, isInParams: &isInParams, &pendingTop)
    }
  }

  /// Completes the record of a container that has just been closed.
  private mutating func record(depth: Int, end: Int, isInParams: inout Bool, _ pendingTop: inout JSONMember) {
    if depth == 1 {
      if isObject[0] {
        pendingTop.value = pendingTop.value.lowerBound..<end
        pendingTop.valueHasEscapes = false
        members.append(pendingTop)
      }
      isInParams = false
    } else if depth == 2, isInParams, isObject[1], !parameterMembers.isEmpty {
      let last = parameterMembers.count - 1
      parameterMembers[last].value = parameterMembers[last].value.lowerBound..<end
      parameterMembers[last].valueHasEscapes = false
    }
  }

  /// A member's name and its colon.
  private mutating func name(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, base: Int, _ pending: inout JSONMember
  ) throws(JSONScanError) -> Int {
    guard index < bytes.count else { throw JSONScanError(.unexpectedEnd, at: index) }
    guard bytes[index] == 0x22 else { throw JSONScanError(.expectedName, at: index) }
    var hasEscapes = false
    let end = try Self.skipString(bytes, index, &hasEscapes)
    let range = (index + 1)..<(end - 1)
    try names.add(range, hasEscapes: hasEscapes, bytes)
    pending.name = (base + range.lowerBound)..<(base + range.upperBound)
    pending.nameHasEscapes = hasEscapes
    let colon = Self.skipSpace(bytes, end)
    guard colon < bytes.count else { throw JSONScanError(.unexpectedEnd, at: colon) }
    guard bytes[colon] == 0x3a else { throw JSONScanError(.expectedColon, at: colon) }
    return colon + 1
  }

  private static func isParams(_ bytes: UnsafeBufferPointer<UInt8>, _ member: JSONMember, base: Int) -> Bool {
    let start = member.name.lowerBound - base
    return member.name.count == 6 && bytes[start] == 0x70 && bytes[start + 1] == 0x61 && bytes[start + 2] == 0x72
      && bytes[start + 3] == 0x61 && bytes[start + 4] == 0x6d && bytes[start + 5] == 0x73
  }

  private static func isLengthHeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let header: StaticString = "content-length:"
    return header.withUTF8Buffer { expected in
      for index in 0..<expected.count where bytes[index] | 0x20 != expected[index] | 0x20 { return false }
      return true
    }
  }
}
