import GreenroomHostCore
import GreenroomJSONLines
import GreenroomProtocol

/// Reads what a queue has written, as a presenter does: whole lines only, and no gap that nobody announced.
struct OutputQueueReader {
  /// The lines that have come whole, without their LF.
  private(set) var lines: [String] = []
  /// Per view model, the last `seq` seen.
  private(set) var last: [String: Int] = [:]
  /// Per view model, the sum of the announced gaps.
  private(set) var gaps: [String: Int] = [:]
  /// What does not hold, for people.
  private(set) var faults: [String] = []
  private var partial: [UInt8] = []

  mutating func read(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte != 0x0a {
        partial.append(byte)
        continue
      }
      line(partial)
      partial.removeAll()
    }
  }

  private mutating func line(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    lines.append(text)
    // Stands for `detached` and `attached`: the sequence begins anew.
    if text.hasPrefix("forget ") { last[String(text.dropFirst(7))] = nil }
    guard let message = try? JSONDecoding.decode(OutputMessage.self, from: bytes[...]) else {
      if text.contains("output") { faults.append("no message: \(text)") }
      return
    }
    let output = message.params
    let before = output.after ?? output.seq - 1
    if let seen = last[output.viewModel], seen != before {
      faults.append("\(output.viewModel): seq \(output.seq) after \(before), but the last seen is \(seen)")
    }
    if output.seq <= before { faults.append("\(output.viewModel): seq \(output.seq) after \(before)") }
    gaps[output.viewModel, default: 0] += output.seq - 1 - before
    last[output.viewModel] = output.seq
  }
}

private struct OutputMessage: Decodable {
  var params: OutputParams
}

/// A sink with room for so many bytes.
struct BoundedSink {
  var room: Int
  private(set) var bytes: [UInt8] = []
  init(room: Int = .max) { self.room = room }

  mutating func take(_ span: Span<UInt8>) -> WriteOutcome {
    let count = min(room, span.count)
    for index in 0..<count { bytes.append(span[index]) }
    room -= count
    return .taken(count)
  }
}

extension OutputQueue {
  /// Writes up to `room` bytes.
  ///
  /// - Returns: the bytes and the lines that were delivered.
  mutating func write(room: Int = .max) -> (bytes: [UInt8], delivered: [Line]) {
    var sink = BoundedSink(room: room)
    var delivered: [Line] = []
    _ = write({ sink.take($0) }, delivered: { delivered.append($0) })
    return (sink.bytes, delivered)
  }

  /// Appends an output as an instance encodes it.
  @discardableResult
  mutating func output(
    _ kind: Line.Kind, viewModel: Int = 0, port: Int = 0, seq: Int, value: String = "1"
  ) -> Int {
    let text =
      #"{"jsonrpc":"2.0","method":"output","params":{"viewModel":"v\#(viewModel)","output":"p\#(port)","#
      + #""value":\#(value),"seq":\#(seq),"cause":1}}"# + "\n"
    let bytes = Array(text.utf8)
    let line = Line(output: kind, viewModel: Int32(viewModel), port: Int32(port), seq: seq)
    return appendOutput(line, upTo: bytes.count) { $0.write(bytes) }
  }

  /// Appends a line that is no output.
  mutating func line(_ kind: Line.Kind, number: Int = 0, _ text: String) {
    append(Line(kind, number: number)) { $0.append(contentsOf: (text + "\n").utf8) }
  }
}
