/// What the payload of an enum's case is called in `describe`: `(quote: Quote)`.
///
/// An enum does not tell the types of its payloads, but decoding one asks for them: the case is decoded from nothing, and
/// what is asked for is the answer. Where a member cannot be made from nothing, whatever may come after it stays unknown: `…`
/// stands for that.
struct EnumPayload {
  /// The payload's members in parentheses, or an empty text for none.
  var text = ""
  /// The types of its members.
  var types: [any Any.Type] = []
  /// Whether every member is known and a plain one: a Bool or a number.
  var isPlain = false

  /// Looks at one case. One that the enum does not have is a trap, and so is an output without labels, which does not encode.
  init<Value>(of type: Value.Type, case name: String, as role: EnumDescriptions.Role) {
    guard let type = type as? any Decodable.Type else { return }
    let members = BlankMembers()
    do {
      _ = try type.init(from: BlankCaseDecoder(name: name, members: members))
      isPlain = members.arePlain
    } catch {
      // It fails at the first member that cannot be made from nothing; what was asked for until then stands.
      if !members.list.isEmpty { members.list.append("…") }
    }
    types = members.types
    let enumName = TypeName.qualified(type)
    if members.isOfUnknownCase { fatalError("\(enumName).ports declares \(name), which is not a case") }
    if let bare = members.list.first, bare.hasPrefix("_0: "), role == .outputs {
      fatalError(
        "\(enumName).ports declares \(name), whose payload has no label: write one, such as "
          + "\(name)(value: \(bare.dropFirst(4)))")
    }
    if !members.list.isEmpty { text = "(\(members.list.joined(separator: ", ")))" }
  }
}
