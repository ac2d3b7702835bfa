import GreenroomHostCore
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// A peer in memory: it takes every byte, counts lines, and answers requests when it is told to.
final class MemoryStream: ByteStream {
  var receiver: (any ByteStreamReceiver)?
  private(set) var lineCount = 0
  /// The ids of open requests, as the digits of each and a comma.
  private var open: [UInt8] = []
  private var answers: [UInt8] = []

  /// How a request line begins.
  private static let requestHead = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
  private static let comma = UInt8(ascii: ",")

  func start() {}
  func awaitWritable() {}
  func pauseReading() {}
  func resumeReading() {}
  func closeWriting() {}
  func close() { receiver = nil }

  func write(_ bytes: Span<UInt8>) -> WriteOutcome {
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var start = 0
      while start < bytes.count {
        noteRequest(UnsafeBufferPointer(rebasing: bytes[start...]))
        lineCount += 1
        // Not a loop of our own: it must cost next to nothing beside what is measured.
        guard let end = memchr(base + start, 0x0a, bytes.count - start) else { break }
        start = UnsafeRawPointer(base).distance(to: end) + 1
      }
    }
    return .taken(bytes.count)
  }

  /// Keeps the id if these bytes begin with a request.
  private func noteRequest(_ line: UnsafeBufferPointer<UInt8>) {
    let head = Self.requestHead.count
    guard line.count > head, let base = line.baseAddress,
      Self.requestHead.withUnsafeBytes({ $0.baseAddress.map { memcmp($0, base, head) == 0 } ?? false })
    else { return }
    for byte in line[head...] {
      open.append(byte)
      if byte == Self.comma { return }
    }
  }

  /// The peer has written these bytes.
  func send(_ bytes: Span<UInt8>) { receiver?.received(bytes) }

  /// The peer answers every open request with this result.
  func answerAll(_ result: [UInt8]) {
    // Taken, so that its storage serves again.
    var answers: [UInt8] = []
    swap(&answers, &self.answers)
    answers.removeAll(keepingCapacity: true)
    var start = 0
    while start < open.count, let end = open[start...].firstIndex(of: Self.comma) {
      answers.append(contentsOf: Self.requestHead)
      answers.append(contentsOf: open[start..<end])
      answers.append(contentsOf: Self.resultHead)
      answers.append(contentsOf: result)
      answers.append(contentsOf: Self.lineEnd)
      start = end + 1
    }
    open.removeAll(keepingCapacity: true)
    send(answers.span)
    self.answers = answers
  }

  private static let resultHead = Array(#","result":"#.utf8)
  private static let lineEnd = Array("}\n".utf8)
}

/// A process that is nothing but its stream.
final class MemoryProcess: PluginProcess {
  let stream = MemoryStream()
  var pid: Int? { nil }
  var wire: any ByteStream { stream }
  func terminate() {}
  func kill() {}
  func readRest() {}
  func release() {}
}
