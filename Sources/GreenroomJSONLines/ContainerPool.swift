/// Keyed containers that one coder has lent and lends again: to make one costs Swift's runtime five lookups of generic
/// types, more than a small object takes otherwise.
///
/// A container is found by the type of its keys. It is lent only while nobody holds it any more, so that two values never
/// share one; what it stands for is in its state, which the coder sets. Belongs to one coder, and so to one thread.
final class ContainerPool<State: AnyObject> {
  private struct Entry: BitwiseCopyable {
    let keys: ObjectIdentifier
    /// Retained by the pool. Not counted while it is looked at: an entry is asked for with every object.
    let container: Unmanaged<PooledContainer<State>>
  }
  private let entries = ScratchStack<Entry>(keptCount: ContainerPool.limit)
  /// A bit for each that was lent in this coding.
  @exclusivity(unchecked) private var lent: UInt32 = 0

  /// Types of keys beyond these have containers of their own each time.
  private static var limit: Int { 32 }

  deinit {
    for index in 0..<entries.count { entries[index].container.release() }
  }

  /// What was inserted for these keys, if nobody holds its container: it counts as lent. Not retained.
  ///
  /// Found and lent in two steps, since an optional container would cost a lookup of its generic type.
  @inline(__always)
  func find(_ keys: ObjectIdentifier) -> Unmanaged<PooledContainer<State>>? {
    for index in 0..<entries.count where entries[index].keys == keys {
      let container = entries[index].container
      guard container._withUnsafeGuaranteedRef({ !$0.isHeld }) else { return nil }
      lent |= 1 << UInt32(truncatingIfNeeded: index)
      return container
    }
    return nil
  }

  /// Keeps a container, which is lent with it.
  ///
  /// - Returns: false if there is no room for it.
  func insert<Container>(_ keys: ObjectIdentifier, _ container: Container, _ state: State) -> Bool {
    guard entries.count < Self.limit, !(0..<entries.count).contains(where: { entries[$0].keys == keys }),
      let pooled = KnownContainer(container, state)
    else { return false }
    lent |= 1 << UInt32(truncatingIfNeeded: entries.count)
    entries.append(Entry(keys: keys, container: .passRetained(pooled)))
    return true
  }

  /// The coding is over: a container that somebody has kept is left to him and told so.
  ///
  /// - Returns: whether there was none.
  @inline(__always)
  func rest(_ leave: (State) -> Void) -> Bool {
    var rest = lent
    lent = 0
    var areAllBack = true
    while rest != 0 {
      // From the last one, since one may be removed.
      let index = UInt32.bitWidth - 1 - rest.leadingZeroBitCount
      rest &= ~(1 << UInt32(truncatingIfNeeded: index))
      let container = entries[index].container
      guard container._withUnsafeGuaranteedRef({ $0.isHeld }) else { continue }
      areAllBack = false
      leave(container._withUnsafeGuaranteedRef { $0.state })
      entries[index] = entries[entries.count - 1]
      _ = entries.removeLast()
      container.release()
    }
    return areAllBack
  }
}

/// A keyed container whose type is known to whoever asks for it, and its state.
class PooledContainer<State: AnyObject> {
  final let state: State
  /// Whether somebody else holds it.
  final var isHeld: Bool { !isKnownUniquelyReferenced(&box) }

  /// The object inside the container.
  @exclusivity(unchecked) private final var box: AnyObject

  fileprivate init(_ box: AnyObject, _ state: State) {
    self.box = box
    self.state = state
  }

  /// The container itself.
  ///
  /// SAFETY: the caller asks for the type that was inserted for the keys by which it was found.
  @inline(__always)
  final func lend<Container>(as type: Container.Type) -> Container {
    unsafeDowncast(self, to: KnownContainer<Container, State>.self).copy()
  }

  /// SAFETY: as above, and `KnownContainer.init` has made sure that the container is its object and nothing else.
  fileprivate final func copyBox<Container>(as type: Container.Type) -> Container {
    unsafeBitCast(box, to: type)
  }
}

/// Knows the type of its container without a lookup: that stands in the type of this object.
private final class KnownContainer<Container, State: AnyObject>: PooledContainer<State> {
  /// nil if a container is not what it has always been: a struct around one object.
  init?(_ container: Container, _ state: State) {
    let members = Mirror(reflecting: container).children.map { type(of: $0.value) is AnyClass }
    guard members == [true], MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else { return nil }
    super.init(unsafeBitCast(container, to: AnyObject.self), state)
  }

  @inline(never)
  func copy() -> Container { copyBox(as: Container.self) }
}
