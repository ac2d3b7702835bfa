import GreenroomBindings
import GreenroomJSONLines

/// The layouts of the types that promise to have the compiler's coding (`SynthesizedCodable`), each looked for once.
///
/// A type whose promise does not hold is reported and has none: its own coding is called. Confined to the loop's thread.
final class PayloadLayouts {
  /// For what is written by a layout; its content is for whoever has written last.
  let bytes = ScratchStack<UInt8>(keptCount: 64 << 10)

  private var objects: [ObjectIdentifier: ObjectLayout?] = [:]
  private var enums: [ObjectIdentifier: EnumLayout?] = [:]
  private let report: (String) -> Void
  /// The type that was asked for last, which in most hosts is the next one too.
  @exclusivity(unchecked) private var lastType: ObjectIdentifier?
  @exclusivity(unchecked) private var lastObject: ObjectLayout?

  /// - Parameter report: is told which promises do not hold.
  init(report: @escaping (String) -> Void) { self.report = report }

  /// The layout of a struct.
  func object(_ type: any Any.Type) -> ObjectLayout? {
    let id = ObjectIdentifier(type)
    if lastType == id { return lastObject }
    let found = objects[id] ?? find(type)
    objects[id] = .some(found)
    lastType = id
    lastObject = found
    return found
  }

  private func find(_ type: any Any.Type) -> ObjectLayout? {
    guard let promised = type as? any SynthesizedCodable.Type, let members = SynthesizedMembers.ofStruct(type),
      let layout = ObjectLayout.find(type, codedAs: members, object)
    else { return nil }
    if LayoutCheck.holds(promised, layout) { return layout }
    report(
      "\(String(reflecting: type)) promises to be coded as the compiler would, and is not: its own coding is called")
    return nil
  }

  /// The layout of an enum.
  func cases(_ type: any Any.Type) -> EnumLayout? {
    let id = ObjectIdentifier(type)
    if let known = enums[id] { return known }
    let found = (type as? any SynthesizedCodable.Type).flatMap { findCases($0) }
    enums[id] = .some(found)
    return found
  }

  private func findCases<Value: SynthesizedCodable>(_ type: Value.Type) -> EnumLayout? {
    let members = { SynthesizedMembers.ofCase($0, of: type) }
    guard let layout = EnumLayout(type, codedMembers: members, object) else { return nil }
    for name in LayoutCheck.forgetBrokenCases(type, layout) {
      report(
        "\(String(reflecting: type)) promises to be coded as the compiler would, and its case \(name) is not: its own coding is called"
      )
    }
    return layout
  }

  /// Appends a value of a type with this layout.
  ///
  /// - Returns: false if its own coding has to be called; then nothing is appended.
  func write<Value>(_ value: Value, _ layout: ObjectLayout, into output: inout [UInt8]) -> Bool {
    bytes.removeAll()
    guard withUnsafePointer(to: value, { layout.write($0, into: bytes) }) else { return false }
    bytes.withElements(0..<bytes.count) { output.append(contentsOf: $0) }
    return true
  }
}
