/// The list of subscribers behind every source: one place that delivers, one that lets values wait their turn.
package final class Broadcast<Value>: PendingDeliveries {
  private final class Entry {
    let receive: (Value) -> Void
    var isActive = true
    init(_ receive: @escaping (Value) -> Void) { self.receive = receive }
  }

  private let queue: DeliveryQueue
  private var entries: [Entry] = []
  private var depth = 0
  private var hasGaps = false
  private var pending: [Value] = []
  private var nextPending = 0

  /// Belongs to the view model that is being constructed or bound; outside of one it waits for itself alone.
  package init() { queue = HomeContext.current?.lifetime.value.deliveries ?? DeliveryQueue() }

  init(queue: DeliveryQueue) { self.queue = queue }

  func subscribe(_ subscriber: Subscriber<Value>) -> Subscription {
    let entry = Entry(subscriber.receive)
    entries.append(entry)
    return Subscription { [weak self] in
      entry.isActive = false
      self?.removeInactive()
    }
  }

  /// Sends a value in its turn: at once, unless the view model is delivering another.
  func send(_ value: Value) {
    if queue.begin(self) {
      deliver(value)
      queue.end()
    } else {
      pending.append(value)
    }
  }

  /// Hands a value to whoever subscribes at this moment, in the order of subscription.
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

  func deliverNext() {
    let value = pending[nextPending]
    nextPending += 1
    if nextPending == pending.count {
      pending.removeAll(keepingCapacity: true)
      nextPending = 0
    }
    deliver(value)
  }

  private func removeInactive() {
    guard depth == 0 else {
      hasGaps = true
      return
    }
    entries.removeAll { !$0.isActive }
    hasGaps = false
  }
}
