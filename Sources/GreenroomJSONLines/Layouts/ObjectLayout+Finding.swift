@_spi(Reflection) import Swift

/// Why a type, or the case of an enum, has no layout, in words for whoever has promised that it could.
package struct LayoutObstacle: Error, CustomStringConvertible {
  package let description: String
  init(_ description: String) { self.description = description }

  static var unknownMembers: LayoutObstacle {
    LayoutObstacle("a member may be missing, or cannot be made from nothing")
  }
}

extension ObjectLayout {
  /// The layout of a struct whose coding asks for these members.
  ///
  /// - Parameters:
  ///   - type: any type.
  ///   - members: what its coding asks for; nil if that is not known.
  ///   - layout: the layout of another type, if that has one.
  /// - Returns: the layout.
  /// - Throws: if the stored properties are not these members, in their order, or if one of them is neither a scalar nor an
  ///   object.
  package static func find(
    _ type: any Any.Type, codedAs members: [CodedMember]?, _ layout: (any Any.Type) -> ObjectLayout?
  ) throws(LayoutObstacle) -> ObjectLayout {
    guard TypeMetadata(type).isStruct else { throw LayoutObstacle("it is no struct") }
    guard let members else { throw .unknownMembers }
    var fields: [(name: String, offset: Int, type: any Any.Type)] = []
    // What the runtime knows of a struct: no code of the type's own runs.
    let isWhole = _forEachField(of: type, options: []) { name, offset, type, _ in
      fields.append((String(cString: name), offset, type))
      return true
    }
    guard isWhole, fields.count == members.count else {
      throw LayoutObstacle("its stored properties are not the members of its coding")
    }
    // Keys with other names than the properties may as well be in another order, and two properties of one type would change
    // places. The members of a case have no other names.
    for (field, member) in zip(fields, members) where field.name != member.name || field.type != member.type {
      throw LayoutObstacle("its coding asks for \(member.name) where the property \(field.name) stands")
    }
    // What C has packed lies where its values cannot be loaded from.
    guard fields.allSatisfy({ TypeMetadata.alignment(of: $0.type) <= TypeMetadata.alignment(of: type) }) else {
      throw LayoutObstacle("it is packed")
    }
    return try make(fields, layout)
  }

  /// A layout of members whose places are known.
  static func make(
    _ fields: [(name: String, offset: Int, type: any Any.Type)], _ layout: (any Any.Type) -> ObjectLayout?
  ) throws(LayoutObstacle) -> ObjectLayout {
    var members: [Member] = []
    for field in fields {
      guard field.offset % TypeMetadata.alignment(of: field.type) == 0 else { throw LayoutObstacle("it is packed") }
      if let kind = ScalarKind(field.type) {
        members.append(Member(name: field.name, offset: field.offset, content: .scalar(kind)))
      } else if let object = layout(field.type) {
        members.append(Member(name: field.name, offset: field.offset, content: .object(object)))
      } else {
        throw LayoutObstacle("\(field.name) is of the type \(field.type), which has none")
      }
    }
    guard let found = ObjectLayout(members) else {
      throw LayoutObstacle("it has more than \(memberLimit) members, or one whose name is written with escapes")
    }
    return found
  }
}
