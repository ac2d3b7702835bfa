@_spi(Reflection) import Swift

/// What a type that a payload is made of looks like in JSON, for people: `{content: String, author: String}`.
///
/// It is what the type declares: one with a coding of its own may look otherwise.
package struct PayloadShape: Sendable, Equatable {
  /// The type's name in Swift's spelling.
  package let name: String
  /// Its members as in source, or its values: `"left" | "right"`.
  package let text: String

  /// The shapes of these types and of those that they are made of, each once, in the order in which they are met.
  ///
  /// An enum with payloads, and a type that everybody knows, such as `Int`, has none.
  package static func all(of types: [any Any.Type]) -> [PayloadShape] {
    var finder = Finder()
    for type in types { finder.look(at: type) }
    return finder.shapes
  }

  private struct Finder {
    var shapes: [PayloadShape] = []
    private var seen: Set<ObjectIdentifier> = []

    mutating func look(at type: any Any.Type) {
      guard seen.insert(ObjectIdentifier(type)).inserted else { return }
      if let type = type as? any ComposedType.Type {
        for part in type.parts { look(at: part) }
        return
      }
      // The library's own are known to everybody.
      let module = String(reflecting: type).prefix { $0 != "." }
      if ["Swift", "Foundation", "FoundationEssentials"].contains(module) { return }
      if let values = (type as? any CaseIterable.Type)?.rawTexts {
        shapes.append(PayloadShape(name: TypeName.of(type), text: values.joined(separator: " | ")))
        return
      }
      if let raw = type as? any RawRepresentable.Type {
        shapes.append(PayloadShape(name: TypeName.of(type), text: raw.rawTypeName))
        return
      }
      var members: [String] = []
      var types: [any Any.Type] = []
      // What the runtime knows of a struct: no code of the type's own runs.
      _forEachField(of: type, options: []) { name, _, type, _ in
        members.append("\(String(cString: name)): \(TypeName.of(type))")
        types.append(type)
        return true
      }
      if !members.isEmpty {
        shapes.append(PayloadShape(name: TypeName.of(type), text: "{\(members.joined(separator: ", "))}"))
      }
      for type in types { look(at: type) }
    }
  }
}

/// A type of the library that is made of others.
private protocol ComposedType { static var parts: [any Any.Type] { get } }
extension Optional: ComposedType { static var parts: [any Any.Type] { [Wrapped.self] } }
extension Array: ComposedType { static var parts: [any Any.Type] { [Element.self] } }
extension Set: ComposedType { static var parts: [any Any.Type] { [Element.self] } }
extension Dictionary: ComposedType { static var parts: [any Any.Type] { [Key.self, Value.self] } }

extension CaseIterable {
  /// The values as JSON texts, if they are strings.
  fileprivate static var rawTexts: [String]? {
    let texts = allCases.map { ($0 as? any RawRepresentable)?.rawValue as? String }
    guard !texts.isEmpty, !texts.contains(nil) else { return nil }
    return texts.compactMap { $0.map { "\"\($0)\"" } }
  }
}

extension RawRepresentable {
  fileprivate static var rawTypeName: String { TypeName.of(RawValue.self) }
}
