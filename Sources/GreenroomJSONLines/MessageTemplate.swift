#if canImport(Glibc)
  internal import Glibc
#endif

/// A message that was read, kept because the next ones often differ from it in nothing but their values.
///
/// What stands between its strings and numbers is compared byte by byte, white space and names included; the values
/// themselves are checked as strictly as ever. So a line that matches is JSON for the same reason as the first one: it has the
/// same containers, the same names, the same depth. Version and method count among what is compared: it is a message of the
/// same kind, too. It costs a fifth of a scan.
final class MessageTemplate {
  /// A string that is no name, or a number, in the text that it stands in.
  struct Value: BitwiseCopyable {
    var start: UInt32
    var end: UInt32
    var isString: Bool
  }

  /// What a message is that can be known again. Errors come rarely, and a text as an id is nobody's custom.
  enum Kind: BitwiseCopyable {
    case notification, request, result
  }

  /// A line with more values is scanned each time.
  static let valueLimit = 16
  private static let byteLimit = 1024
  private static let memberLimit = 24

  /// A place in the text, and how many values end before it: those move it on another line.
  private struct Place: BitwiseCopyable {
    var index = 0
    var valuesBefore = 0
  }

  /// A member of `params`, and where its place is found on another line.
  private struct Member: BitwiseCopyable {
    let member: JSONMember
    /// How many values end before its name, and before the end of its value.
    let valuesBefore: Int
    let valuesBeforeEnd: Int
    /// Its value among the values; -1 for a container or a word.
    let value: Int
  }

  /// One value of the line that was compared last.
  private struct Found: BitwiseCopyable {
    var start = 0
    var end = 0
    var hasEscapes = false
  }

  private let text = ScratchStack<UInt8>(keptCount: MessageTemplate.byteLimit)
  private let values = ScratchStack<Value>(keptCount: MessageTemplate.valueLimit)
  private let found = ScratchStack<Found>(keptCount: MessageTemplate.valueLimit)
  private let members = ScratchStack<Member>(keptCount: MessageTemplate.memberLimit)

  @exclusivity(unchecked) private(set) var kind = Kind.notification
  /// The id among the values; of a notification there is none.
  @exclusivity(unchecked) private var idValue = -1
  /// Method and `params`, or the result.
  @exclusivity(unchecked) private var methodStart = Place()
  @exclusivity(unchecked) private var methodEnd = Place()
  @exclusivity(unchecked) private var methodHasEscapes = false
  @exclusivity(unchecked) private var payloadStart = Place()
  @exclusivity(unchecked) private var payloadEnd = Place()
  @exclusivity(unchecked) private var hasPayload = false

  // MARK: The line that matched last

  /// The id of a request or a result.
  @exclusivity(unchecked) private(set) var number = 0

  /// The method of a call, between its quotes; `base` is the index of the line's first byte.
  @inline(__always)
  func method(_ base: Int) -> MemberText {
    MemberText(checked: place(methodStart, base)..<place(methodEnd, base), hasEscapes: methodHasEscapes)
  }

  /// `params` of a call, if it has them.
  @inline(__always)
  func params(_ base: Int) -> Range<Int>? { hasPayload ? result(base) : nil }

  /// The value of a result.
  @inline(__always)
  func result(_ base: Int) -> Range<Int> { place(payloadStart, base)..<place(payloadEnd, base) }

  /// A member of `params`.
  @inline(__always)
  func parameter(_ name: JSONName, _ base: Int) -> JSONMember? {
    for index in 0..<members.count where members[index].member.isNamed(name) { return parameter(index, base) }
    return nil
  }

  /// The text of a member of `params` that is a string without escapes, between its quotes.
  @inline(__always)
  func plainParameter(_ name: JSONName, _ base: Int) -> Range<Int>? {
    for index in 0..<members.count where members[index].member.isNamed(name) {
      let value = members[index].value
      guard value >= 0, values[value].isString, !found[value].hasEscapes else { return nil }
      return base &+ found[value].start &+ 1..<base &+ found[value].end &- 1
    }
    return nil
  }

  /// Where the text of that member will stand on a line that is like this one, which nobody has looked at: a guess. nil unless it
  /// is the first of the values, since another before it may have any length.
  func expectedParameter(_ name: JSONName, on line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    for index in 0..<members.count where members[index].member.isNamed(name) {
      let known = members[index]
      let start = Int(known.member.valueStart) &+ 1
      guard known.value == 0, start < line.count else { return nil }
      let rest = UnsafeBufferPointer(rebasing: line[start...])
      return rest.firstIndex(of: 0x22).map { UnsafeBufferPointer(rebasing: rest[..<$0]) }
    }
    return nil
  }

  private func parameter(_ index: Int, _ base: Int) -> JSONMember {
    let known = members[index]
    var member = known.member.moved(by: base &+ shift(known.valuesBefore))
    member.valueEnd = UInt32(
      truncatingIfNeeded: place(
        Place(index: Int(known.member.valueEnd), valuesBefore: known.valuesBeforeEnd), base))
    if known.value >= 0 { member.valueHasEscapes = found[known.value].hasEscapes }
    return member
  }

  /// All of them.
  func parameters(_ base: Int) -> [JSONMember] { (0..<members.count).map { parameter($0, base) } }

  @inline(__always)
  private func place(_ place: Place, _ base: Int) -> Int { base &+ place.index &+ shift(place.valuesBefore) }

  /// How much farther than in the text everything stands behind so many values.
  @inline(__always)
  private func shift(_ valueCount: Int) -> Int {
    valueCount == 0 ? 0 : found[valueCount &- 1].end &- Int(values[valueCount &- 1].end)
  }

  // MARK: Keeping a message

  /// Takes a message in place of the last one, if it is small enough and of a kind that can be known again.
  ///
  /// - Parameters:
  ///   - line: its bytes.
  ///   - envelope: what it was read as.
  ///   - scanner: has scanned it.
  /// - Returns: whether it was taken.
  func take(_ line: ArraySlice<UInt8>, _ envelope: Envelope, _ scanner: borrowing JSONScanner) -> Bool {
    let base = line.startIndex
    guard line.count <= Self.byteLimit, scanner.values.count <= Self.valueLimit,
      scanner.parameterMembers.count <= Self.memberLimit
    else { return false }
    switch envelope {
    case .blank, .error: return false
    case .request(.string, _, _), .result(.string, _): return false
    case .notification, .request, .result: break
    }
    text.removeAll()
    values.removeAll()
    found.removeAll()
    members.removeAll()
    let topLevel = scanner.members.map { $0.moved(by: -base) }
    func member(_ name: JSONName) -> JSONMember? { topLevel.first { $0.isNamed(name) } }
    // Version and method are compared as all that is no value.
    let compared = [member("jsonrpc"), member("method")].compactMap { $0?.value.lowerBound }
    for index in 0..<scanner.values.count where !compared.contains(Int(scanner.values[index].start)) {
      values.append(scanner.values[index])
      found.append(Found())
    }
    switch envelope {
    case .notification(let method, let params):
      kind = .notification
      take(method, params, base)
    case .request(_, let method, let params):
      kind = .request
      take(method, params, base)
    case .result(_, let value):
      kind = .result
      take(value, base)
    case .blank, .error: break
    }
    idValue = member("id").flatMap { id in (0..<values.count).first { values[$0].start == id.value.lowerBound } } ?? -1
    for index in 0..<scanner.parameterMembers.count {
      let member = scanner.parameterMembers[index].moved(by: -base)
      members.append(
        Member(
          member: member, valuesBefore: place(before: member.namePlace.lowerBound).valuesBefore,
          valuesBeforeEnd: place(before: member.value.upperBound).valuesBefore,
          value: (0..<values.count).first { values[$0].start == member.value.lowerBound } ?? -1))
    }
    line.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    return true
  }

  private func take(_ method: MemberText, _ params: Range<Int>?, _ base: Int) {
    methodStart = place(before: method.place.lowerBound - base)
    methodEnd = place(before: method.place.upperBound - base)
    methodHasEscapes = method.hasEscapes
    hasPayload = params != nil
    if let params { take(params, base) }
  }

  private func take(_ payload: Range<Int>, _ base: Int) {
    payloadStart = place(before: payload.lowerBound - base)
    payloadEnd = place(before: payload.upperBound - base)
  }

  private func place(before index: Int) -> Place {
    Place(index: index, valuesBefore: (0..<values.count).count { values[$0].end <= index })
  }

  // MARK: Comparing a line

  /// Whether a line differs from this one in its values alone; then the places above are those on it.
  func match(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count > 0, let line = line.baseAddress.map({ UnsafeBufferPointer(start: $0, count: line.count) }) else {
      return false
    }
    return text.withElements(0..<text.count) { match(line, $0) }
  }

  @inline(__always)
  private func match(_ line: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let lineBase = line.baseAddress, let textBase = text.baseAddress else { return false }
    // Behind the last value, in the text and on the line.
    var (last, index) = (0, 0)
    // SAFETY: as many are found as there are values, and both stay while a line is compared.
    let (values, found) = (UnsafeBufferPointer(start: values.base, count: values.count), found.base)
    for place in values.indices {
      let value = values[place]
      let gap = Int(value.start) &- last
      guard gap < line.count &- index, Self.areEqual(textBase + last, lineBase + index, gap) else { return false }
      let start = index &+ gap
      var hasEscapes = false
      do throws(JSONScanError) {
        if value.isString {
          guard lineBase[start] == 0x22 else { return false }
          index = try JSONScanner.skipString(line, start, &hasEscapes)
        } else {
          index = try JSONScanner.skipNumber(line, start)
        }
      } catch {
        // The scan will say what is wrong.
        return false
      }
      found[place] = Found(start: start, end: index, hasEscapes: hasEscapes)
      last = Int(value.end)
    }
    let gap = text.count &- last
    guard gap == line.count &- index, Self.areEqual(textBase + last, lineBase + index, gap) else { return false }
    return idValue < 0 || readID(line)
  }

  private func readID(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let place = found[idValue]
    guard let number = NumberLiteral.integer(UnsafeBufferPointer(rebasing: line[place.start..<place.end])),
      RequestID(number) != nil
    else { return false }
    self.number = number
    return true
  }

  /// memcmp(3), but for few bytes.
  @inline(__always)
  private static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count > 128 { return memcmp(left, right, count) == 0 }
    // The last part may overlap the one before.
    if count >= 8 {
      var offset = 0
      while offset < count &- 8 {
        guard isEqual(UInt64.self, left, right, offset) else { return false }
        offset &+= 8
      }
      return isEqual(UInt64.self, left, right, count &- 8)
    }
    if count >= 4 { return isEqual(UInt32.self, left, right, 0) && isEqual(UInt32.self, left, right, count &- 4) }
    if count >= 2 { return isEqual(UInt16.self, left, right, 0) && isEqual(UInt16.self, left, right, count &- 2) }
    return count == 0 || left.pointee == right.pointee
  }

  @inline(__always)
  private static func isEqual<Part: BitwiseCopyable & Equatable>(
    _ type: Part.Type, _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ offset: Int
  ) -> Bool {
    UnsafeRawPointer(left).loadUnaligned(fromByteOffset: offset, as: type)
      == UnsafeRawPointer(right).loadUnaligned(fromByteOffset: offset, as: type)
  }
}
