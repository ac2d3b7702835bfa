/// Why a payload does not fit its type: the path of the member and what is wrong there.
package struct PayloadError: Error, Equatable, CustomStringConvertible {
  /// For example `quote.author` or `movies[3].rank`; empty for the value itself.
  package var path: String
  /// What is wrong, such as `expected Bool, found a string`.
  package var message: String
  /// The message without any part of the value, if it has one: for a secret, which nobody may read in a log.
  private let messageWithoutValue: String?

  package init(path: String, message: String, withoutValue: String? = nil) {
    self.path = path
    self.message = message
    messageWithoutValue = withoutValue
  }

  /// The same for a value that is secret.
  package var hidingValue: PayloadError { PayloadError(path: path, message: messageWithoutValue ?? message) }

  package static func == (left: PayloadError, right: PayloadError) -> Bool {
    left.path == right.path && left.message == right.message
  }

  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// A path as the coding protocols keep it, in the spelling of `PayloadError`.
extension PayloadError {
  init(_ path: [any CodingKey], _ message: String, withoutValue: String? = nil) {
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : "." + key.stringValue
      }
    }
    self.init(path: text, message: message, withoutValue: withoutValue)
  }

  /// Whatever a type's own `init(from:)` or `encode(to:)` throws.
  init(wrapping error: any Error) {
    switch error {
    case let error as PayloadError: self = error
    case DecodingError.keyNotFound(let key, let context): self.init(context.codingPath + [key], "missing")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      self.init(context.codingPath, context.debugDescription, withoutValue: Self.foreign)
    case EncodingError.invalidValue(_, let context): self.init(context.codingPath, context.debugDescription)
    default: self.init(path: "", message: "\(error)", withoutValue: Self.foreign)
    }
  }
  /// A type's own words may repeat the value.
  private static let foreign = "not a value that it takes"

  /// The same error seen from one container further out.
  func inside(_ container: String) -> PayloadError {
    guard !container.isEmpty else { return self }
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    return PayloadError(path: container + separator + path, message: message, withoutValue: messageWithoutValue)
  }
}
