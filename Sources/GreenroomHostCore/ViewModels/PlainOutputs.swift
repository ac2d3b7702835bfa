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
    /// The place of its port in the declaration.
    let port: Int
    let payload: [UInt8]

    init(_ value: Any, port: Int, payload: [UInt8]) {
      self.value = value
      self.port = port
      self.payload = payload
    }
  }

  /// Of each port so many values are kept: both of a Bool.
  private static let countPerPort = 2

  private var known: [Known] = []
  /// The bits of all of them, one after the other: to look through them touches no object.
  private var bits: [UInt8] = []

  /// The value of these bits, if it is known.
  @inline(__always)
  func find(_ wanted: UnsafeRawBufferPointer) -> Known? {
    guard let first = wanted.baseAddress else { return nil }
    let place = bits.withUnsafeBytes { bits -> Int? in
      guard let base = bits.baseAddress else { return nil }
      var offset = 0
      while offset < bits.count {
        if memcmp(base + offset, first, wanted.count) == 0 { return offset / wanted.count }
        offset += wanted.count
      }
      return nil
    }
    return place.map { known[$0] }
  }

  /// The values of one port.
  func known(of port: Int) -> [Known] { known.filter { $0.port == port } }

  /// Keeps a value of a plain port, in the place of the port's oldest one if there are enough.
  mutating func insert<Value>(_ value: Value, port: Int, payload: [UInt8]) -> Known {
    let size = MemoryLayout<Value>.size
    let places = known.indices.filter { known[$0].port == port }
    if places.count >= Self.countPerPort {
      known.remove(at: places[0])
      bits.removeSubrange(places[0] * size..<(places[0] + 1) * size)
    }
    let new = Known(value, port: port, payload: payload)
    known.append(new)
    withUnsafeBytes(of: value) { bits.append(contentsOf: $0) }
    return new
  }
}
