/// What the Swift runtime knows of a type, read where the compiler has put it: docs/ABI/TypeMetadata.rst and
/// include/swift/ABI of the Swift project. Nothing is written.
///
/// Swift promises to keep this form on Apple's systems alone; on Linux it has been the same since version 5. A compiler of
/// another major version, or for another width of words, makes a program that knows no types: all are coded by `Codable` then.
/// What comes from here is compared with what `Codable` does before it is used (`LayoutCheck`).
struct TypeMetadata {
  // SAFETY: points at metadata, which lives as long as the process.
  let address: UnsafeRawPointer

  private typealias AnyType = any Any.Type

  private enum Kind {
    static let structure = 0x200
    static let enumeration = 0x201
    static let tuple = 0x301
  }

  init(_ type: any Any.Type) { address = unsafeBitCast(type, to: UnsafeRawPointer.self) }

  /// Whether the compiler's metadata are known to have this form.
  private static var isKnown: Bool {
    #if compiler(>=6.0) && compiler(<7.0) && _pointerBitWidth(_64)
      true
    #else
      false
    #endif
  }

  private var kind: Int { Self.isKnown ? address.load(as: Int.self) : -1 }
  var isStruct: Bool { kind == Kind.structure }

  /// In bytes.
  static func alignment(of type: any Any.Type) -> Int {
    func alignment<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.alignment }
    return _openExistential(type, do: alignment)
  }

  // MARK: Enums

  /// One case, in the order of the tags: those with a payload first.
  struct EnumCase {
    let name: String
    /// nil for a case without one.
    let payload: (any Any.Type)?
  }

  /// The cases of an enum that is not generic, or nil.
  var enumCases: [EnumCase]? {
    guard kind == Kind.enumeration else { return nil }
    // Its descriptor stands behind the kind.
    let descriptor = address.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    let isGeneric = descriptor.load(as: UInt32.self) & 0x80 != 0
    guard !isGeneric, let fields = Self.relative(descriptor + 16) else { return nil }
    // Two references, the kind, the size of a record, and their count.
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    guard recordSize == 12 else { return nil }
    var cases: [EnumCase] = []
    for index in 0..<count {
      let record = fields + 16 + index * recordSize
      let isIndirect = record.load(as: UInt32.self) & 1 != 0
      guard !isIndirect, let name = Self.relative(record + 8) else { return nil }
      var payload: (any Any.Type)?
      if let mangled = Self.relative(record + 4) {
        guard let type = Self.type(mangled, in: descriptor) else { return nil }
        payload = type
      }
      cases.append(EnumCase(name: String(cString: name.assumingMemoryBound(to: CChar.self)), payload: payload))
    }
    return cases
  }

  /// What a relative reference refers to; nil for none.
  private static func relative(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = Int(place.load(as: Int32.self))
    return offset == 0 ? nil : place + offset
  }

  /// The type of a mangled name: up to a 0 that is not part of a symbolic reference.
  private static func type(_ mangled: UnsafeRawPointer, in context: UnsafeRawPointer) -> (any Any.Type)? {
    let bytes = mangled.assumingMemoryBound(to: UInt8.self)
    var count = 0
    while bytes[count] != 0 {
      switch bytes[count] {
      case 0x01...0x17: count += 5
      case 0x18...0x1f: count += 1 + MemoryLayout<Int>.size
      default: count += 1
      }
    }
    return _getTypeByMangledNameInContext(bytes, UInt(count), genericContext: context, genericArguments: nil)
  }

  // MARK: Tuples

  /// The elements of a tuple with their offsets in bytes; any other type is its only element.
  var elements: [(type: any Any.Type, offset: Int)] {
    guard kind == Kind.tuple else { return [(unsafeBitCast(address, to: AnyType.self), 0)] }
    return (0..<address.load(fromByteOffset: 8, as: Int.self)).map { index in
      let element = address + 24 + 16 * index
      return (
        element.load(as: AnyType.self), Int(element.load(fromByteOffset: 8, as: UInt32.self))
      )
    }
  }

  // MARK: Value witnesses

  typealias GetEnumTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  typealias ProjectEnumData = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  typealias InjectEnumTag = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  /// The functions of an enum that take its values apart and put them together.
  typealias EnumWitnesses = (tag: GetEnumTag, project: ProjectEnumData, inject: InjectEnumTag)
  var enumWitnesses: EnumWitnesses {
    let table = (address - 8).load(as: UnsafeRawPointer.self)
    // Behind eight functions, size, stride, and a word of flags and the count of extra inhabitants.
    let place = table + 11 * 8
    return (
      place.load(as: GetEnumTag.self), place.load(fromByteOffset: 8, as: ProjectEnumData.self),
      place.load(fromByteOffset: 16, as: InjectEnumTag.self)
    )
  }
}
