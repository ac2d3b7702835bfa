/// The id of a JSON-RPC request: a string, or an integer that every language can hold exactly.
package enum RequestID: Hashable, Sendable, CustomStringConvertible {
  /// Within ±`safeInteger`, written without fraction or exponent.
  case number(Int)
  /// Not empty, at most `stringLimit` bytes, without control characters.
  case string(String)

  /// 2^53 - 1: beyond it a language whose only number is the Double would answer with another id.
  package static let safeInteger = (1 << 53) - 1
  /// Bytes of UTF-8.
  package static let stringLimit = 256

  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    }
  }

  /// A number, if every language can hold it exactly.
  init?(_ number: Int) {
    guard number.magnitude <= UInt(Self.safeInteger) else { return nil }
    self = .number(number)
  }

  /// Reads the JSON of an id; nil if it is none.
  init?(json value: ArraySlice<UInt8>) {
    guard value.first == 0x22 else {
      guard let id = JSONDecoding.integer(value).flatMap({ RequestID($0) }) else { return nil }
      self = id
      return
    }
    let text = MemberText(
      value.startIndex..<value.endIndex, hasEscapes: value.contains(0x5c), in: value, limit: Self.stringLimit)
    guard let text else { return nil }
    self = .string(String(decoding: text.bytes(in: value), as: UTF8.self))
  }

  static let invalidNumber = "the id is neither a string nor an integer within ±(2^53 - 1)"
  static let invalidString =
    "the id is empty, longer than \(stringLimit) bytes or holds control characters"
}

/// Why a name or an id of the envelope is none.
struct InvalidName: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
