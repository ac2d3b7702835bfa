/// Finds the ports of a view model, once, when it is bound.
enum PortList {
  static func bindInputs(of inputs: some InputPorts, to binder: any PortBinder) {
    if let cases = inputs as? any EnumInputs { return cases.bindCases(to: binder) }
    for (name, value) in properties(of: inputs) {
      guard let port = value as? any AnyInputPort else {
        fatalError("\(type(of: inputs)).\(name) is not an `InputPort`")
      }
      port.bind(name, to: binder)
    }
  }

  static func bindOutputs(of outputs: some OutputPorts, to binder: any PortBinder) {
    if let cases = outputs as? any EnumOutputs { return cases.bindCases(to: binder) }
    for (name, value) in properties(of: outputs) {
      guard let port = value as? any AnyOutputPort else {
        fatalError("\(type(of: outputs)).\(name) is neither a `StatePort` nor an `EventPort`")
      }
      port.bind(name, to: binder)
    }
  }

  private static func properties(of ports: Any) -> [(name: String, value: Any)] {
    Mirror(reflecting: ports).children.map { child in
      guard let name = child.label else {
        fatalError("\(type(of: ports)) is not a struct with named ports")
      }
      return (name, child.value)
    }
  }
}

/// How a type is called in `describe`: `[String]` and `String?` as in source.
enum TypeName {
  /// With its module and the types around it, for a trap: every view model's enum is called `Output`.
  static func qualified(_ type: any Any.Type) -> String {
    String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }.joined(separator: ".")
  }

  static func of(_ type: any Any.Type) -> String {
    if let type = type as? any SugaredName.Type { return type.sugaredName }
    return String(describing: type)
  }
}

private protocol SugaredName { static var sugaredName: String { get } }
extension Optional: SugaredName { static var sugaredName: String { "\(TypeName.of(Wrapped.self))?" } }
extension Array: SugaredName { static var sugaredName: String { "[\(TypeName.of(Element.self))]" } }
extension Dictionary: SugaredName {
  static var sugaredName: String { "[\(TypeName.of(Key.self)): \(TypeName.of(Value.self))]" }
}
