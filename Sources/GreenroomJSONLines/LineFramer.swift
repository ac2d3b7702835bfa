#if canImport(Glibc)
  import Glibc
#endif

/// Cuts a stream of bytes into lines at 0x0A and at nothing else.
///
/// A value without I/O. The slices that it hands out are parts of its own buffer: use and drop them before the next
/// `append`, else the buffer is copied. Storage is reused; a byte is looked at once, however the stream is cut.
@usableFromInline
package struct LineFramer: Sendable {
  /// 1 MiB, without the LF.
  package static let defaultLineLimit = 1 << 20
  /// 16 MiB: what a configuration may ask for at most.
  package static let maximumLineLimit = 16 << 20
  /// Storage above this is given back when the buffer is empty: two reads of the loop.
  private static let keptByteCount = 512 << 10

  /// What stood between two line feeds, or behind the last one. Lines are indices for `subscript`, which hold until the next
  /// `append`: nothing has to be held and let go of for a line that is looked at where it stands.
  package enum Frame: Equatable {
    /// A line without its LF.
    case line(Range<Int>)
    /// A line over the limit, skipped up to and without its LF.
    case tooLong(byteCount: Int)
    /// What stood behind the last LF when the stream ended.
    case unterminated(Range<Int>)
  }

  private let lineLimit: Int
  @usableFromInline var buffer: [UInt8] = []
  /// The first byte that has not been handed out.
  private var start = 0
  /// The first byte that has not been searched for an LF.
  private var searched = 0
  /// Where the next LF stands, if it was looked for ahead of time.
  private var nextLineFeed: Int?
  /// While a line over the limit is skipped: how many of its bytes are gone.
  private var skipped: Int?

  /// Bytes that were given; the sum of all frames, their LFs and `bufferedByteCount`.
  package private(set) var bytesRead = 0
  /// Frames that were handed out.
  package private(set) var framesRead = 0

  /// The limit counts the bytes of a line without its LF.
  package init(lineLimit: Int = LineFramer.defaultLineLimit) { self.lineLimit = lineLimit }

  /// Bytes that wait for their LF or for `next`.
  package var bufferedByteCount: Int { buffer.count - start + (skipped ?? 0) }

  /// Takes bytes in; they are copied.
  package mutating func append(_ bytes: Span<UInt8>) {
    bytesRead += bytes.count
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptByteCount)
      start = 0
      searched = 0
      nextLineFeed = nil
    } else if start > 0, start >= buffer.count / 2 || buffer.count + bytes.count > buffer.capacity {
      buffer.removeFirst(start)
      searched -= start
      nextLineFeed = nil
      start = 0
    }
    bytes.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
  }

  /// The bytes of a line that was handed out since the last `append`.
  ///
  /// `mutating` though nothing changes: else all of this value is copied for the call (6.3.1).
  package subscript(line: Range<Int>) -> ArraySlice<UInt8> { mutating get { buffer[line] } }

  /// Hands over such bytes without holding them.
  @inlinable @inline(__always)
  package mutating func withBytes<Result>(
    _ place: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    precondition(place.lowerBound >= 0 && place.upperBound <= buffer.count, "BUG: a place of a line that is gone")
    return buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[place])) }
  }

  /// The next whole frame, or nil if the LF has not come yet.
  package mutating func next() -> Frame? {
    guard let end = findLineFeed() else {
      searched = buffer.count
      skipIfTooLong()
      return nil
    }
    framesRead += 1
    let from = start
    start = end + 1
    searched = start
    if let count = skipped {
      skipped = nil
      return .tooLong(byteCount: count + end - from)
    }
    if end - from > lineLimit { return .tooLong(byteCount: end - from) }
    return .line(from..<end)
  }

  /// The rest at the end of the stream, once.
  package mutating func finish() -> Frame? {
    let from = start
    start = buffer.count
    searched = start
    nextLineFeed = nil
    let count = start - from
    if let gone = skipped {
      skipped = nil
      framesRead += 1
      return .tooLong(byteCount: gone + count)
    }
    guard count > 0 else { return nil }
    framesRead += 1
    if count > lineLimit { return .tooLong(byteCount: count) }
    return .unterminated(from..<start)
  }

  /// The line that comes next, if all of it is there; one over the limit, too.
  @inline(__always)
  package mutating func peek() -> Range<Int>? {
    guard skipped == nil else { return nil }
    guard let end = findLineFeed() else {
      searched = buffer.count
      return nil
    }
    nextLineFeed = end
    return start..<end
  }

  private mutating func findLineFeed() -> Int? {
    if let known = nextLineFeed {
      nextLineFeed = nil
      return known
    }
    return buffer.withUnsafeBufferPointer { bytes in
      guard searched < bytes.count, let base = bytes.baseAddress else { return nil }
      guard let found = memchr(base + searched, 0x0a, bytes.count - searched) else { return nil }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// Forgets what has come of a line over the limit, so that memory stays near the limit whatever comes.
  private mutating func skipIfTooLong() {
    let count = buffer.count - start
    guard skipped != nil || count > lineLimit else { return }
    skipped = (skipped ?? 0) + count
    start = buffer.count
    searched = start
  }
}
