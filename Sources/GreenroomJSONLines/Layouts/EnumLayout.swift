/// Where the payloads of an enum lie in the memory of its values, and how a case is told from the others.
///
/// For the same reason as `ObjectLayout`. Belongs to one thread.
package final class EnumLayout {
  /// What a case carries.
  enum Content {
    case nothing
    /// Its labelled members.
    case object(ObjectLayout)
    /// It is left to the type's own coding, for a reason.
    case unknown(LayoutObstacle)
  }

  /// The names of the cases by their tags.
  package let names: [String]
  private(set) var contents: [Content]
  private let metadata: UnsafeRawPointer
  private let witnesses: TypeMetadata.EnumWitnesses
  private let size: Int
  // SAFETY: room for the bits of one value, which own nothing, and a place for each case, whose references are held by
  // `contents`. Allocated and freed here alone. Plain memory, since to look at an array of references means to hold them.
  private let bits: UnsafeMutableRawPointer
  private let places: UnsafeMutablePointer<Place>

  private struct Place: BitwiseCopyable {
    var isKnown: Bool
    var payload: Unmanaged<ObjectLayout>?

    init(_ content: Content) {
      switch content {
      case .nothing: (isKnown, payload) = (true, nil)
      case .object(let object): (isKnown, payload) = (true, .passUnretained(object))
      case .unknown: (isKnown, payload) = (false, nil)
      }
    }
  }

  /// nil for a type that is no enum, a generic enum, or one with indirect cases.
  ///
  /// - Parameters:
  ///   - type: any type.
  ///   - codedMembers: what the coding of the case of a name asks for; nil if that is not known.
  ///   - layout: the layout of another type, if that has one.
  package init?<Value>(
    _ type: Value.Type, codedMembers: (String) -> [ObjectLayout.CodedMember]?,
    _ layout: (any Any.Type) -> ObjectLayout?
  ) {
    let metadata = TypeMetadata(type)
    guard let cases = metadata.enumCases, !cases.isEmpty, MemoryLayout<Value>.size > 0 else { return nil }
    names = cases.map(\.name)
    contents = cases.map { Self.content($0, codedMembers($0.name), layout) }
    self.metadata = metadata.address
    witnesses = metadata.enumWitnesses
    size = MemoryLayout<Value>.size
    bits = .allocate(byteCount: size, alignment: MemoryLayout<Value>.alignment)
    places = .allocate(capacity: cases.count)
    for (tag, content) in contents.enumerated() { (places + tag).initialize(to: Place(content)) }
  }

  deinit {
    bits.deallocate()
    places.deallocate()
  }

  private static func content(
    _ known: TypeMetadata.EnumCase, _ members: [ObjectLayout.CodedMember]?, _ layout: (any Any.Type) -> ObjectLayout?
  ) -> Content {
    guard let members else { return .unknown(.unknownMembers) }
    guard let payload = known.payload else {
      return members.isEmpty ? .nothing : .unknown(LayoutObstacle("its coding asks for members"))
    }
    let elements = TypeMetadata(payload).elements
    let areTheSame = elements.count == members.count && zip(elements, members).allSatisfy { $0.type == $1.type }
    // One without label is an error, which its own coding makes.
    guard areTheSame, !members.isEmpty, !members.contains(where: { $0.name == ObjectPlace.unlabelled }) else {
      return .unknown(LayoutObstacle("its values are not the members of its coding"))
    }
    let fields = zip(elements, members).map { (name: $1.name, offset: $0.offset, type: $0.type) }
    do throws(LayoutObstacle) {
      return .object(try ObjectLayout.make(fields, layout))
    } catch {
      return .unknown(error)
    }
  }

  /// Leaves a case to the type's own coding.
  func forget(_ tag: Int, _ obstacle: LayoutObstacle) {
    contents[tag] = .unknown(obstacle)
    places[tag] = Place(contents[tag])
  }

  /// The cases that are left to the type's own coding, and why.
  package var obstacles: [(name: String, obstacle: LayoutObstacle)] {
    zip(names, contents).compactMap { name, content in
      if case .unknown(let obstacle) = content { (name, obstacle) } else { nil }
    }
  }

  /// The tag of the case of a name.
  package func tag(of name: String) -> Int? { names.firstIndex(of: name) }

  /// Appends the payload of a value, as the compiler's coding would: an object, or nothing for a case without members.
  ///
  /// - Returns: the tag of its case; nil if its own coding has to be called: then what was appended counts for nothing.
  package func write(_ value: UnsafeRawPointer, into bytes: ScratchStack<UInt8>) -> Int? {
    let tag = Int(witnesses.tag(value, metadata))
    let place = places[tag]
    guard place.isKnown else { return nil }
    guard let payload = place.payload else { return tag }
    // To get at the payload changes the bits.
    bits.copyMemory(from: value, byteCount: size)
    witnesses.project(bits, metadata)
    return payload._withUnsafeGuaranteedRef { $0.write(bits, into: bytes) } ? tag : nil
  }

  /// Initialises the memory with a case that has a payload.
  ///
  /// - Returns: false if the type's own decoding has to be called; then the memory is as before.
  package func read(_ tag: Int, _ text: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutableRawPointer) -> Bool {
    guard let payload = places[tag].payload else { return false }
    guard payload._withUnsafeGuaranteedRef({ $0.read(text, into: memory) }) else { return false }
    witnesses.inject(memory, UInt32(truncatingIfNeeded: tag), metadata)
    return true
  }

  // MARK: For the check

  /// Initialises the memory with a case whose payload `fill` initialises.
  func make(_ tag: Int, in memory: UnsafeMutableRawPointer, _ fill: (ObjectLayout, UnsafeMutableRawPointer) -> Void) {
    if case .object(let payload) = contents[tag] { fill(payload, memory) }
    witnesses.inject(memory, UInt32(truncatingIfNeeded: tag), metadata)
  }

  /// Whether two values are of this case and carry the same.
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ tag: Int) -> Bool {
    guard witnesses.tag(left, metadata) == tag, witnesses.tag(right, metadata) == tag else { return false }
    guard case .object(let payload) = contents[tag] else { return true }
    let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { copy.deallocate() }
    bits.copyMemory(from: left, byteCount: size)
    copy.copyMemory(from: right, byteCount: size)
    witnesses.project(bits, metadata)
    witnesses.project(copy, metadata)
    return payload.areEqual(bits, copy)
  }
}
