/// The list of subscribers behind every source: one place that delivers, one that lets values wait their turn.
@usableFromInline
package final class Broadcast<Value> {
  /// One subscriber, and its subscription.
  @usableFromInline
  final class Entry: Subscription {
    @usableFromInline let receive: (Value) -> Void
    @exclusivity(unchecked) @usableFromInline var isActive = true
    @exclusivity(unchecked) @usableFromInline var next: Entry?
    /// The list that it is in; nil once it is out of it, also because the list is gone. No weak reference, which would make
    /// every later access to the list a slow one.
    // SAFETY: cleared by the list, whenever an entry leaves it and when it ends.
    @exclusivity(unchecked) @usableFromInline unowned(unsafe) var owner: Broadcast?
    @inlinable init(_ receive: @escaping (Value) -> Void) { self.receive = receive }

    @usableFromInline
    override func cancel() {
      isActive = false
      owner?.removeInactive()
    }
  }

  /// Values that wait for their turn, oldest first.
  @usableFromInline
  final class Waiting: WaitingSender {
    @exclusivity(unchecked) @usableFromInline var values: [Value] = []
    @exclusivity(unchecked) @usableFromInline var next = 0
  }

  @usableFromInline let queue: DeliveryQueue
  // Exclusive by confinement: no access spans a call of a subscriber.
  // A list of nodes and no array: to walk it needs nothing of `Value`, so that it is fast in code that does not know it.
  @exclusivity(unchecked) @usableFromInline var first: Entry?
  @exclusivity(unchecked) @usableFromInline var last: Entry?
  /// Made when the first value has to wait: most sources have none that does.
  @exclusivity(unchecked) @usableFromInline var waiting: Waiting?
  @exclusivity(unchecked) @usableFromInline var depth: Int32 = 0
  @exclusivity(unchecked) @usableFromInline var hasGaps = false

  /// Belongs to the view model that is being constructed or bound; outside of one it waits for itself alone.
  @inlinable
  package convenience init() { self.init(in: HomeContext.ambientDeliveries) }

  /// Shares the turns of a view model.
  @usableFromInline
  init(in queue: DeliveryQueue) { self.queue = queue }

  /// Adds a subscriber behind those that are there.
  @inlinable
  package func subscribe(_ subscriber: Subscriber<Value>) -> Subscription {
    let entry = Entry(subscriber.receive)
    entry.owner = self
    if let last { last.next = entry } else { first = entry }
    last = entry
    return entry
  }

  /// Its values from now on.
  @inlinable var publisher: Publisher<Value> { Publisher { self.subscribe($0) } }

  /// Sends a value in its turn: at once, unless the view model is delivering another.
  @inlinable
  func send(_ value: Value) {
    if queue.isDelivering {
      wait(with: value)
    } else if first != nil {
      queue.isDelivering = true
      deliver(value)
      queue.end()
    }
  }

  @inlinable
  func wait(with value: Value) {
    let waiting = waiting ?? Waiting { [unowned self] in deliverOldest() }
    self.waiting = waiting
    waiting.values.append(value)
    waiting.sender = self
    queue.waiting.append(waiting)
  }

  /// Hands a value to whoever subscribes at this moment, in the order of subscription.
  @inlinable
  package func deliver(_ value: Value) {
    guard let first else { return }
    depth += 1
    if first.next == nil {
      // Most sources have one subscriber. SAFETY: no entry leaves the list while `depth` is not 0.
      Unmanaged.passUnretained(first)._withUnsafeGuaranteedRef {
        if $0.isActive { $0.receive(value) }
      }
    } else {
      deliver(value, from: first)
    }
    depth -= 1
    if hasGaps { removeInactive() }
  }

  @inlinable
  func deliver(_ value: Value, from first: Entry) {
    let end = last
    var next: Entry? = first
    while let entry = next {
      if entry.isActive { entry.receive(value) }
      next = entry === end ? nil : entry.next
    }
  }

  @inlinable
  func deliverOldest() {
    guard let waiting else { return }
    let value = waiting.values[waiting.next]
    waiting.next += 1
    if waiting.next == waiting.values.count {
      waiting.values.removeAll(keepingCapacity: true)
      waiting.next = 0
      waiting.sender = nil
    }
    deliver(value)
  }

  @usableFromInline
  func removeInactive() {
    guard depth == 0 else {
      hasGaps = true
      return
    }
    var kept: Entry?
    var removed: Entry?
    var next = first
    first = nil
    while let entry = next {
      next = entry.next
      entry.next = nil
      guard entry.isActive else {
        entry.owner = nil
        entry.next = removed
        removed = entry
        continue
      }
      if let kept { kept.next = entry } else { first = entry }
      kept = entry
    }
    last = kept
    hasGaps = false
    // Let go of when the list is whole: what their closures hold may end with them, and cancel others of the list.
    while let entry = removed {
      removed = entry.next
      entry.next = nil
    }
  }

  /// One after the other: left to themselves, the nodes would end inside one another.
  deinit {
    while let entry = first {
      first = entry.next
      entry.next = nil
      entry.owner = nil
    }
  }
}
