import GreenroomBindings
import GreenroomJSONLines

/// What view models share that are alike. Thousands of instances may take the turns: what each has for itself is not in the
/// processor's cache when its turn comes.
///
/// Confined to the loop's thread.
final class SharedParts {
  private var outputEnums: [ObjectIdentifier: EnumOutputType] = [:]
  private var outputPorts: [String: [OutputPortType]] = [:]
  private var inputNames: [String: [[UInt8]]] = [:]
  private var services: [String: BoundService] = [:]

  /// Of an output enum whose values have so many bytes.
  func outputEnum(_ type: any Any.Type, _ ports: [PortDescription], size: Int) -> EnumOutputType {
    if let known = outputEnums[ObjectIdentifier(type)] { return known }
    let new = EnumOutputType(ports, size: size)
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

  /// The names of a type's inputs, as UTF-8.
  func inputNames(_ names: [[UInt8]], of typeName: String) -> [[UInt8]] {
    if let known = inputNames[typeName], known == names { return known }
    inputNames[typeName] = names
    return names
  }

  /// A service under an alias.
  func service(_ slot: ServiceSlot, alias: String) -> BoundService {
    if let known = services[alias], known.slot === slot { return known }
    let new = BoundService(slot, alias: alias)
    services[alias] = new
    return new
  }

  /// A service has been removed.
  func forget(_ slot: ServiceSlot) { services = services.filter { $0.value.slot !== slot } }
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
}
