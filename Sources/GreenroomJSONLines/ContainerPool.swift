/// Keyed containers that one coder has lent and lends again: to make one costs Swift's runtime five lookups of generic
/// types, more than a small object takes otherwise.
///
/// A container is found by the type of its keys. It is lent only while nobody holds it any more, so that two values never
/// share one; what it stands for is in its state, which the coder sets. Belongs to one coder, and so to one thread.
struct ContainerPool<State: ContainerState> {
  private var keys: [ObjectIdentifier] = []
  private var states: [State] = []
  /// A bit for each that was lent in this coding.
  private var lent: UInt32 = 0

  /// Types of keys beyond these have containers of their own each time.
  private static var limit: Int { 32 }

  /// The state of a container that was inserted for these keys, if it may be lent.
  @inline(__always)
  mutating func find(_ wanted: ObjectIdentifier) -> State? {
    for index in 0..<keys.count where keys[index] == wanted {
      let state = states[index]
      guard !state.isHeld else { return nil }
      lent |= 1 << UInt32(truncatingIfNeeded: index)
      return state
    }
    return nil
  }

  /// Keeps a container if there is room for it and if it is what it has always been: a struct around one object.
  ///
  /// SAFETY: whoever finds it by these keys may take it for a `Container` again.
  mutating func insert<Container>(_ new: ObjectIdentifier, _ container: Container, _ state: State) {
    guard keys.count < Self.limit, !keys.contains(new), MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size
    else { return }
    let members = Mirror(reflecting: container).children.map { type(of: $0.value) is AnyClass }
    guard members == [true] else { return }
    state.box = unsafeBitCast(container, to: AnyObject.self)
    lent |= 1 << UInt32(truncatingIfNeeded: keys.count)
    keys.append(new)
    states.append(state)
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
      let state = states[index]
      if state.isHeld { remove(index) } else { clear(state) }
    }
  }

  private mutating func remove(_ index: Int) {
    states[index].box = nil
    states.remove(at: index)
    keys.remove(at: index)
  }
}

/// What a keyed container stands for, in a class of each coder.
class ContainerState {
  /// While it is in a pool, a `KeyedEncodingContainer` or `KeyedDecodingContainer` as the object that it is; that holds this
  /// state.
  @exclusivity(unchecked) final fileprivate(set) var box: AnyObject?

  @inline(__always)
  final fileprivate var isHeld: Bool { !isKnownUniquelyReferenced(&box) }
}
