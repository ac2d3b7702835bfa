/// A stack whose storage stays when it shrinks: to push costs a comparison and a store, to pop a count.
///
/// It owns memory of its own, and belongs to one value, which is moved and never copied: an array's checks for sharing
/// cost more than the work they guard here, a few elements for each line. A class and not a struct with a `deinit`, on
/// which the compiler (6.3.1, debug builds) fails.
@usableFromInline
package final class ScratchStack<Element: BitwiseCopyable> {
  // SAFETY: allocated and freed here alone; elements below `count` are initialised.
  @exclusivity(unchecked) @usableFromInline var base: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) @usableFromInline var capacity: Int
  @exclusivity(unchecked) @usableFromInline var length = 0
  /// Storage for more elements is given back by `removeAll`.
  package let keptCount: Int

  private static var smallest: Int { 16 }

  package init(keptCount: Int) {
    self.keptCount = keptCount
    capacity = Self.smallest
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  // Computed: in another module an access to the field itself would be checked.
  @inlinable package var count: Int { @inline(__always) get { length } }
  @inlinable package var isEmpty: Bool { @inline(__always) get { length == 0 } }

  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "BUG: index \(index) of a stack of \(count)")
      return base[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "BUG: index \(index) of a stack of \(count)")
      base[index] = newValue
    }
  }

  @inlinable @inline(__always)
  package func append(_ element: Element) {
    if count == capacity { resize(capacity * 2) }
    base[count] = element
    length += 1
  }

  /// Appends many elements.
  package func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    guard let first = elements.baseAddress else { return }
    if elements.count > capacity - count { resize(max(count + elements.count, capacity * 2)) }
    (base + count).initialize(from: first, count: elements.count)
    length += elements.count
  }

  /// Makes room for so many elements in all.
  func reserve(_ wanted: Int) {
    if wanted > capacity { resize(wanted) }
  }

  /// Hands over the elements of a range.
  @inlinable @inline(__always)
  package func withElements<Result>(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "BUG: elements \(range) of \(count)")
    return try body(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// Removes all elements from an index on.
  @inline(__always)
  func removeAll(from newCount: Int) {
    precondition(newCount >= 0 && newCount <= count, "BUG: \(newCount) of \(count) elements are to stay")
    length = newCount
  }

  @inline(__always)
  func removeLast() -> Element {
    precondition(count > 0, "BUG: an empty stack is popped")
    length -= 1
    return base[count]
  }

  package func removeAll() {
    length = 0
    if capacity > keptCount { resize(Self.smallest) }
  }

  /// Removes so many elements from the front.
  package func removeFirst(_ removed: Int) {
    precondition(removed >= 0 && removed <= count, "BUG: \(removed) of \(count) elements are to go")
    length -= removed
    base.update(from: base + removed, count: count)
  }

  /// The elements from the first to the last.
  package func map<Result>(_ transform: (Element) throws -> Result) rethrows -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for index in 0..<count { results.append(try transform(base[index])) }
    return results
  }

  @usableFromInline
  func resize(_ newCapacity: Int) {
    let new = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    new.moveInitialize(from: base, count: count)
    base.deallocate()
    base = new
    capacity = newCapacity
  }
}
