import GreenroomJSONLines

/// The view models of a host by their index and by their name.
///
/// An object of its own that whoever looks up a view model can hold: with each input, by way of the host, it would be held
/// and let go of. Confined to the loop's thread.
final class ViewModelDirectory {
  /// Every instance by its index; one that a reload has removed keeps its place and is stopped.
  @exclusivity(unchecked) private(set) var all: [ViewModelInstance] = []
  /// What an input for each will touch, by its index: not in the instance, which is part of it.
  private let memory = ScratchStack<MemorySpan>(keptCount: .max)
  private let indices = NameTable()
  /// Whose memory was asked for last.
  @exclusivity(unchecked) private var lastFetched = -1
  /// What so many are made of stays in the processor's cache.
  private static let smallCount = 128
  /// Whether it pays to ask for the memory of an instance before it is needed.
  var fetchesAhead: Bool { all.count > Self.smallCount }

  /// Adds the instance whose index is the next one.
  func add(_ instance: ViewModelInstance) {
    precondition(instance.index == all.count, "BUG: \(instance.name) has another index than its place")
    indices.insert(instance.name, instance.index)
    all.append(instance)
    memory.append(MemorySpan())
  }

  /// Notes what an input for an instance will touch.
  func note(_ span: MemorySpan, of index: Int) { memory[index] = span }

  /// Forgets the name of an instance, which another one may bear from now on.
  func forgetName(of instance: ViewModelInstance) {
    indices.removeAll()
    for other in all where other !== instance && !other.isStopped { indices.insert(other.name, other.index) }
  }

  func find(_ name: String) -> ViewModelInstance? { indices.find(name).map { all[$0] } }

  /// The same for a name on a line, with which an input will follow: what that touches is asked for at once.
  @inline(__always)
  func findForInput(_ name: UnsafeBufferPointer<UInt8>) -> ViewModelInstance? {
    guard let index = indices.find(name) else { return nil }
    if fetchesAhead { fetch(index) }
    return all[index]
  }

  /// Asks for what an input for a view model will touch, while something else is done.
  func fetch(_ name: UnsafeBufferPointer<UInt8>) {
    if let index = indices.find(name) { fetch(index) }
  }

  private func fetch(_ index: Int) {
    guard index != lastFetched else { return }
    lastFetched = index
    memory[index].prefetch()
  }
}
