/// Reads UTF-8 that may be broken, one scalar or one stray byte after the other.
///
/// Well-formed is what table 3-7 of the Unicode Standard lists: nothing overlong, no surrogates, at most U+10FFFF.
struct UTF8Decoder {
  enum Unit: Equatable {
    case scalar(Unicode.Scalar)
    case invalid(UInt8)
  }

  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The next scalar, or the next byte that begins none; nil at the end.
  mutating func next() -> Unit? {
    guard let first = bytes.popFirst() else { return nil }
    if first < 0x80 { return .scalar(Unicode.Scalar(first)) }
    guard let length = Self.length(first), bytes.count >= length - 1 else { return .invalid(first) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for byte in bytes.prefix(length - 1) {
      guard byte & 0xC0 == 0x80 else { return .invalid(first) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    guard value >= Self.smallest[length], let scalar = Unicode.Scalar(value) else { return .invalid(first) }
    bytes.removeFirst(length - 1)
    return .scalar(scalar)
  }

  private static func length(_ first: UInt8) -> Int? {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  /// The smallest value that needs a sequence of this length.
  private static let smallest: [UInt32] = [0, 0, 0x80, 0x800, 0x10000]
}
