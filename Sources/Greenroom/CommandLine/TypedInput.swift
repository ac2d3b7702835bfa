package import GreenroomJSONLines

/// A line that was typed for `attach`: the name of an input, and its value as JSON behind a space.
package struct TypedInput: Equatable {
  package let name: String
  package let value: RawJSON?

  /// Why a line is no input, as one sentence.
  package struct Mistake: Error, Equatable {
    package let message: String
  }

  /// Reads a line without its LF; nil for one with nothing on it.
  package init?(_ line: ArraySlice<UInt8>) throws(Mistake) {
    let words = Self.trimmed(line)
    let name = words.prefix { !Self.isSpace($0) }
    guard !name.isEmpty else { return nil }
    self.name = String(decoding: name, as: UTF8.self)
    let value = Self.trimmed(words[name.endIndex...])
    guard !value.isEmpty else {
      self.value = nil
      return
    }
    var scanner = JSONScanner()
    do throws(JSONScanError) {
      try scanner.scan(value)
    } catch {
      throw Mistake(message: "the value of \(self.name) is no JSON: \(error)\(Self.hint(value))")
    }
    self.value = RawJSON(Array(value))
  }

  /// What is most often meant by a value without quotes.
  static func hint(_ value: ArraySlice<UInt8>) -> String {
    let isWord = value.first.map { (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) } ?? false
    return isWord ? #"; a text stands in quotes: "like this""# : ""
  }

  /// What JSON calls white space.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }
}
