#if canImport(Glibc)
  internal import Glibc
#endif

/// What the plain values of an output enum look like on the wire, so that each of the few that come again and again, such
/// as `toggleButton(isEnabled: false)`, is encoded once for all instances of a type.
///
/// A value is plain if the payload of its case is Bools and numbers (`PortDescription.isPlain`): then the same bits are the
/// same value, whatever the type's `==` says. Values are found by their bits alone, which costs a comparison of memory.
/// Bytes that a value does not use may differ; then it is not found and is encoded as any other value. The first values of
/// a port are known for good; a port with many of them encodes the others each time.
final class PlainOutputs {
  final class Known {
    /// From 1 on.
    let id: Int
    /// The value itself.
    let value: Any
    /// The place of its port in the declaration.
    let port: Int
    let payload: [UInt8]

    init(_ id: Int, _ value: Any, port: Int, payload: UnsafeBufferPointer<UInt8>) {
      self.id = id
      self.value = value
      self.port = port
      self.payload = Array(payload)
    }
  }

  /// So many values of a port are kept: both of a Bool, and some in case that unused bytes differ.
  private static let countPerPort = 4

  /// Bytes of one value.
  private let size: Int
  private var known: [Known] = []
  // SAFETY: room for the bits of `capacity` values, one after the other, of which `count` are initialised, and as much room
  // for references to the values of `known`, which are known for good; allocated and freed here alone. Plain memory, since to
  // look through an array means to hold it, for each output.
  @exclusivity(unchecked) private var bits: UnsafeMutableRawPointer?
  @exclusivity(unchecked) private var references: UnsafeMutablePointer<Unmanaged<Known>>?
  @exclusivity(unchecked) private var count = 0
  private let capacity: Int
  /// How many values of each port are kept.
  private var counts: [Int]

  /// For an enum of values of so many bytes, with so many ports.
  init(size: Int, portCount: Int) {
    self.size = size
    capacity = size > 0 ? portCount * Self.countPerPort : 0
    counts = Array(repeating: 0, count: portCount)
  }

  deinit {
    bits?.deallocate()
    references?.deallocate()
  }

  /// The value of these bits, if it is known. It lives as long as this object.
  @inline(__always)
  func find(_ wanted: UnsafeRawBufferPointer) -> Unmanaged<Known>? {
    guard let bits, let references, let wanted = wanted.baseAddress else { return nil }
    for place in 0..<count where isEqual(bits + place * size, wanted) { return references[place] }
    return nil
  }

  /// memcmp(3) of `size` bytes; most values differ in the first or the last of them.
  @inline(__always)
  private func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    let last = size - 1
    return left.load(as: UInt8.self) == right.load(as: UInt8.self)
      && left.load(fromByteOffset: last, as: UInt8.self) == right.load(fromByteOffset: last, as: UInt8.self)
      && memcmp(left, right, size) == 0
  }

  /// The value with this id; nil for 0.
  func known(_ id: Int) -> Known? { id > 0 ? known[id - 1] : nil }

  /// The values of one port.
  func known(of port: Int) -> [Known] { known.filter { $0.port == port } }

  /// Whether one more value of a port would be kept.
  func hasRoom(for port: Int) -> Bool { capacity > 0 && counts[port] < Self.countPerPort }

  /// Keeps a value of a plain port that has room.
  func insert<Value>(_ value: Value, port: Int, payload: UnsafeBufferPointer<UInt8>) -> Known {
    precondition(hasRoom(for: port), "BUG: more plain values than there is room for")
    let memory = bits ?? .allocate(byteCount: capacity * size, alignment: 16)
    bits = memory
    let places = references ?? .allocate(capacity: capacity)
    references = places
    let new = Known(count + 1, value, port: port, payload: payload)
    withUnsafeBytes(of: value) { if let base = $0.baseAddress { memcpy(memory + count * size, base, size) } }
    known.append(new)
    (places + count).initialize(to: .passUnretained(new))
    counts[port] += 1
    count += 1
    return new
  }
}
