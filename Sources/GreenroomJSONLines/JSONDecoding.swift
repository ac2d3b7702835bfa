#if canImport(Glibc)
  import Glibc
#endif

/// Decodes values of `Decodable` types from JSON bytes that were scanned strictly.
///
/// From other bytes it throws or gives something harmless; it never traps. Recursion is bounded by the depth limit.
package enum JSONDecoding {
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from value: ArraySlice<UInt8>
  ) throws(PayloadError) -> Value {
    do {
      return try ValueDecoder(text: value, parent: nil, key: nil, depth: 0).decode(type)
    } catch {
      throw PayloadError(wrapping: error)
    }
  }

  /// Decodes one case of an enum whose name and payload object stand apart; no payload for a case without one.
  package static func decodeCase<Value: Decodable>(
    _ type: Value.Type, name: String, payload: ArraySlice<UInt8>?
  ) throws(PayloadError) -> Value {
    let decoder = ValueDecoder(text: payload ?? emptyObject, parent: nil, key: nil, depth: 0)
    decoder.caseName = name
    do {
      return try Value(from: decoder)
    } catch {
      if decoder.isCaseUnknown { throw PayloadError(path: "", message: "no case named \"\(name)\"") }
      var error = PayloadError(wrapping: error)
      if error.path == name { error.path = "" }
      if error.path.hasPrefix(name + ".") { error.path.removeFirst(name.count + 1) }
      throw error
    }
  }

  private static let emptyObject = Array("{}".utf8)[...]

  /// The value of a member of an object, unread; nil if there is none.
  package static func member(_ name: StaticString, of object: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let members = try? ObjectMembers(object) else { return nil }
    return name.withUTF8Buffer { wanted in
      for member in members.all where object[member.name].elementsEqual(wanted) { return object[member.value] }
      return nil
    }
  }

  /// The integer that a number literal spells, if it has neither fraction nor exponent and fits an Int.
  package static func integer(_ literal: ArraySlice<UInt8>) -> Int? {
    literal.withUnsafeBufferPointer { bytes in
      var index = 0
      let isNegative = bytes.count > 0 && bytes[0] == 0x2d
      if isNegative { index = 1 }
      guard index < bytes.count else { return nil }
      var value = 0
      while index < bytes.count {
        let digit = Int(bytes[index]) - 0x30
        guard digit >= 0, digit <= 9 else { return nil }
        let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
        let (sum, overflow) = isNegative
          ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
        if tooLarge || overflow { return nil }
        value = sum
        index += 1
      }
      return value
    }
  }

  static func unescapedName(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.withUnsafeBufferPointer { JSONText.unescaped($0) }
  }
}

/// Where the members of one object stand, as indices of the slice.
struct ObjectMembers {
  struct Member {
    var name: Range<Int>
    var hasEscapes: Bool
    var value: Range<Int>
  }
  private(set) var all: [Member] = []

  init(_ text: ArraySlice<UInt8>) throws(PayloadError) {
    let base = text.startIndex
    var members: [Member] = []
    members.reserveCapacity(4)
    let isWhole = text.withUnsafeBufferPointer { bytes in
      (try? Self.walk(bytes, base: base, &members)) ?? false
    }
    guard isWhole else { throw PayloadError(path: "", message: "expected an object") }
    all = members
  }

  private static func walk(
    _ bytes: UnsafeBufferPointer<UInt8>, base: Int, _ members: inout [Member]
  ) throws(JSONScanError) -> Bool {
    var index = JSONScanner.skipSpace(bytes, 0)
    guard index < bytes.count, bytes[index] == 0x7b else { return false }
    index = JSONScanner.skipSpace(bytes, index + 1)
    if index < bytes.count, bytes[index] == 0x7d { return true }
    while index < bytes.count {
      guard bytes[index] == 0x22 else { return false }
      var hasEscapes = false
      let end = try JSONScanner.skipString(bytes, index, &hasEscapes)
      let name = (base + index + 1)..<(base + end - 1)
      index = JSONScanner.skipSpace(bytes, end)
      guard index < bytes.count, bytes[index] == 0x3a else { return false }
      index = JSONScanner.skipSpace(bytes, index + 1)
      let start = index
      index = try ValueWalk.skip(bytes, index)
      members.append(Member(name: name, hasEscapes: hasEscapes, value: (base + start)..<(base + index)))
      index = JSONScanner.skipSpace(bytes, index)
      guard index < bytes.count else { return false }
      if bytes[index] == 0x7d { return true }
      guard bytes[index] == 0x2c else { return false }
      index = JSONScanner.skipSpace(bytes, index + 1)
    }
    return false
  }
}

/// Walks over values that were scanned, without recursion.
enum ValueWalk {
  /// The index behind the value that begins here.
  static func skip(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) throws(JSONScanError) -> Int {
    guard start < bytes.count else { throw JSONScanError(.unexpectedEnd, at: start) }
    var hasEscapes = false
    switch bytes[start] {
    case 0x22: return try JSONScanner.skipString(bytes, start, &hasEscapes)
    case 0x7b, 0x5b:
      var depth = 0
      var index = start
      while index < bytes.count {
        switch bytes[index] {
        case 0x22: index = try JSONScanner.skipString(bytes, index, &hasEscapes)
        case 0x7b, 0x5b:
          depth += 1
          index += 1
        case 0x7d, 0x5d:
          depth -= 1
          index += 1
          if depth == 0 { return index }
        default: index += 1
        }
      }
      throw JSONScanError(.unexpectedEnd, at: index)
    default:
      var index = start
      while index < bytes.count {
        let byte = bytes[index]
        if byte == 0x2c || byte == 0x7d || byte == 0x5d || byte <= 0x20 { break }
        index += 1
      }
      return index
    }
  }

  /// The elements of an array, or nil if it is none.
  static func elements(_ text: ArraySlice<UInt8>) -> [Range<Int>]? {
    let base = text.startIndex
    var ranges: [Range<Int>] = []
    let isWhole = text.withUnsafeBufferPointer { bytes -> Bool in
      var index = JSONScanner.skipSpace(bytes, 0)
      guard index < bytes.count, bytes[index] == 0x5b else { return false }
      index = JSONScanner.skipSpace(bytes, index + 1)
      if index < bytes.count, bytes[index] == 0x5d { return true }
      while index < bytes.count {
        let start = index
        guard let end = try? skip(bytes, index), end > start else { return false }
        ranges.append((base + start)..<(base + end))
        index = JSONScanner.skipSpace(bytes, end)
        guard index < bytes.count else { return false }
        if bytes[index] == 0x5d { return true }
        guard bytes[index] == 0x2c else { return false }
        index = JSONScanner.skipSpace(bytes, index + 1)
      }
      return false
    }
    return isWhole ? ranges : nil
  }
}
