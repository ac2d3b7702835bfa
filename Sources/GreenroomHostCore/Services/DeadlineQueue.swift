/// The deadlines of one service's open requests: a heap from which settled requests are forgotten lazily.
///
/// At most twice as many entries as open requests (and a few) are kept, so that a request which is answered at once
/// costs nothing for the rest of its deadline.
package struct DeadlineQueue {
  private var heap: [(at: Duration, request: Int)] = []

  package init() {}

  /// The earliest entry's time; it may belong to a request that is settled already.
  package var earliest: Duration? { heap.first?.at }

  /// Adds a deadline; `isOpen` is asked when settled entries are thrown out.
  package mutating func insert(_ request: Int, at: Duration, openCount: Int, isOpen: (Int) -> Bool) {
    if heap.count > 2 * openCount + 64 {
      heap.removeAll { !isOpen($0.request) }
      heap.sort { ($0.at, $0.request) < ($1.at, $1.request) }
    }
    heap.append((at, request))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard (heap[child].at, heap[child].request) < (heap[parent].at, heap[parent].request) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes out the earliest request if its time has come.
  package mutating func popDue(_ now: Duration) -> Int? {
    guard let first = heap.first, first.at <= now else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      var parent = 0
      while true {
        var least = parent
        for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
          if (heap[child].at, heap[child].request) < (heap[least].at, heap[least].request) { least = child }
        }
        guard least != parent else { break }
        heap.swapAt(least, parent)
        parent = least
      }
    }
    return first.request
  }
}
