import GreenroomBindings
package import GreenroomJSONLines

/// The layouts of the types that promise to have the compiler's coding (`SynthesizedCodable`), each looked for once.
///
/// A type whose promise does not hold is reported and has none: its own coding is called. So is one whose promise brings
/// nothing, for whoever looks for it. Confined to the loop's thread.
package final class PayloadLayouts {
  private var objects: [ObjectIdentifier: ObjectLayout?] = [:]
  private var enums: [ObjectIdentifier: EnumLayout?] = [:]
  private let report: (LogLevel, String) -> Void
  /// The type that was asked for last, which in most hosts is the next one too.
  @exclusivity(unchecked) private var lastType: ObjectIdentifier?
  @exclusivity(unchecked) private var lastObject: ObjectLayout?

  /// - Parameter report: is told which promises do not hold, and, to debug, which bring nothing.
  package init(report: @escaping (LogLevel, String) -> Void) { self.report = report }

  /// The layout of a struct.
  package func object(_ type: any Any.Type) -> ObjectLayout? {
    let id = ObjectIdentifier(type)
    if lastType == id { return lastObject }
    let found = objects[id] ?? find(type)
    objects[id] = .some(found)
    lastType = id
    lastObject = found
    return found
  }

  private func find(_ type: any Any.Type) -> ObjectLayout? {
    guard let promised = type as? any SynthesizedCodable.Type else { return nil }
    let name = String(reflecting: type)
    do throws(LayoutObstacle) {
      let layout = try ObjectLayout.find(type, codedAs: SynthesizedMembers.ofStruct(type), object)
      if LayoutCheck.holds(promised, layout) { return layout }
      report(.warning, "\(name) promises to be coded as the compiler would, and is not: its own coding is called")
    } catch {
      report(.debug, "\(name) is coded by Codable: \(error)")
    }
    return nil
  }

  /// The layout of an enum.
  package func cases(_ type: any Any.Type) -> EnumLayout? {
    let id = ObjectIdentifier(type)
    if let known = enums[id] { return known }
    let found = (type as? any SynthesizedCodable.Type).flatMap { findCases($0) }
    enums[id] = .some(found)
    return found
  }

  private func findCases<Value: SynthesizedCodable>(_ type: Value.Type) -> EnumLayout? {
    let members = { SynthesizedMembers.ofCase($0, of: type) }
    guard let layout = EnumLayout(type, codedMembers: members, object) else { return nil }
    let name = String(reflecting: type)
    for (one, obstacle) in layout.obstacles { report(.debug, "\(name).\(one) is coded by Codable: \(obstacle)") }
    for one in LayoutCheck.forgetBrokenCases(type, layout) {
      report(
        .warning,
        "\(name) promises to be coded as the compiler would, and its case \(one) is not: its own coding is called")
    }
    return layout
  }
}
