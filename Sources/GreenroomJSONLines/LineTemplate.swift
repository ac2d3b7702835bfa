#if canImport(Glibc)
  internal import Glibc
#endif

/// A line that was scanned, kept because the next ones often differ from it in nothing but their values.
///
/// What stands between its strings and numbers is compared byte by byte, white space and names included; the values
/// themselves are checked as strictly as ever. So a line that matches is JSON for the same reason as the first one: it has the
/// same containers, the same names, the same depth. It costs a third of a scan.
final class LineTemplate {
  /// A string that is no name, or a number, in the text that it stands in.
  struct Value: BitwiseCopyable {
    var start: UInt32
    var end: UInt32
    var isString: Bool
  }

  /// A line with more values is scanned each time.
  static let valueLimit = 16
  private static let byteLimit = 1024
  private static let memberLimit = 24

  /// A member, and where its place is found on another line.
  private struct Member: BitwiseCopyable {
    let member: JSONMember
    /// Its value among the values; -1 for a container or a word.
    let value: Int
    /// How many values stand before its name, and before the end of its value.
    let before: Int
    let beforeEnd: Int
  }

  /// One value of a line that is being compared.
  private struct Found: BitwiseCopyable {
    var start: Int
    var end: Int
    /// How much farther than in the text everything stands between the value before it and this one.
    var shift: Int
    var hasEscapes: Bool
  }

  private let text = ScratchStack<UInt8>(keptCount: LineTemplate.byteLimit)
  private let values = ScratchStack<Value>(keptCount: LineTemplate.valueLimit)
  private let members = ScratchStack<Member>(keptCount: LineTemplate.memberLimit)
  private let parameterMembers = ScratchStack<Member>(keptCount: LineTemplate.memberLimit)
  /// One for each value, and one for what stands behind the last.
  private let found = ScratchStack<Found>(keptCount: LineTemplate.valueLimit + 1)

  /// Which of its members belong to the envelope, once somebody has asked: the same as in each line like it.
  @exclusivity(unchecked) private var envelope: EnvelopeMembers?

  /// Which of the members of a line like it belong to the envelope.
  @inline(__always)
  func envelopeMembers(_ members: ScratchStack<JSONMember>) -> EnvelopeMembers {
    if let envelope { return envelope }
    let new = EnvelopeMembers(members)
    envelope = new
    return new
  }

  // MARK: Keeping a line

  /// Takes a line in place of the last one, if it is small enough; it was scanned and is an object.
  func take(
    _ line: UnsafeBufferPointer<UInt8>, base: Int, _ lineValues: ScratchStack<Value>,
    _ lineMembers: ScratchStack<JSONMember>, _ lineParameterMembers: ScratchStack<JSONMember>
  ) {
    guard line.count <= Self.byteLimit, lineValues.count <= Self.valueLimit,
      lineMembers.count + lineParameterMembers.count <= Self.memberLimit
    else { return }
    text.removeAll()
    text.append(contentsOf: line)
    values.removeAll()
    for index in 0..<lineValues.count { values.append(lineValues[index]) }
    envelope = nil
    take(lineMembers, into: members, base)
    take(lineParameterMembers, into: parameterMembers, base)
  }

  private func take(_ source: ScratchStack<JSONMember>, into members: ScratchStack<Member>, _ base: Int) {
    members.removeAll()
    for index in 0..<source.count {
      let member = source[index].moved(by: -base)
      let value = (0..<values.count).first { values[$0].start == member.valueStart }
      members.append(
        Member(
          member: member, value: value ?? -1, before: valueCount(before: member.nameStart),
          beforeEnd: valueCount(before: member.valueEnd)))
    }
  }

  private func valueCount(before index: UInt32) -> Int { (0..<values.count).count { values[$0].end <= index } }

  // MARK: Comparing a line

  /// Notes the members of a line that differs from this one in its values alone.
  ///
  /// - Returns: false for any other line, which has to be scanned; nothing is noted then.
  func match(
    _ line: UnsafeBufferPointer<UInt8>, base: Int, _ lineMembers: ScratchStack<JSONMember>,
    _ lineParameterMembers: ScratchStack<JSONMember>
  ) -> Bool {
    guard text.count > 0, find(line) else { return false }
    note(members, into: lineMembers, base)
    note(parameterMembers, into: lineParameterMembers, base)
    return true
  }

  private func find(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let lineBase = line.baseAddress else { return false }
    found.removeAll()
    return text.withElements(0..<text.count) { text in
      guard let textBase = text.baseAddress else { return false }
      /// Behind the last value, in the text and on the line.
      var (last, index) = (0, 0)
      for place in 0..<values.count {
        let value = values[place]
        let gap = Int(value.start) &- last
        guard gap < line.count &- index, Self.areEqual(textBase + last, lineBase + index, gap) else { return false }
        let start = index &+ gap
        let shift = start &- Int(value.start)
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
        found.append(Found(start: start, end: index, shift: shift, hasEscapes: hasEscapes))
        last = Int(value.end)
      }
      let gap = text.count &- last
      guard gap == line.count &- index, Self.areEqual(textBase + last, lineBase + index, gap) else { return false }
      found.append(Found(start: 0, end: 0, shift: index &- last, hasEscapes: false))
      return true
    }
  }

  private func note(_ source: ScratchStack<Member>, into members: ScratchStack<JSONMember>, _ base: Int) {
    for index in 0..<source.count {
      let known = source[index]
      let shift = base &+ found[known.before].shift
      var member = known.member.moved(by: shift)
      if known.value >= 0 {
        let value = found[known.value]
        member.valueEnd = UInt32(truncatingIfNeeded: base &+ value.end)
        member.valueHasEscapes = value.hasEscapes
      } else {
        let end = Int(known.member.valueEnd) &+ base &+ found[known.beforeEnd].shift
        member.valueEnd = UInt32(truncatingIfNeeded: end)
      }
      members.append(member)
    }
  }

  /// memcmp(3), but for the few bytes that mostly stand between two values.
  @inline(__always)
  private static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    // Two parts, which may overlap.
    if count > 16 { return memcmp(left, right, count) == 0 }
    if count >= 8 { return haveEqualEnds(UInt64.self, left, right, count) }
    if count >= 4 { return haveEqualEnds(UInt32.self, left, right, count) }
    if count >= 2 { return haveEqualEnds(UInt16.self, left, right, count) }
    return count == 0 || left.pointee == right.pointee
  }

  @inline(__always)
  private static func haveEqualEnds<Part: BitwiseCopyable & Equatable>(
    _ type: Part.Type, _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
    let end = count &- MemoryLayout<Part>.size
    return left.loadUnaligned(as: type) == right.loadUnaligned(as: type)
      && left.loadUnaligned(fromByteOffset: end, as: type) == right.loadUnaligned(fromByteOffset: end, as: type)
  }
}
