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

  /// Reads the JSON of an id; null is none.
  ///
  /// - Throws: a sentence that says what is wrong with it.
  init(json value: ArraySlice<UInt8>) throws(InvalidName) {
    if value.first == 0x22 {
      let bytes = MemberText.unescaped(value)
      guard MemberText.isName(bytes, limit: Self.stringLimit) else {
        throw InvalidName("the id is empty, longer than \(Self.stringLimit) bytes or holds control characters")
      }
      self = .string(String(decoding: bytes, as: UTF8.self))
    } else if let id = JSONDecoding.integer(value).flatMap({ RequestID($0) }) {
      self = id
    } else {
      throw InvalidName("the id is neither a string nor an integer within ±(2^53 - 1)")
    }
  }
}

/// Why a name or an id of the envelope is none.
struct InvalidName: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

/// The text of names on the wire: methods and ids.
enum MemberText {
  /// The UTF-8 of a string in quotes; a slice of the line if it holds no escape.
  static func unescaped(_ string: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let inner = string.dropFirst().dropLast()
    return inner.withUnsafeBufferPointer { bytes in
      bytes.contains(0x5c) ? JSONText.unescaped(bytes)[...] : inner
    }
  }

  /// Whether bytes may be a name: some, not too many, and no control character, which could forge a line of a log.
  static func isName(_ bytes: ArraySlice<UInt8>, limit: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.count > 0 && bytes.count <= limit && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    }
  }
}
