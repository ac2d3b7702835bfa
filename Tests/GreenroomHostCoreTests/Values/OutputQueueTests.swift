import GreenroomHostCore
import Testing

/// The lines that wait for a link, and what becomes of them.
struct OutputQueueTests {
  /// A queue whose reader has taken one byte of a first line and no more.
  private func blocked() -> OutputQueue {
    var queue = OutputQueue()
    queue.line(.control, "first")
    #expect(queue.write(room: 1).bytes == Self.firstByte)
    return queue
  }
  private static let firstByte = Array("f".utf8)

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Delivered

  @Test func `a line is delivered when its LF is taken and not before`() {
    for room in 0...12 {
      var queue = OutputQueue()
      queue.line(.event, number: 1, "ab")
      queue.line(.event, number: 2, "")
      queue.line(.event, number: 3, "cdef")
      let written = queue.write(room: room)
      let expected = [3, 4, 9].count { $0 <= room }
      #expect(written.delivered.map(\.number) == Array([1, 2, 3].prefix(expected)), "room \(room)")
      #expect(queue.isBlocked == (room < 9))
      let rest = queue.write()
      #expect(text(written.bytes + rest.bytes) == "ab\n\ncdef\n")
      #expect((written.delivered + rest.delivered).map(\.number) == [1, 2, 3])
      #expect(queue.isEmpty && queue.byteCount == 0)
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func `writes of any size give the same bytes`(step: Int) {
    var queue = OutputQueue()
    var reader = OutputQueueReader()
    for seq in 1...20 { queue.output(seq % 3 == 0 ? .state : .event, port: seq % 3, seq: seq) }
    var delivered = 0
    while !queue.isEmpty {
      let written = queue.write(room: step)
      reader.read(written.bytes)
      delivered += written.delivered.count
      #expect(reader.lines.count == delivered)
    }
    #expect(reader.faults == [])
    #expect(reader.lines.count == 20)
  }

  @Test func `a broken sink keeps what waits`() {
    var queue = OutputQueue()
    queue.line(.event, "a")
    #expect(queue.write({ _ in .broken("EPIPE") }, delivered: { _ in Issue.record("delivered") }) == "EPIPE")
    var rest: [String] = []
    queue.removeAll { _, bytes in rest.append(String(decoding: bytes, as: UTF8.self)) }
    #expect(rest == ["a\n"])
    #expect(queue.isEmpty == true)
  }

  // MARK: Conflation

  @Test func `state is not conflated while nothing blocks`() {
    var queue = OutputQueue()
    #expect(queue.output(.state, seq: 1) == 0)
    #expect(queue.output(.state, seq: 2) == 0)
    #expect(queue.write().delivered.map(\.number) == [1, 2])
  }

  @Test func `while a write is pending the older value of a state port goes and the new one comes last`() {
    var queue = blocked()
    var bytes = Self.firstByte
    var conflated = 0
    conflated += queue.output(.state, port: 0, seq: 1)
    conflated += queue.output(.event, port: 1, seq: 2)
    conflated += queue.output(.state, port: 0, seq: 3)
    conflated += queue.output(.event, port: 1, seq: 4)
    conflated += queue.output(.state, port: 0, seq: 5)
    #expect(conflated == 2)
    let written = queue.write()
    #expect(written.delivered.filter(\.isOutput).map(\.number) == [2, 4, 5])
    bytes += written.bytes
    let lines = text(bytes).split(separator: "\n")
    #expect(lines[0] == "first")
    #expect(lines[1].hasSuffix(#""seq":2,"cause":1,"after":0}}"#))
    #expect(lines[2].hasSuffix(#""seq":4,"cause":1,"after":2}}"#))
    #expect(lines[3].hasSuffix(#""seq":5,"cause":1}}"#))
  }

  @Test func `ports and view models do not conflate each other`() {
    var queue = blocked()
    #expect(queue.output(.state, viewModel: 0, port: 0, seq: 1) == 0)
    #expect(queue.output(.state, viewModel: 0, port: 1, seq: 2) == 0)
    #expect(queue.output(.state, viewModel: 1, port: 0, seq: 1) == 0)
    #expect(queue.output(.state, viewModel: 1, port: 0, seq: 2) == 1)
    #expect(queue.outputCount == 3)
  }

  @Test func `a begun line is never replaced`() {
    var queue = OutputQueue()
    queue.output(.state, seq: 1)
    var reader = OutputQueueReader()
    reader.read(queue.write(room: 10).bytes)
    #expect(queue.output(.state, seq: 2) == 0)
    #expect(queue.output(.state, seq: 3) == 1)
    reader.read(queue.write().bytes)
    #expect(reader.faults == [])
    #expect(reader.lines.count == 2)
    #expect(reader.gaps == ["v0": 1])
  }

  @Test func `a million values of one port hold memory for one`() {
    var queue = blocked()
    var conflated = 0
    for seq in 1...20_000 { conflated += queue.output(.state, seq: seq, value: #""\#(seq)""#) }
    #expect(conflated == 19_999)
    #expect(queue.byteCount < 300)
    let written = queue.write()
    #expect(text(written.bytes).hasSuffix(#""seq":20000,"cause":1,"after":0}}"# + "\n"))
  }

  // MARK: Lines that do not go out

  @Test func `removeWaiting keeps the rest of a begun line`() {
    var queue = blocked()
    var bytes = Self.firstByte
    for seq in 1...5 { queue.output(.event, seq: seq) }
    var removed: [Int] = []
    queue.removeWaiting { removed.append($0.number) }
    #expect(removed == [1, 2, 3, 4, 5])
    #expect(!queue.isEmpty && queue.waitingLineCount == 0)
    queue.line(.control, "detached")
    bytes += queue.write().bytes
    #expect(text(bytes) == "first\ndetached\n")
  }

  @Test func `removeOutputs takes the outputs of one view model only`() {
    var queue = blocked()
    var bytes = Self.firstByte
    for seq in 1...4 {
      queue.output(.state, viewModel: 0, port: 0, seq: seq)
      queue.output(.event, viewModel: 1, port: 0, seq: seq)
      queue.line(.control, "c\(seq)")
    }
    var removed: [Int] = []
    queue.removeOutputs(of: 0) { removed.append($0.number) }
    #expect(removed == [4])
    #expect(queue.outputCount == 4)
    bytes += queue.write().bytes
    var reader = OutputQueueReader()
    reader.read(bytes)
    #expect(reader.faults == [])
    #expect(reader.last == ["v1": 4])
    #expect(reader.lines.count == 1 + 4 + 4)
  }

  @Test func `takeWaitingRequests takes whole requests in order and leaves a begun one`() {
    var queue = OutputQueue()
    for number in 1...3 {
      queue.line(.request, number: number, "request \(number)")
      queue.line(.control, "control \(number)")
    }
    var bytes = queue.write(room: 4).bytes
    var taken: [String] = []
    queue.takeWaitingRequests { taken.append("\($0) " + String(decoding: $1, as: UTF8.self)) }
    #expect(taken == ["2 request 2\n", "3 request 3\n"])
    bytes += queue.write().bytes
    #expect(text(bytes) == "request 1\ncontrol 1\ncontrol 2\ncontrol 3\n")
  }

  @Test func `removeAll gives the begun line whole and then the others`() {
    var queue = blocked()
    queue.line(.request, number: 7, "second")
    var removed: [String] = []
    queue.removeAll { _, bytes in removed.append(String(decoding: bytes, as: UTF8.self)) }
    #expect(removed == ["first\n", "second\n"])
    #expect(queue.isEmpty && !queue.isBlocked)
  }

  @Test func `a line costs its bytes and its overhead against the bound`() {
    var queue = blocked()
    let before = queue.byteCount
    queue.line(.event, "12345")
    #expect(queue.byteCount == before + 6 + OutputQueue.overheadPerLine)
  }
}
