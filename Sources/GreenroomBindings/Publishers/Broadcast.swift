/// The list of subscribers behind every source: one place that delivers, one that lets values wait their turn.
@usableFromInline
package final class Broadcast<Value>: WaitingSender {
  @usableFromInline
  final class Entry {
    @usableFromInline let receive: (Value) -> Void
    @exclusivity(unchecked) @usableFromInline var isActive = true
    @inlinable init(_ receive: @escaping (Value) -> Void) { self.receive = receive }
  }

  @usableFromInline let queue: DeliveryQueue
  // Exclusive by confinement: no access spans a call of a subscriber.
  @exclusivity(unchecked) @usableFromInline var entries: [Entry] = []
  @exclusivity(unchecked) @usableFromInline var depth = 0
  @exclusivity(unchecked) @usableFromInline var hasGaps = false
  @exclusivity(unchecked) @usableFromInline var pending: [Value] = []
  @exclusivity(unchecked) @usableFromInline var nextPending = 0

  /// Belongs to the view model that is being constructed or bound; outside of one it waits for itself alone.
  @inlinable
  package override init() {
    queue = HomeContext.ambientDeliveries
    super.init()
    deliverNext = { [unowned self] in deliverOldest() }
  }

  /// Adds a subscriber behind those that are there.
  @inlinable
  package func subscribe(_ subscriber: Subscriber<Value>) -> Subscription {
    let entry = Entry(subscriber.receive)
    entries.append(entry)
    return Subscription { [weak self] in
      entry.isActive = false
      self?.removeInactive()
    }
  }

  /// Sends a value in its turn: at once, unless the view model is delivering another.
  @inlinable
  func send(_ value: Value) {
    if queue.isDelivering {
      pending.append(value)
      queue.waiting.append(self)
    } else {
      queue.isDelivering = true
      deliver(value)
      queue.end()
    }
  }

  /// Hands a value to whoever subscribes at this moment, in the order of subscription.
  @inlinable
  package func deliver(_ value: Value) {
    let count = entries.count
    depth += 1
    for index in 0..<count {
      let entry = entries[index]
      if entry.isActive { entry.receive(value) }
    }
    depth -= 1
    if hasGaps { removeInactive() }
  }

  @inlinable
  func deliverOldest() {
    let value = pending[nextPending]
    nextPending += 1
    if nextPending == pending.count {
      pending.removeAll(keepingCapacity: true)
      nextPending = 0
    }
    deliver(value)
  }

  @usableFromInline
  func removeInactive() {
    guard depth == 0 else {
      hasGaps = true
      return
    }
    entries.removeAll { !$0.isActive }
    hasGaps = false
  }
}
