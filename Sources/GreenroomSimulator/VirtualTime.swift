import GreenroomBindings

/// Time that passes only when the next event is taken; events of the same moment come in the order of their making.
final class VirtualTime: Scheduler {
  private(set) var now: Duration = .seconds(1_000)
  private var heap: [Entry] = []
  private var order = 0

  private final class Entry: ScheduledAction {
    let at: Duration
    let order: Int
    var action: (() -> Void)?
    init(at: Duration, order: Int, action: @escaping () -> Void) {
      self.at = at
      self.order = order
      self.action = action
    }
    func cancel() { action = nil }
    func isBefore(_ other: Entry) -> Bool { at == other.at ? order < other.order : at < other.at }
  }

  @discardableResult
  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> any ScheduledAction {
    order += 1
    let entry = Entry(at: now + max(.zero, delay), order: order, action: action)
    heap.append(entry)
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
    return entry
  }

  /// When the next event is due; nil if there is none.
  var nextEvent: Duration? {
    while let first = heap.first, first.action == nil { removeFirst() }
    return heap.first?.at
  }

  /// Moves to the next event and performs it.
  ///
  /// - Returns: false if there is none up to `limit`; then the time is `limit`.
  func step(upTo limit: Duration) -> Bool {
    guard let at = nextEvent, at <= limit else {
      now = max(now, limit)
      return false
    }
    now = at
    let action = heap[0].action
    removeFirst()
    action?()
    return true
  }

  private func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].isBefore(heap[least]) { least = child }
      }
      guard least != parent else { return }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}
