extension DecodingError {
  /// The path of what is wrong, and what is.
  package var sentence: String {
    func path(_ keys: [any CodingKey]) -> String {
      keys.isEmpty ? "the body" : keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    return switch self {
    case .keyNotFound(let key, let context): "\(path(context.codingPath + [key])): missing"
    case .typeMismatch(let type, let context): "\(path(context.codingPath)): expected \(type)"
    case .valueNotFound(let type, let context): "\(path(context.codingPath)): expected \(type), found null"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty ? "the body: not JSON" : "\(path(context.codingPath)): \(context.debugDescription)"
    @unknown default: "\(self)"
    }
  }
}
