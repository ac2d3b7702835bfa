enum EnumPayload {
  static func of<Value>(_ type: Value.Type, case name: String) -> String { "" }
}
