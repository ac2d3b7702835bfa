/// Keyed containers that one coder has lent and lends again: to make one costs Swift's runtime five lookups of generic
/// types, more than a small object takes otherwise.
///
/// A container is found by the type of its keys. It is lent only while nobody holds it any more, so that two values never
/// share one; what it stands for is in its state, which the coder sets. Belongs to one coder, and so to one thread.
struct ContainerPool<State: AnyObject> {
  /// A container and its state.
  struct Entry {
    let keys: ObjectIdentifier
    let container: PooledContainer
    let state: State
  }
  private var entries: [Entry] = []
  /// A bit for each that was lent in this coding.
  private var lent: UInt32 = 0

  /// Types of keys beyond these have containers of their own each time.
  private static var limit: Int { 32 }

  /// What was inserted for these keys, if it may be lent.
  @inline(__always)
  mutating func find(_ keys: ObjectIdentifier) -> Entry? {
    for index in 0..<entries.count where entries[index].keys == keys {
      let entry = entries[index]
      guard !entry.container.isHeld else { return nil }
      lent |= 1 << UInt32(truncatingIfNeeded: index)
      return entry
    }
    return nil
  }

  /// Keeps a container, if there is room for it.
  mutating func insert<Container>(_ keys: ObjectIdentifier, _ container: Container, _ state: State) {
    guard entries.count < Self.limit, !entries.contains(where: { $0.keys == keys }),
      let pooled = KnownContainer(container)
    else { return }
    lent |= 1 << UInt32(truncatingIfNeeded: entries.count)
    entries.append(Entry(keys: keys, container: pooled, state: state))
  }

  /// The coding is over: the state of what nobody holds is cleared; what somebody has kept is left to him.
  @inline(__always)
  mutating func rest(_ clear: (State) -> Void) {
    var rest = lent
    lent = 0
    while rest != 0 {
      // From the last one, since one may be removed.
      let index = UInt32.bitWidth - 1 - rest.leadingZeroBitCount
      rest &= ~(1 << UInt32(truncatingIfNeeded: index))
      let entry = entries[index]
      if entry.container.isHeld { entries.remove(at: index) } else { clear(entry.state) }
    }
  }
}

/// A keyed container whose type is known to whoever asks for it.
class PooledContainer {
  /// Whether somebody else holds it.
  final var isHeld: Bool { !isKnownUniquelyReferenced(&box) }

  /// The object inside the container.
  @exclusivity(unchecked) private final var box: AnyObject

  fileprivate init(_ box: AnyObject) { self.box = box }

  /// The container itself.
  ///
  /// SAFETY: the caller asks for the type that was inserted for the keys by which it was found.
  @inline(__always)
  final func lend<Container>(as type: Container.Type) -> Container {
    unsafeDowncast(self, to: KnownContainer<Container>.self).copy()
  }

  /// SAFETY: as above, and `KnownContainer.init` has made sure that the container is its object and nothing else.
  fileprivate final func copyBox<Container>(as type: Container.Type) -> Container {
    unsafeBitCast(box, to: type)
  }
}

/// Knows the type of its container without a lookup: that stands in the type of this object.
private final class KnownContainer<Container>: PooledContainer {
  /// nil if a container is not what it has always been: a struct around one object.
  init?(_ container: Container) {
    let members = Mirror(reflecting: container).children.map { type(of: $0.value) is AnyClass }
    guard members == [true], MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else { return nil }
    super.init(unsafeBitCast(container, to: AnyObject.self))
  }

  @inline(never)
  func copy() -> Container { copyBox(as: Container.self) }
}
