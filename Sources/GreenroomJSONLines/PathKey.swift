/// A coding key made of what stands in the JSON, or of a place in an array.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }
  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  /// The member that `superDecoder()` and `superEncoder()` use, as in Foundation's coders.
  static let superKey = PathKey(stringValue: "super")
}
