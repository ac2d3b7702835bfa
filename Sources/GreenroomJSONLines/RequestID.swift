/// The id of a JSON-RPC request: a string, or an integer that every language can hold exactly (±(2^53 - 1)).
package enum RequestID: Hashable, Sendable, CustomStringConvertible {
  case number(Int)
  case string(String)

  package static let safeInteger = (1 << 53) - 1
  package static let stringLimit = 256

  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    }
  }
}
