/// A stack whose storage stays when it shrinks: to push and pop costs a store and a count.
struct ScratchStack<Element: Sendable>: Sendable {
  private var storage: [Element] = []
  private(set) var count = 0
  /// Storage for more elements is given back by `removeAll`.
  private let keptCount: Int

  init(keptCount: Int) { self.keptCount = keptCount }

  subscript(index: Int) -> Element { storage[index] }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count < storage.count { storage[count] = element } else { storage.append(element) }
    count += 1
  }

  /// Removes all elements from an index on.
  @inline(__always)
  mutating func removeAll(from newCount: Int) { count = newCount }

  @inline(__always)
  mutating func removeLast() -> Element {
    count -= 1
    return storage[count]
  }

  mutating func removeAll() {
    count = 0
    if storage.count > keptCount { storage = [] }
  }
}
