/// A promise: the type's coding is the one that the compiler writes for it.
///
/// ```swift
/// struct Quote: SynthesizedCodable, Hashable { let content: String, author: String }
/// ```
///
/// It needs no code and changes nothing on the wire. Greenroom then writes and reads the values where they lie in memory, and
/// does not call `encode(to:)` and `init(from:)`, which take five to ten times as long. Worth it for the structs and enums
/// that travel with every message: the cases of inputs and outputs, replies, arguments of calls.
///
/// What has another coding than `Codable` would write, such as keys of its own, is to be `Codable` instead: the host compares
/// the two for sample values when it first meets the type, says so in its log if they differ, and calls the type's own
/// coding then. A coding that differs for other values only is never called.
///
/// The promise speeds up a struct whose properties are `Bool`, `Int` and its smaller kinds, `Double`, `String`, and structs
/// that promise the same; and the cases of an enum whose payloads are made of these. Everything else of a type that promises
/// it is coded by `Codable` as before: optional and list properties, generic enums, indirect ones.
public protocol SynthesizedCodable: Codable {}

/// What the codings of types that have promised it ask for.
package enum SynthesizedMembers {
  /// A member, as the coding names it, with its type.
  package typealias Member = (name: String, type: any Any.Type)

  /// The members of a struct in the order in which they are asked for; nil if one of them may be missing or cannot be made
  /// from nothing, or if the type has promised nothing.
  package static func ofStruct(_ type: any Any.Type) -> [Member]? {
    guard let type = type as? any SynthesizedCodable.Type else { return nil }
    return members { try type.init(from: BlankDecoder(depth: 0, members: $0)) }
  }

  /// The same for the payload of an enum's case.
  package static func ofCase(_ name: String, of type: any Any.Type) -> [Member]? {
    guard let type = type as? any SynthesizedCodable.Type else { return nil }
    return members { try type.init(from: BlankCaseDecoder(name: name, members: $0)) }
  }

  private static func members(_ decode: (BlankMembers) throws -> Any) -> [Member]? {
    let members = BlankMembers()
    do { _ = try decode(members) } catch { return nil }
    return members.hasOptional ? nil : Array(zip(members.names, members.types))
  }
}
