/// Makes deliveries of one view model follow each other, across all its subjects.
///
/// A value that is sent while another is being delivered waits until every subscriber has got the first. Its storage is
/// reused: waiting costs no allocation in the steady state.
@usableFromInline
package final class DeliveryQueue {
  /// Whether a value is on its way to its subscribers. A sender that finds it true appends itself to `waiting`.
  // Exclusive by confinement: no access spans a call of a subscriber.
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  /// Each delivers the oldest waiting value of its sender.
  @exclusivity(unchecked) @usableFromInline var waiting: [WaitingSender] = []
  private var next = 0

  /// Ends a delivery: what has waited follows, in the order of sending.
  @inlinable
  func end() {
    if !waiting.isEmpty { deliverWaiting() }
    isDelivering = false
  }

  @usableFromInline
  func deliverWaiting() {
    while next < waiting.count {
      let sender = waiting[next]
      next += 1
      sender.deliverNext()
    }
    waiting.removeAll(keepingCapacity: true)
    next = 0
  }
}

/// Values of a sender that wait.
///
/// A class with a closure: the closure is made where the type of the values is known, a method found through a protocol
/// or a vtable would be the slow, general one.
@usableFromInline
package class WaitingSender {
  /// Delivers the oldest of them.
  @usableFromInline final let deliverNext: () -> Void
  /// The sender as long as values wait: whoever else lets it go.
  @exclusivity(unchecked) @usableFromInline final var sender: AnyObject?
  @usableFromInline init(_ deliverNext: @escaping () -> Void) { self.deliverNext = deliverNext }
}
