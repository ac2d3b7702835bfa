import GreenroomBindings
import GreenroomJSONLines

/// What view models share that are alike. Thousands of instances may take the turns: what each has for itself is not in the
/// processor's cache when its turn comes.
///
/// Confined to the loop's thread.
final class SharedParts {
  private var outputEnums: [ObjectIdentifier: EnumOutputType] = [:]
  private var outputPorts: [String: [OutputPortType]] = [:]
  private var inputPorts: [ObjectIdentifier: [InputPortType]] = [:]
  private var inputTables: [String: (names: [String], table: NameTable)] = [:]

  /// Of an output enum whose values have so many bytes.
  func outputEnum(_ type: any Any.Type, _ ports: [PortDescription], size: Int, _ layouts: PayloadLayouts)
    -> EnumOutputType
  {
    if let known = outputEnums[ObjectIdentifier(type)] { return known }
    let new = EnumOutputType(ports, size: size, layouts.cases(type))
    outputEnums[ObjectIdentifier(type)] = new
    return new
  }

  /// Of an output port.
  func outputPort(_ description: PortDescription) -> OutputPortType {
    if let known = outputPorts[description.name]?.first(where: { $0.description == description }) { return known }
    let new = OutputPortType(description)
    outputPorts[description.name, default: []].append(new)
    return new
  }

  /// Of an input port whose values, or whose cases, are of a type.
  func inputPort(_ description: PortDescription, of type: any Any.Type, _ layout: EnumLayout? = nil) -> InputPortType {
    let id = ObjectIdentifier(type)
    if let known = inputPorts[id]?.first(where: { $0.description == description }) { return known }
    let new = InputPortType(description, caseTag: layout?.tag(of: description.name))
    inputPorts[id, default: []].append(new)
    return new
  }

  /// Finds the inputs of a type by their names. One without any has a table of its own: it learns them as they come.
  func inputTable(_ names: [String], of typeName: String) -> NameTable {
    if !names.isEmpty, let known = inputTables[typeName], known.names == names { return known.table }
    let table = NameTable()
    // A name that is declared twice is the first port of that name.
    for (index, name) in names.enumerated() where table.find(name) == nil { table.insert(name, index) }
    if !names.isEmpty { inputTables[typeName] = (names, table) }
    return table
  }
}

/// What is the same in every output of a port, whoever sends it.
final class OutputPortType {
  let isState: Bool
  /// What stands on the line behind the view model's name, up to the end of the port's name.
  let name: [UInt8]
  /// The same up to the value.
  let nameBeforeValue: [UInt8]
  let description: PortDescription

  init(_ description: PortDescription) {
    self.description = description
    isState = description.kind == .state
    var name: [UInt8] = []
    name.append(static: #","output":"#)
    name.appendJSONString(description.name)
    self.name = name
    name.append(static: #","value":"#)
    nameBeforeValue = name
  }

  /// Hands over what stands behind the view model's name, up to the value if there is one.
  @inline(__always)
  func withName<Result>(hasValue: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    hasValue ? nameBeforeValue.withUnsafeBufferPointer(body) : name.withUnsafeBufferPointer(body)
  }
}
