import GreenroomJSONLines
import Testing

struct LineFramerTests {
  /// What was cut, copied out of the framer's buffer.
  private enum Cut: Equatable {
    case line(String)
    case tooLong(Int)
    case unterminated(String)
  }

  private static func cut(_ frame: LineFramer.Frame, _ framer: inout LineFramer) -> Cut {
    switch frame {
    case .line(let range): .line(String(decoding: framer[range], as: UTF8.self))
    case .tooLong(let count): .tooLong(count)
    case .unterminated(let range): .unterminated(String(decoding: framer[range], as: UTF8.self))
    }
  }

  /// Gives the pieces one after the other, then ends the stream; checks the counters after each.
  private func cuts(_ pieces: [ArraySlice<UInt8>], lineLimit: Int = LineFramer.defaultLineLimit) -> [Cut] {
    var framer = LineFramer(lineLimit: lineLimit)
    var cuts: [Cut] = []
    var accounted = 0
    func account(_ cut: Cut, lineFeed: Int) {
      cuts.append(cut)
      switch cut {
      case .line(let text), .unterminated(let text): accounted += text.utf8.count + lineFeed
      case .tooLong(let count): accounted += count + lineFeed
      }
    }
    for piece in pieces {
      framer.append(piece.span)
      while true {
        let peeked = framer.peek()
        #expect(framer.peek() == peeked)
        guard let frame = framer.next() else {
          #expect(peeked == nil)
          break
        }
        switch frame {
        case .line(let range): #expect(peeked == range)
        case .tooLong(let count): #expect(peeked == nil || peeked?.count == count)
        case .unterminated: Issue.record("an unterminated line before the end")
        }
        account(Self.cut(frame, &framer), lineFeed: 1)
      }
      #expect(framer.bytesRead == accounted + framer.bufferedByteCount)
    }
    if let frame = framer.finish() { account(Self.cut(frame, &framer), lineFeed: 0) }
    #expect(framer.bytesRead == accounted)
    #expect(framer.bufferedByteCount == 0)
    #expect(framer.framesRead == cuts.count)
    #expect(framer.finish() == nil)
    return cuts
  }

  @Test func `What is appended behind a line that was looked at changes nothing`() {
    var framer = LineFramer()
    let begin = Array("one\ntwo\nt".utf8)
    // Enough for the buffer to be moved.
    let rest = Array("hree\n".utf8) + Array(repeating: 0x78, count: 100_000)
    framer.append(begin.span)
    #expect(framer.next().map { Self.cut($0, &framer) } == .line("one"))
    #expect(framer.peek().map { String(decoding: framer[$0], as: UTF8.self) } == "two")
    framer.append(rest.span)
    #expect(framer.next().map { Self.cut($0, &framer) } == .line("two"))
    #expect(framer.peek().map { String(decoding: framer[$0], as: UTF8.self) } == "three")
    #expect(framer.next().map { Self.cut($0, &framer) } == .line("three"))
    #expect(framer.peek() == nil)
    #expect(framer.next() == nil)
  }

  private static let lines = [
    "one", "", "  ", "zwei\r", "a\u{2028}b\u{85}c\u{0B}d", "\u{1F600}", String(repeating: "x", count: 20),
  ]
  private static let text = Array((lines.joined(separator: "\n") + "\nrest").utf8)
  private static let expected: [Cut] =
    lines.map { $0.utf8.count > 16 ? .tooLong($0.utf8.count) : .line($0) } + [.unterminated("rest")]

  @Test func `A whole stream is cut at LF`() {
    #expect(cuts([Self.text[...]], lineLimit: 16) == Self.expected)
  }

  @Test func `Streams that are joined are cut as one`() {
    let closed = Self.text + [0x0a]
    let once = cuts([closed[...]], lineLimit: 16)
    #expect(cuts([(closed + closed + closed)[...]], lineLimit: 16) == once + once + once)
  }

  @Test func `A stream is cut alike when its bytes come one by one`() {
    #expect(cuts(Self.text.indices.map { Self.text[$0...$0] }, lineLimit: 16) == Self.expected)
  }

  @Test(arguments: UInt64(1)...40)
  func `A stream is cut alike wherever it is cut into pieces`(seed: UInt64) {
    var random = SplitMix64(state: seed)
    let bytes = Array(repeating: Self.text + [0x0a], count: 8).flatMap(\.self)
    var pieces: [ArraySlice<UInt8>] = []
    var index = 0
    while index < bytes.count {
      let end = min(bytes.count, index + Int.random(in: 0...24, using: &random))
      pieces.append(bytes[index..<end])
      index = end
    }
    #expect(cuts(pieces, lineLimit: 16) == cuts([bytes[...]], lineLimit: 16), "seed \(seed)")
  }

  @Test(arguments: WireCase.plain + WireCase.framing + WireCase.utf8)
  func `Messages are read alike when their bytes come one by one`(_ wire: WireCase) {
    let reader = StreamReader(lineLimit: 65_536)
    for index in wire.bytes.all.indices { reader.append(wire.bytes.all[index...index]) }
    reader.finish()
    #expect(reader.verdicts == wire.verdicts)
  }

  @Test(arguments: [
    (15, Cut.line(String(repeating: "y", count: 15))), (16, .line(String(repeating: "y", count: 16))),
    (17, .tooLong(17)),
    (1000, .tooLong(1000)),
  ])
  private func `A line may have as many bytes as the limit`(_ count: Int, _ expected: Cut) {
    let bytes = Array((String(repeating: "y", count: count) + "\nnext\n").utf8)
    #expect(cuts([bytes[...]], lineLimit: 16) == [expected, .line("next")])
    #expect(cuts(bytes.indices.map { bytes[$0...$0] }, lineLimit: 16) == [expected, .line("next")])
  }

  /// B35, B37.
  @Test(arguments: [65_535, 65_536, 65_537, 1 << 20])
  func `The sizes of pipes and of other readers mean nothing`(_ count: Int) {
    let line = String(repeating: "z", count: count)
    #expect(cuts([Array((line + "\nnext\n").utf8)[...]]) == [.line(line), .line("next")])
  }

  @Test(arguments: [
    ("", []), ("a", [Cut.unterminated("a")]), ("\n", [.line("")]), ("a\n ", [.line("a"), .unterminated(" ")]),
    ("12345678901234567", [.tooLong(17)]), ("1234567890123456", [.unterminated("1234567890123456")]),
  ])
  private func `What stands behind the last LF is told at the end`(_ text: String, _ expected: [Cut]) {
    let bytes = Array(text.utf8)
    #expect(cuts([bytes[...]], lineLimit: 16) == expected)
    #expect(cuts(bytes.indices.map { bytes[$0...$0] }, lineLimit: 16) == expected)
  }

  /// In a process of its own, so that nothing else counts.
  @Test func `While a line without end is skipped, next to nothing of it is kept`() async {
    await #expect(processExitsWith: .success) {
      var framer = LineFramer(lineLimit: 1 << 16)
      let piece = [UInt8](repeating: 0x7a, count: 1 << 16)
      let before = residentByteCount()
      for _ in 0..<4096 {
        framer.append(piece.span)
        precondition(framer.next() == nil, "a line without LF")
      }
      // 256 MiB have come.
      precondition(residentByteCount() - before < 16 << 20, "\(residentByteCount() - before) bytes are kept")
      precondition(framer.bufferedByteCount == 256 << 20, "\(framer.bufferedByteCount) bytes are accounted for")
    }
  }

  @Test func `Behind a line that was skipped the next is read`() {
    var framer = LineFramer(lineLimit: 16)
    for _ in 0..<3 {
      framer.append(Array("0123456789".utf8).span)
      #expect(framer.next() == nil)
    }
    framer.append(Array("\ngood\n".utf8).span)
    var frames: [Cut] = []
    while let frame = framer.next() { frames.append(Self.cut(frame, &framer)) }
    #expect(frames == [.tooLong(30), .line("good")])
  }
}
