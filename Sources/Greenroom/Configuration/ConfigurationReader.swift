import GreenroomJSONLines

/// Reads typed members from a tree and collects every problem instead of stopping at the first.
final class ConfigurationReader {
  let file: String
  private let text: [UInt8]
  private(set) var problems: [ConfigurationError.Problem] = []
  private var furtherCount = 0
  /// More would hide the first ones from the reader; they are counted.
  private static let problemLimit = 20

  init(file: String, text: [UInt8]) {
    self.file = file
    self.text = text
  }

  var error: ConfigurationError? {
    problems.isEmpty ? nil : ConfigurationError(file: file, problems: problems, furtherCount: furtherCount)
  }

  func report(at offset: Int?, _ path: String, _ message: String) {
    guard problems.count < Self.problemLimit else {
      furtherCount += 1
      return
    }
    problems.append(
      .init(position: offset.map { SourcePosition(offset: $0, in: text) }, path: path, message: message))
  }

  /// One object of the file: its members are asked for by name, and what nobody asked for is a problem.
  struct Object {
    let reader: ConfigurationReader
    let path: String
    let offset: Int
    let members: [(name: String, nameOffset: Int, node: JSONNode)]

    func member(_ name: String) -> JSONNode? { members.first { $0.name == name }?.node }
    func path(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// Complains about every member that is not in the list.
    func allow(_ known: [String]) {
      for member in members where !known.contains(member.name) {
        reader.report(
          at: member.nameOffset, path(member.name),
          "unknown key" + Suggestion.phrase(for: member.name, among: known))
      }
    }

    private func mismatch(_ name: String, _ node: JSONNode, _ expected: String) {
      reader.report(at: node.range.lowerBound, path(name), "expected \(expected), found \(node.kindName)")
    }

    func string(_ name: String) -> String? {
      guard let node = member(name) else { return nil }
      guard case .string(let value) = node.value else {
        mismatch(name, node, "a string")
        return nil
      }
      return reader.checked(value, at: node.range.lowerBound, path(name))
    }

    func requiredString(_ name: String) -> String? {
      if member(name) == nil { reader.report(at: offset, path(name), "missing; expected a string") }
      return string(name)
    }

    func bool(_ name: String) -> Bool? {
      guard let node = member(name) else { return nil }
      if case .bool(let value) = node.value { return value }
      mismatch(name, node, "true or false")
      return nil
    }

    func integer(_ name: String, _ range: ClosedRange<Int>) -> Int? {
      guard let node = member(name) else { return nil }
      if case .number(let literal) = node.value, let value = Int(literal), range.contains(value) { return value }
      let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
      if case .number(let literal) = node.value {
        reader.report(at: node.range.lowerBound, path(name), "expected \(expected), found \(literal.prefix(24))")
      } else {
        mismatch(name, node, expected)
      }
      return nil
    }

    func milliseconds(_ name: String, _ range: ClosedRange<Int> = 1...86_400_000) -> Duration? {
      integer(name, range).map { .milliseconds($0) }
    }

    func strings(_ name: String) -> [(value: String, offset: Int)]? {
      guard let node = member(name) else { return nil }
      guard case .array(let elements) = node.value else {
        mismatch(name, node, "an array of strings")
        return nil
      }
      var values: [(value: String, offset: Int)] = []
      for (index, element) in elements.enumerated() {
        let (offset, path) = (element.range.lowerBound, "\(path(name))[\(index)]")
        if case .string(let text) = element.value {
          if let value = reader.checked(text, at: offset, path) { values.append((value, offset)) }
        } else {
          reader.report(at: offset, path, "expected a string, found \(element.kindName)")
        }
      }
      return values
    }

    func object(_ name: String) -> Object? {
      guard let node = member(name) else { return nil }
      return reader.object(node, path(name))
    }

    /// The members of an object whose names are the user's, each as an object.
    func entries(_ name: String) -> [(name: String, nameOffset: Int, object: Object)] {
      guard let object = object(name) else { return [] }
      return object.members.compactMap { member in
        if let problem = ConfigurationReader.problem(inName: member.name) {
          reader.report(at: member.nameOffset, object.path(member.name), problem)
        }
        return reader.object(member.node, object.path(member.name)).map { (member.name, member.nameOffset, $0) }
      }
    }
  }

  func object(_ node: JSONNode, _ path: String) -> Object? {
    guard case .object(let members) = node.value else {
      report(at: node.range.lowerBound, path, "expected an object, found \(node.kindName)")
      return nil
    }
    return Object(reader: self, path: path, offset: node.range.lowerBound, members: members)
  }

  /// A text that may be given to the system, for which it would end at a NUL; nil with a problem if it cannot.
  func checked(_ text: String, at offset: Int, _ path: String) -> String? {
    guard text.utf8.contains(0) else { return text }
    report(at: offset, path, #"the character \u0000 cannot be passed on to a program"#)
    return nil
  }

  func bytes(of node: JSONNode) -> [UInt8] { text[node.range].filter { $0 != 0x0a && $0 != 0x0d } }

  /// Names appear in paths, on lines and in tables.
  static func problem(inName name: String) -> String? {
    let isPlain = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x2d
        || byte == 0x5f
    }
    if name.isEmpty || name.utf8.count > 64 || !isPlain {
      return "a name has 1 to 64 letters, digits, - or _"
    }
    return nil
  }
}
