package import GreenroomJSONLines

/// The lines that wait for one link, in order, and what became of those before.
///
/// A value without I/O. Lines are kept in one buffer; while the peer reads, the buffer goes to the kernel in one write.
/// Only while a write is pending, a newer value of a state port replaces the older one that waits (conflation), which
/// costs constant time. A line is delivered when the kernel has taken its LF, not before.
package struct OutputQueue: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var line: Line
    var byteCount: Int32
    var isDead = false
    /// Neighbours among the waiting lines of the same view model, as absolute numbers; kept only while indexed.
    var previous = -1
    var next = -1

    /// What it counts against the bound while it waits.
    var cost: Int { Int(byteCount) + OutputQueue.overheadPerLine }
  }

  /// What a waiting line costs beside its bytes; counted against the bound, so that the bound is one of memory.
  package static let overheadPerLine = 64
  /// The most that one write gathers when lines have to be picked: one pipe buffer.
  private static let gatherByteCount = 64 << 10
  /// Storage above this is given back when the queue is empty.
  private static let keptByteCount = 256 << 10

  private var bytes = ScratchStack<UInt8>(keptCount: OutputQueue.keptByteCount)
  private var head = 0
  private var entries = ScratchStack<Entry>(keptCount: 1024)
  private var firstEntry = 0
  /// The absolute number of `entries[0]`.
  private var base = 0
  private var deadCount = 0
  private var deadByteCount = 0
  private var gapCount = 0

  /// The line that the kernel has a part of, whole, and how much of it was taken.
  private var begun: (line: Line, bytes: [UInt8], taken: Int)? {
    didSet {
      byteCount -= begunByteCount
      begunByteCount = begun.map { $0.bytes.count - $0.taken } ?? 0
      byteCount += begunByteCount
    }
  }
  /// What is left of it.
  private var begunByteCount = 0
  private var scratch: [UInt8] = []

  /// Whether a write is pending, so that state conflates. The owner awaits writability.
  package private(set) var isBlocked = false
  private var latestState: [Int64: Int] = [:]
  private var latestOfViewModel: [Int32: Int] = [:]
  private var isIndexed = false

  package init() {}

  /// Lines that wait, without the begun one.
  package var waitingLineCount: Int { entries.count - firstEntry - deadCount }
  package var isEmpty: Bool { waitingLineCount == 0 && begun == nil }
  /// What the queue holds against its bound, in bytes.
  package private(set) var byteCount = 0

  /// Outputs that wait or are begun; looks at every line, for `status`.
  package var outputCount: Int {
    var count = begun?.line.isOutput == true ? 1 : 0
    for position in firstEntry..<entries.count where !entries[position].isDead && entries[position].line.isOutput {
      count += 1
    }
    return count
  }

  // MARK: Lines in

  /// Appends a line that `write` writes, with its LF.
  package mutating func append(_ line: Line, _ write: (inout [UInt8]) -> Void) {
    var text: [UInt8] = []
    write(&text)
    text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    added(line, byteCount: text.count)
  }

  /// Appends an output line that `write` writes, at most `capacity` bytes; while a write is pending it replaces the waiting
  /// value of its port, if it is state.
  ///
  /// - Returns: how many lines were conflated, 0 or 1.
  package mutating func appendOutput(_ line: Line, upTo capacity: Int, _ write: (inout ByteWriter) -> Void) -> Int {
    var line = line
    var conflated = 0
    if isBlocked, line.kind == .state { conflated = conflate(with: &line) }
    if line.after >= 0 { gapCount += 1 }
    let start = bytes.count
    bytes.append(upTo: capacity, write)
    added(line, byteCount: bytes.count - start)
    return conflated
  }

  /// Appends a line that `write` writes, at most `capacity` bytes with its LF.
  package mutating func append(_ line: Line, upTo capacity: Int, _ write: (inout ByteWriter) -> Void) {
    let start = bytes.count
    bytes.append(upTo: capacity, write)
    added(line, byteCount: bytes.count - start)
  }

  private mutating func added(_ line: Line, byteCount: Int) {
    let entry = Entry(line: line, byteCount: Int32(byteCount))
    entries.append(entry)
    self.byteCount += entry.cost
    if isIndexed { index(entries.count - 1) }
  }

  private static func key(_ line: Line) -> Int64 { Int64(line.viewModel) << 32 | Int64(line.port) }

  private mutating func conflate(with line: inout Line) -> Int {
    buildIndex()
    guard let number = latestState[Self.key(line)] else { return 0 }
    let position = number - base
    let old = entries[position]
    // What the reader of the line after the removed one has seen before it.
    let after = old.line.after >= 0 ? old.line.after : old.line.number - 1
    if old.previous >= 0 { entries[old.previous - base].next = old.next }
    if old.next >= 0 {
      entries[old.next - base].previous = old.previous
      if entries[old.next - base].line.after < 0 { gapCount += 1 }
      entries[old.next - base].line.after = after
    } else {
      latestOfViewModel[old.line.viewModel] = old.previous >= 0 ? old.previous : nil
      line.after = after
    }
    if old.line.after >= 0 { gapCount -= 1 }
    entries[position].isDead = true
    deadCount += 1
    deadByteCount += Int(old.byteCount)
    byteCount -= old.cost
    latestState[Self.key(line)] = nil
    if deadByteCount > max(Self.gatherByteCount, (bytes.count - head) / 4) { compact() }
    return 1
  }

  private mutating func buildIndex() {
    guard !isIndexed else { return }
    isIndexed = true
    latestState.removeAll(keepingCapacity: true)
    latestOfViewModel.removeAll(keepingCapacity: true)
    for position in firstEntry..<entries.count where !entries[position].isDead { index(position) }
  }

  private mutating func index(_ position: Int) {
    let line = entries[position].line
    guard line.isOutput else { return }
    let number = base + position
    let previous = latestOfViewModel[line.viewModel] ?? -1
    entries[position].previous = previous
    entries[position].next = -1
    if previous >= 0 { entries[previous - base].next = number }
    latestOfViewModel[line.viewModel] = number
    if line.kind == .state { latestState[Self.key(line)] = number }
  }

  /// Removes the dead lines and the space before the first waiting one.
  private mutating func compact() {
    let kept = ScratchStack<UInt8>(keptCount: Self.keptByteCount)
    let live = ScratchStack<Entry>(keptCount: entries.keptCount)
    var offset = head
    for position in firstEntry..<entries.count {
      let entry = entries[position]
      let end = offset + Int(entry.byteCount)
      if !entry.isDead {
        bytes.withElements(offset..<end) { kept.append(contentsOf: $0) }
        live.append(entry)
      }
      offset = end
    }
    bytes = kept
    head = 0
    entries = live
    firstEntry = 0
    base = 0
    deadCount = 0
    deadByteCount = 0
    isIndexed = false
    buildIndex()
  }

  // MARK: Lines out

  /// Hands waiting lines to `sink` until it takes no more.
  ///
  /// - Parameters:
  ///   - sink: takes a prefix of the bytes.
  ///   - delivered: called for each line whose LF was taken, in order.
  /// - Returns: nil, or the text of a broken sink; then nothing more can be written.
  package mutating func write(_ sink: (Span<UInt8>) -> WriteOutcome, delivered: (Line) -> Void) -> String? {
    isBlocked = false
    if var line = begun {
      switch sink(line.bytes.span.extracting(line.taken..<line.bytes.count)) {
      case .broken(let error): return error
      case .taken(let count):
        line.taken += count
        guard line.taken == line.bytes.count else {
          begun?.taken = line.taken
          isBlocked = true
          return nil
        }
        begun = nil
        delivered(line.line)
      }
    }
    while waitingLineCount > 0 {
      let isPicked = deadCount > 0 || gapCount > 0
      let outcome: WriteOutcome
      let count: Int
      if isPicked {
        gather()
        count = scratch.count
        outcome = sink(scratch.span)
      } else {
        count = bytes.count - head
        outcome = bytes.withElements(head..<bytes.count) { sink($0.span) }
      }
      switch outcome {
      case .broken(let error): return error
      case .taken(let taken):
        pop(taken, isPicked: isPicked, delivered: delivered)
        if taken < count {
          isBlocked = true
          return nil
        }
      }
    }
    reset()
    return nil
  }

  /// Fills `scratch` with the next live lines, each with its `after` where there is a gap before it.
  private mutating func gather() {
    scratch.removeAll(keepingCapacity: true)
    var offset = head
    for position in firstEntry..<entries.count {
      let entry = entries[position]
      let end = offset + Int(entry.byteCount)
      if !entry.isDead {
        if !scratch.isEmpty, scratch.count + Int(entry.byteCount) > Self.gatherByteCount { return }
        bytes.withElements(offset..<end) { scratch.append(contentsOf: $0) }
        if entry.line.after >= 0 { Self.insertAfter(entry.line.after, into: &scratch) }
      }
      offset = end
    }
  }

  /// Puts the member `after` at the end of the `params` of the output line that ends the buffer.
  private static func insertAfter(_ after: Int, into buffer: inout [UInt8]) {
    buffer.removeLast(3)
    buffer.append(static: #","after":"#)
    buffer.appendJSON(after)
    buffer.append(static: "}}\n")
  }

  private mutating func pop(_ taken: Int, isPicked: Bool, delivered: (Line) -> Void) {
    var rest = taken
    while rest > 0 {
      let entry = entries[firstEntry]
      let start = head
      let end = start + Int(entry.byteCount)
      head = end
      firstEntry += 1
      if entry.isDead {
        deadCount -= 1
        deadByteCount -= Int(entry.byteCount)
        continue
      }
      byteCount -= entry.cost
      if isIndexed { unindex(entry, number: base + firstEntry - 1) }
      var length = Int(entry.byteCount)
      if entry.line.after >= 0 {
        gapCount -= 1
        length += #","after":"#.utf8.count + Self.digitCount(entry.line.after)
      }
      if rest >= length {
        rest -= length
        delivered(entry.line)
      } else {
        var whole = bytes.withElements(start..<end) { Array($0) }
        if entry.line.after >= 0 { Self.insertAfter(entry.line.after, into: &whole) }
        begun = (entry.line, whole, rest)
        rest = 0
      }
    }
    while firstEntry < entries.count, entries[firstEntry].isDead {
      head += Int(entries[firstEntry].byteCount)
      deadCount -= 1
      deadByteCount -= Int(entries[firstEntry].byteCount)
      firstEntry += 1
    }
    dropConsumed()
  }

  private mutating func unindex(_ entry: Entry, number: Int) {
    guard entry.line.isOutput else { return }
    if entry.next >= 0 { entries[entry.next - base].previous = -1 }
    if latestOfViewModel[entry.line.viewModel] == number { latestOfViewModel[entry.line.viewModel] = nil }
    if entry.line.kind == .state, latestState[Self.key(entry.line)] == number {
      latestState[Self.key(entry.line)] = nil
    }
  }

  private static func digitCount(_ number: Int) -> Int {
    var count = 1
    var rest = number / 10
    while rest > 0 {
      count += 1
      rest /= 10
    }
    return count
  }

  /// Gives back the consumed front once it is the larger part, so that the cost is constant per byte.
  private mutating func dropConsumed() {
    guard head > Self.gatherByteCount, head > bytes.count / 2 else { return }
    bytes.removeFirst(head)
    head = 0
    entries.removeFirst(firstEntry)
    base += firstEntry
    firstEntry = 0
  }

  private mutating func reset() {
    bytes.removeAll()
    entries.removeAll()
    if scratch.capacity > Self.keptByteCount { scratch = [] }
    head = 0
    firstEntry = 0
    base = 0
    deadCount = 0
    deadByteCount = 0
    gapCount = 0
    isIndexed = false
    byteCount = begunByteCount
  }

  // MARK: Lines that will not go out

  /// Removes every line that has not been begun; the rest of a begun one stays, so that the peer's lines stay whole.
  package mutating func removeWaiting(_ removed: (Line) -> Void) {
    for position in firstEntry..<entries.count where !entries[position].isDead { removed(entries[position].line) }
    reset()
  }

  /// Takes out the outputs of one view model that wait, because it is no longer attached, or of all (nil).
  package mutating func removeOutputs(of viewModel: Int32?, _ removed: (Line) -> Void) {
    let deadBefore = deadCount
    for position in firstEntry..<entries.count where !entries[position].isDead {
      let line = entries[position].line
      guard line.isOutput, viewModel.map({ $0 == line.viewModel }) ?? true else { continue }
      removed(line)
      if line.after >= 0 { gapCount -= 1 }
      entries[position].isDead = true
      deadCount += 1
      deadByteCount += Int(entries[position].byteCount)
      byteCount -= entries[position].cost
    }
    guard deadCount > deadBefore else { return }
    if waitingLineCount == 0 { reset() } else { compact() }
  }

  /// Takes out the requests that wait, each whole, in order; other lines stay.
  package mutating func takeWaitingRequests(_ taken: (Int, UnsafeBufferPointer<UInt8>) -> Void) {
    var offset = head
    for position in firstEntry..<entries.count {
      let end = offset + Int(entries[position].byteCount)
      if !entries[position].isDead, entries[position].line.kind == .request {
        bytes.withElements(offset..<end) { taken(entries[position].line.number, $0) }
        entries[position].isDead = true
        deadCount += 1
        deadByteCount += end - offset
        byteCount -= entries[position].cost
      }
      offset = end
    }
    if waitingLineCount == 0 { reset() } else if deadCount > 0 { compact() }
  }

  /// Ends the queue: the begun line and all that wait are given back, each whole, in order.
  package mutating func removeAll(_ removed: (Line, UnsafeBufferPointer<UInt8>) -> Void) {
    if let begun { begun.bytes.withUnsafeBufferPointer { removed(begun.line, $0) } }
    begun = nil
    var offset = head
    for position in firstEntry..<entries.count {
      let entry = entries[position]
      let end = offset + Int(entry.byteCount)
      if !entry.isDead { bytes.withElements(offset..<end) { removed(entry.line, $0) } }
      offset = end
    }
    reset()
    isBlocked = false
  }
}
