/// The JSON that is being written and the containers that are open in it.
///
/// A container is closed as soon as one around it is written to. Hence the one limit of this coder: the containers of one
/// value are written one after the other; going on with a closed one is an error, never a wrong line.
struct JSONOutput {
  /// What was written so far, behind what the buffer held before.
  var bytes: [UInt8] = []
  /// The first error of a call that cannot throw; nothing is written after it.
  private var failure: PayloadError?

  /// How an open container is found again.
  struct Container {
    var depth: Int32
    var serial: UInt32
    /// Stands for a container that could not be opened.
    static let none = Container(depth: 0, serial: .max)
  }

  private struct Open: BitwiseCopyable {
    /// Tells this container from all others.
    var serial: UInt32
    /// Tells the element that is being written from all others.
    var element: UInt32
    var isObject: Bool
    var isEmpty = true
    /// Nothing is written for it until its first member: the payload of a case.
    var isLazy = false
    /// Whether the element that was begun last has no value yet.
    var awaitsValue = false
  }
  /// The element of a container while a scalar is written, which has no place of its own.
  private static let scalar: UInt32 = 0

  /// Below all containers stands the place of the root.
  private let open = ScratchStack<Open>(keptCount: JSONScanner.defaultDepthLimit)
  private var lastSerial: UInt32 = 0

  init() {
    open.append(Open(serial: 0, element: 0, isObject: false, awaitsValue: true))
  }

  /// Forgets what was written and what is open.
  mutating func reset() {
    failure = nil
    open.removeAll()
    open.append(Open(serial: 0, element: 0, isObject: false, awaitsValue: true))
    lastSerial = 0
  }

  mutating func fail(_ error: any Error) {
    if failure == nil { failure = PayloadError(wrapping: error) }
  }

  /// Closes everything.
  mutating func finish() throws(PayloadError) {
    close(downTo: 1)
    if let failure { throw failure }
  }

  // MARK: Values

  /// Writes a scalar where its element or the root awaits a value.
  @inline(__always)
  mutating func writeScalar(in place: ValueEncoder, _ write: (inout [UInt8]) -> Void) throws(PayloadError) {
    try take(place)
    write(&bytes)
  }

  /// Writes an element that is a scalar.
  @inline(__always)
  mutating func writeScalar(
    in container: Container, name: String?, _ write: (inout [UInt8]) -> Void
  ) throws(PayloadError) {
    try separate(container, name)
    write(&bytes)
  }

  /// Begins an element.
  ///
  /// - Returns: what tells the element from all others.
  mutating func beginElement(of container: Container, name: String?) throws(PayloadError) -> UInt32 {
    try separate(container, name)
    lastSerial &+= 1
    open[open.count - 1].element = lastSerial
    open[open.count - 1].awaitsValue = true
    return lastSerial
  }

  /// A value is complete: its containers are closed, and if it wrote nothing, it is an empty object.
  mutating func endValue(at depth: Int) {
    close(downTo: depth + 1)
    fillAwaited()
  }

  /// Makes a container the innermost one and writes what stands before its next value: comma, name, colon.
  private mutating func separate(_ container: Container, _ name: String?) throws(PayloadError) {
    if let failure { throw failure }
    let index = Int(container.depth)
    guard index < open.count, open[index].serial == container.serial else { throw Self.closedError }
    if open.count > index + 1 { close(downTo: index + 1) }
    fillAwaited()
    open[index].element = Self.scalar
    let isFirst = open[index].isEmpty
    open[index].isEmpty = false
    let opening: UInt8? = isFirst ? (open[index].isLazy ? 0x7b : nil) : 0x2c
    guard let name else {
      if let opening { bytes.append(opening) }
      return
    }
    let isWritten = name.utf8.withContiguousStorageIfAvailable { name -> Bool in
      guard JSONText.plainCount(name, from: 0) == name.count else { return false }
      bytes.append(upTo: name.count + 4) {
        if let opening { $0.write(byte: opening) }
        $0.writeQuoted(name)
        $0.write(byte: 0x3a)
      }
      return true
    }
    if isWritten == true { return }
    if let opening { bytes.append(opening) }
    bytes.appendJSONString(name)
    bytes.append(0x3a)
  }

  /// Checks that a place awaits its value, and marks it as written.
  private mutating func take(_ place: ValueEncoder) throws(PayloadError) {
    if let failure { throw failure }
    let depth = Int(place.depth)
    guard depth == open.count - 1, open[depth].element == place.element else { throw Self.closedError }
    guard open[depth].awaitsValue else {
      throw PayloadError(path: "", message: "two values were encoded where one stands")
    }
    open[depth].awaitsValue = false
  }

  /// A type that encodes nothing still has to be a value.
  private mutating func fillAwaited() {
    guard open[open.count - 1].awaitsValue else { return }
    open[open.count - 1].awaitsValue = false
    bytes.append(static: "{}")
  }

  // MARK: Containers

  /// Opens a container as the value of a place, or finds the one that the same value has opened before.
  mutating func container(
    isObject: Bool, isLazy: Bool = false, in place: ValueEncoder
  ) throws(PayloadError) -> Container {
    let depth = Int(place.depth) + 1
    if open.count > depth, open[depth - 1].element == place.element, open[depth].isObject == isObject {
      return Container(depth: Int32(depth), serial: open[depth].serial)
    }
    try take(place)
    // The root is no container.
    guard open.count <= JSONScanner.defaultDepthLimit else {
      throw PayloadError(
        path: "", message: "more than \(JSONScanner.defaultDepthLimit) containers inside one another")
    }
    lastSerial &+= 1
    open.append(Open(serial: lastSerial, element: Self.scalar, isObject: isObject, isLazy: isLazy))
    if !isLazy { bytes.append(isObject ? 0x7b : 0x5b) }
    return Container(depth: Int32(depth), serial: lastSerial)
  }

  private mutating func close(downTo count: Int) {
    while open.count > count {
      fillAwaited()
      let container = open.removeLast()
      if container.isLazy, container.isEmpty { continue }
      bytes.append(container.isObject ? 0x7d : 0x5d)
    }
  }

  static let closedError = PayloadError(
    path: "", message: "a container was written to after another one: write them one after the other")
}
