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
