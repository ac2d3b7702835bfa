/// Makes deliveries of one view model follow each other, across all its subjects.
///
/// A value that is sent while another is being delivered waits until every subscriber has got the first. Its storage is
/// reused: waiting costs no allocation in the steady state.
package final class DeliveryQueue {
  private var isDelivering = false
  private var waiting: [any PendingDeliveries] = []
  private var next = 0

  /// Takes the right to deliver.
  ///
  /// - Returns: false if something is being delivered: then the value must wait in `source`.
  func begin(_ source: some PendingDeliveries) -> Bool {
    if isDelivering {
      waiting.append(source)
      return false
    }
    isDelivering = true
    return true
  }

  /// Ends a delivery: what has waited follows, in the order of sending.
  func end() {
    while next < waiting.count {
      let source = waiting[next]
      next += 1
      source.deliverNext()
    }
    if next > 0 {
      waiting.removeAll(keepingCapacity: true)
      next = 0
    }
    isDelivering = false
  }
}

/// A subject with values that wait for their turn.
protocol PendingDeliveries: AnyObject {
  /// Delivers the oldest value that waits.
  func deliverNext()
}
