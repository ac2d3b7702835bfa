/// Where the members of an object lie in the memory of a Swift value: a struct, or what the case of an enum carries.
///
/// The coding that the compiler writes for a struct says the same with each value again, by way of containers, keys and
/// witnesses: a few thousand instructions for two strings. Here it is said once for a type. Whether a type has that coding is
/// known to nobody but its author, who promises it (`SynthesizedCodable`); `LayoutCheck` holds him to it.
///
/// Belongs to one thread. `ObjectLayout+Writing.swift` and `ObjectLayout+Reading.swift` hold what it is for.
package final class ObjectLayout {
  /// A member as the type's coding names it, in the order in which it asks for its members.
  package typealias CodedMember = (name: String, type: any Any.Type)

  /// What a member is.
  enum Content {
    case scalar(ScalarKind)
    /// Its members lie in the memory of the object around it.
    case object(ObjectLayout)
  }

  struct Member {
    let name: String
    /// Bytes from the beginning of the object.
    let offset: Int
    let content: Content
  }

  /// A member for the reader: plain memory, since to look at an array of references means to hold them.
  struct Place: BitwiseCopyable {
    /// The name's bytes, in `text`.
    let name: UnsafeBufferPointer<UInt8>
    let offset: Int
    /// Unused for an object.
    let kind: ScalarKind
    let object: Unmanaged<ObjectLayout>?
  }

  /// A scalar for the writer, of this object or of one inside.
  struct Step: BitwiseCopyable {
    /// What stands on the line before the value, in `text`: commas, braces and names.
    let literal: UnsafeBufferPointer<UInt8>
    let offset: Int
    let kind: ScalarKind
  }

  /// The reader notes what it has found in one word.
  static let memberLimit = 64

  let members: [Member]
  // SAFETY: allocated and filled by `init`, freed by `deinit`; never changed between. References in `places` are held by
  // `members`.
  let places: UnsafeMutableBufferPointer<Place>
  let steps: UnsafeMutableBufferPointer<Step>
  private let text: UnsafeMutableBufferPointer<UInt8>
  /// What stands behind the last step.
  let closing: UnsafeBufferPointer<UInt8>

  /// nil for more members than the reader can count, and for a name that stands on a line with escapes.
  init?(_ members: [Member]) {
    guard members.count <= Self.memberLimit, members.allSatisfy({ Self.isPlain($0.name) }) else { return nil }
    self.members = members
    var draft = Draft()
    draft.add(members, at: 0)
    let names = members.map { draft.append($0.name.utf8) }

    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: draft.text.count)
    _ = text.initialize(from: draft.text)
    self.text = text
    let all = UnsafeBufferPointer(text)
    closing = UnsafeBufferPointer(rebasing: all[draft.literalStart..<draft.literalEnd])
    steps = .allocate(capacity: draft.steps.count)
    _ = steps.initialize(
      from: draft.steps.map {
        Step(literal: UnsafeBufferPointer(rebasing: all[$0.literal]), offset: $0.offset, kind: $0.kind)
      })
    places = .allocate(capacity: members.count)
    _ = places.initialize(
      from: zip(members, names).map { member, name in
        let name = UnsafeBufferPointer(rebasing: all[name])
        switch member.content {
        case .scalar(let kind): return Place(name: name, offset: member.offset, kind: kind, object: nil)
        case .object(let object):
          return Place(name: name, offset: member.offset, kind: .bool, object: .passUnretained(object))
        }
      })
  }

  private static func isPlain(_ name: String) -> Bool {
    Array(name.utf8).withUnsafeBufferPointer { JSONText.isPlain($0) }
  }

  deinit {
    places.deallocate()
    steps.deallocate()
    text.deallocate()
  }

  /// The text of an object and where the values stand in it.
  private struct Draft {
    var text: [UInt8] = []
    var steps: [(literal: Range<Int>, offset: Int, kind: ScalarKind)] = []
    /// The text that no step has yet; the closing braces in the end.
    var literalStart = 0
    var literalEnd: Int { closingEnd ?? text.count }
    private var closingEnd: Int?

    mutating func add(_ members: [Member], at base: Int) {
      text.append(0x7b)
      for (index, member) in members.enumerated() {
        if index > 0 { text.append(0x2c) }
        text.appendJSONString(member.name)
        text.append(0x3a)
        switch member.content {
        case .object(let object): add(object.members, at: base + member.offset)
        case .scalar(let kind):
          steps.append((literalStart..<text.count, base + member.offset, kind))
          literalStart = text.count
        }
      }
      text.append(0x7d)
    }

    /// Appends text behind all literals.
    mutating func append(_ bytes: some Sequence<UInt8>) -> Range<Int> {
      if closingEnd == nil { closingEnd = text.count }
      let start = text.count
      text.append(contentsOf: bytes)
      return start..<text.count
    }
  }
}
