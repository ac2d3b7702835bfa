/// The JSON that is being written and the containers that are open in it.
///
/// A container is closed as soon as one around it is written to. Hence the one limit of this coder: the containers of one
/// value are written one after the other; going on with a closed one is an error, never a wrong line.
struct JSONOutput {
  /// What was written so far. Memory of its own and no array, which would be checked for being shared with each part.
  let bytes = ScratchStack<UInt8>(keptCount: JSONOutput.keptByteCount)
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

    /// Below all containers stands the place of the root.
    static let root = Open(serial: 0, element: 0, isObject: false, awaitsValue: true)
  }
  /// The element of a container while a scalar is written, which has no place of its own.
  private static let scalar: UInt32 = 0
  /// Storage for more is given back before the next value.
  private static let keptByteCount = 64 << 10

  /// The innermost open container, or the root's place. It alone is written to.
  private var innermost = Open.root
  /// The ones around it, from the root's place on.
  private let outer = ScratchStack<Open>(keptCount: JSONScanner.defaultDepthLimit)
  private var lastSerial: UInt32 = 0

  /// Forgets what was written and what is open.
  mutating func reset() {
    if failure != nil { failure = nil }
    bytes.removeAll()
    outer.removeAll()
    innermost = .root
    lastSerial = 0
  }

  mutating func fail(_ error: any Error) {
    if failure == nil { failure = PayloadError(wrapping: error) }
  }

  /// Closes all containers.
  mutating func finish() throws(PayloadError) {
    if outer.count > 0 { close(downTo: 0) }
    if let failure { throw failure }
  }

  // MARK: Values

  /// Writes a scalar of at most so many bytes where its element or the root awaits a value.
  @inline(__always)
  mutating func writeScalar(
    in place: ValueEncoder, upTo byteCount: Int, _ write: (inout ByteWriter) -> Void
  ) throws(PayloadError) {
    try take(place)
    bytes.append(upTo: byteCount, write)
  }

  /// Writes an element that is a scalar of at most so many bytes.
  @inline(__always)
  mutating func writeScalar(
    in container: Container, name: String?, upTo byteCount: Int, _ write: (inout ByteWriter) -> Void
  ) throws(PayloadError) {
    writeSeparator(try separate(container), name)
    bytes.append(upTo: byteCount, write)
  }

  /// Writes a string where its element or the root awaits a value.
  mutating func writeString(in place: ValueEncoder, _ text: String) throws(PayloadError) {
    try take(place)
    writeString(text)
  }

  /// Writes an element that is a string; if nothing has to be escaped, name and text in one piece.
  mutating func writeString(in container: Container, name: String?, _ text: String) throws(PayloadError) {
    let separator = try separate(container)
    let isWritten = name?.utf8.withContiguousStorageIfAvailable { name in
      text.utf8.withContiguousStorageIfAvailable { text in writePlain(separator, name, text) } ?? false
    }
    if isWritten == true { return }
    writeSeparator(separator, name)
    writeString(text)
  }

  private mutating func writeString(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      if JSONText.isPlain(utf8) {
        bytes.append(upTo: utf8.count + 2) { $0.writeQuoted(utf8) }
      } else {
        bytes.append(upTo: ByteWriter.stringByteCount(utf8.count)) { $0.writeString(utf8) }
      }
    }
  }

  /// - Returns: false if something has to be escaped; then nothing is written.
  @inline(never)
  private mutating func writePlain(
    _ separator: UInt8, _ name: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard JSONText.isPlain(name), JSONText.isPlain(text) else { return false }
    bytes.append(upTo: name.count + text.count + 6) {
      if separator != 0 { $0.write(byte: separator) }
      $0.writeQuoted(name)
      $0.write(byte: 0x3a)
      $0.writeQuoted(text)
    }
    return true
  }

  /// Begins an element.
  ///
  /// - Returns: what tells the element from all others.
  mutating func beginElement(of container: Container, name: String?) throws(PayloadError) -> UInt32 {
    writeSeparator(try separate(container), name)
    lastSerial &+= 1
    innermost.element = lastSerial
    innermost.awaitsValue = true
    return lastSerial
  }

  /// A value is complete: its containers are closed, and if it wrote nothing, it is an empty object.
  @inline(__always)
  mutating func endValue(at depth: Int) {
    if outer.count > depth { close(downTo: depth) }
    if innermost.awaitsValue { fillAwaited() }
  }

  /// Makes a container the innermost one and begins its next element.
  ///
  /// - Returns: the byte that stands before its name or value, 0 for none.
  @inline(__always)
  private mutating func separate(_ container: Container) throws(PayloadError) -> UInt8 {
    if failure != nil || innermost.serial != container.serial || innermost.awaitsValue {
      try makeInnermost(container)
    }
    innermost.element = Self.scalar
    guard innermost.isEmpty else { return 0x2c }
    innermost.isEmpty = false
    return innermost.isLazy ? 0x7b : 0
  }

  @inline(never)
  private mutating func makeInnermost(_ container: Container) throws(PayloadError) {
    if let failure { throw failure }
    let depth = Int(container.depth)
    if depth < outer.count {
      guard outer[depth].serial == container.serial else { throw Self.closedError }
      close(downTo: depth)
    } else {
      guard depth == outer.count, innermost.serial == container.serial else { throw Self.closedError }
    }
    fillAwaited()
  }

  /// Writes what stands before a value: comma, name, colon.
  @inline(__always)
  private mutating func writeSeparator(_ separator: UInt8, _ name: String?) {
    if let name {
      writeName(separator, name)
    } else if separator != 0 {
      bytes.append(separator)
    }
  }

  private mutating func writeName(_ separator: UInt8, _ name: String) {
    let isWritten = name.utf8.withContiguousStorageIfAvailable { name -> Bool in
      guard JSONText.isPlain(name) else { return false }
      bytes.append(upTo: name.count + 4) {
        if separator != 0 { $0.write(byte: separator) }
        $0.writeQuoted(name)
        $0.write(byte: 0x3a)
      }
      return true
    }
    if isWritten == true { return }
    if separator != 0 { bytes.append(separator) }
    writeString(name)
    bytes.append(0x3a)
  }

  /// Checks that a place awaits its value, and marks it as written.
  @inline(__always)
  private mutating func take(_ place: ValueEncoder) throws(PayloadError) {
    if let failure { throw failure }
    guard Int(place.depth) == outer.count, innermost.element == place.element else { throw Self.closedError }
    guard innermost.awaitsValue else {
      throw PayloadError(path: "", message: "two values were encoded where one stands")
    }
    innermost.awaitsValue = false
  }

  /// A type that encodes nothing still has to be a value.
  private mutating func fillAwaited() {
    guard innermost.awaitsValue else { return }
    innermost.awaitsValue = false
    bytes.append(upTo: 2) { $0.write("{}") }
  }

  // MARK: Containers

  /// Opens a container as the value of a place, or finds the one that the same value has opened before.
  mutating func container(
    isObject: Bool, isLazy: Bool = false, in place: ValueEncoder
  ) throws(PayloadError) -> Container {
    let depth = Int(place.depth) + 1
    if outer.count >= depth, let open = open(depth, isObject: isObject, in: place) { return open }
    try take(place)
    // The root is no container.
    guard depth <= JSONScanner.defaultDepthLimit else {
      throw PayloadError(
        path: "", message: "more than \(JSONScanner.defaultDepthLimit) containers inside one another")
    }
    lastSerial &+= 1
    outer.append(innermost)
    innermost = Open(serial: lastSerial, element: Self.scalar, isObject: isObject, isLazy: isLazy)
    if !isLazy { bytes.append(isObject ? 0x7b : 0x5b) }
    return Container(depth: Int32(depth), serial: lastSerial)
  }

  /// The container that the value of a place has opened already.
  @inline(never)
  private func open(_ depth: Int, isObject: Bool, in place: ValueEncoder) -> Container? {
    let open = depth == outer.count ? innermost : outer[depth]
    guard outer[depth - 1].element == place.element, open.isObject == isObject else { return nil }
    return Container(depth: Int32(depth), serial: open.serial)
  }

  /// Closes the containers inside the one at a depth.
  private mutating func close(downTo depth: Int) {
    while outer.count > depth {
      fillAwaited()
      if !innermost.isLazy || !innermost.isEmpty { bytes.append(innermost.isObject ? 0x7d : 0x5d) }
      innermost = outer.removeLast()
    }
  }

  static let closedError = PayloadError(
    path: "", message: "a container was written to after another one: write them one after the other")
}
