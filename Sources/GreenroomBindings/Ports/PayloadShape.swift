/// What a type that a payload is made of looks like in JSON, for people: `{content: String, author: String}`.
package struct PayloadShape: Sendable, Equatable {
  /// The type's name in Swift's spelling.
  package let name: String
  /// Its members as in source, or its values: `"left" | "right"`.
  package let text: String

  /// The shapes of these types and of those that they are made of, each once, in the order in which they are met.
  ///
  /// A type that cannot be decoded from nothing, and one that everybody knows, such as `Int`, has none.
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
      guard let decodable = type as? any Decodable.Type else { return }
      let members = BlankMembers()
      do {
        _ = try decodable.init(from: BlankDecoder(members: members))
      } catch {
        if !members.list.isEmpty { members.list.append("…") }
      }
      if !members.list.isEmpty {
        shapes.append(PayloadShape(name: TypeName.of(type), text: "{\(members.list.joined(separator: ", "))}"))
      }
      for member in members.types { look(at: member) }
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
