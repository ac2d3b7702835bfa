@_spi(Reflection) import Swift

extension ObjectLayout {
  /// The layout of a struct whose coding asks for these members.
  ///
  /// - Parameters:
  ///   - type: any type.
  ///   - members: what its coding asks for.
  ///   - layout: the layout of another type, if that has one.
  /// - Returns: nil if the stored properties are not these members, in their order, or if one of them is neither a scalar
  ///   nor an object.
  package static func find(
    _ type: any Any.Type, codedAs members: [CodedMember], _ layout: (any Any.Type) -> ObjectLayout?
  ) -> ObjectLayout? {
    guard TypeMetadata(type).isStruct else { return nil }
    var fields: [(name: String, offset: Int, type: any Any.Type)] = []
    // What the runtime knows of a struct: no code of the type's own runs.
    let isWhole = _forEachField(of: type, options: []) { name, offset, type, _ in
      fields.append((String(cString: name), offset, type))
      return true
    }
    guard isWhole, fields.count == members.count else { return nil }
    let areTheSame = zip(fields, members).allSatisfy { $0.name == $1.name && $0.type == $1.type }
    return areTheSame ? make(fields, layout) : nil
  }

  /// A layout of members whose places are known.
  static func make(
    _ fields: [(name: String, offset: Int, type: any Any.Type)], _ layout: (any Any.Type) -> ObjectLayout?
  ) -> ObjectLayout? {
    var members: [Member] = []
    for field in fields {
      if let kind = ScalarKind(field.type) {
        members.append(Member(name: field.name, offset: field.offset, content: .scalar(kind)))
      } else if let object = layout(field.type) {
        members.append(Member(name: field.name, offset: field.offset, content: .object(object)))
      } else {
        return nil
      }
    }
    return ObjectLayout(members)
  }
}
