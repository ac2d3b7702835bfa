#if canImport(Glibc)
  internal import Glibc
#endif

/// What the plain values of an output enum look like on the wire, so that each of the few that come again and again, such
/// as `toggleButton(isEnabled: false)`, is encoded once.
///
/// A value is plain if the payload of its case holds no references (`PortDescription.isPlain`): then the same bits are the
/// same value, whatever the type's `==` says. Values are found by their bits alone, which costs a comparison of memory.
/// Bytes that a value does not use may differ; then it is not found and is encoded as any other value.
struct PlainOutputs {
  final class Known {
    /// The value itself.
    let value: Any
    fileprivate let bits: [UInt8]
    /// The place of its port in the declaration.
    let port: Int
    let payload: [UInt8]

    init<Value>(_ value: Value, port: Int, payload: [UInt8]) {
      self.value = value
      bits = withUnsafeBytes(of: value) { Array($0) }
      self.port = port
      self.payload = payload
    }

    @inline(__always)
    fileprivate func hasBits(_ other: UnsafeRawBufferPointer) -> Bool {
      bits.withUnsafeBytes { mine in
        guard mine.count == other.count, let left = mine.baseAddress, let right = other.baseAddress else {
          return false
        }
        return memcmp(left, right, mine.count) == 0
      }
    }
  }

  /// Of each port so many values are kept: both of a Bool.
  private static let countPerPort = 2

  private var known: [Known] = []

  /// The value of these bits, if it is known.
  @inline(__always)
  func find(_ bits: UnsafeRawBufferPointer) -> Known? {
    for value in known where value.hasBits(bits) { return value }
    return nil
  }

  /// The values of one port.
  func known(of port: Int) -> [Known] { known.filter { $0.port == port } }

  /// Keeps a value of a plain port, in the place of the port's oldest one if there are enough.
  mutating func insert(_ value: Known) {
    let places = known.indices.filter { known[$0].port == value.port }
    if places.count >= Self.countPerPort { known.remove(at: places[0]) }
    known.append(value)
  }
}
