import GreenroomJSONLines

/// What becomes of one frame.
enum Verdict: Equatable, Sendable, CustomStringConvertible {
  /// A message: it is handed on.
  case accept
  /// A blank line, or an answer that nobody waits for.
  case ignore
  /// No JSON, or too long: an error with code -32700.
  case noJSON
  /// JSON, but no message: an error with code -32600.
  case noMessage

  var description: String {
    switch self {
    case .accept: "accept"
    case .ignore: "ignore"
    case .noJSON: "no JSON"
    case .noMessage: "no message"
    }
  }
}

/// Bytes of a peer and what becomes of each frame in them.
struct WireCase: Sendable, CustomStringConvertible {
  let name: String
  let bytes: Bytes
  let verdicts: [Verdict]

  var description: String { name }

  /// Bytes as they come, with their LFs.
  init(_ name: String, raw bytes: Bytes, _ verdicts: Verdict...) {
    self.init(name, raw: bytes, all: verdicts)
  }

  init(_ name: String, raw bytes: Bytes, all verdicts: [Verdict]) {
    self.name = name
    self.bytes = bytes
    self.verdicts = verdicts
  }

  /// One line.
  init(_ name: String, _ line: Bytes, _ verdict: Verdict) { self.init(name, raw: line + "\n", verdict) }
}

/// Reads a stream as the host does: frames, then messages, then answers to what was asked.
final class StreamReader {
  private var framer: LineFramer
  private var reader = MessageReader()
  /// The ids of the requests that wait for an answer.
  private var asked: Set<RequestID>
  private(set) var verdicts: [Verdict] = []
  private(set) var reasons: [String] = []

  init(lineLimit: Int = LineFramer.defaultLineLimit, asked: Set<RequestID> = []) {
    framer = LineFramer(lineLimit: lineLimit)
    self.asked = asked
  }

  /// Everything at once, then the end of the stream.
  func readAll(_ bytes: Bytes) {
    append(bytes.all[...])
    finish()
  }

  func append(_ bytes: ArraySlice<UInt8>) {
    framer.append(bytes.span)
    while let frame = framer.next() { judge(frame) }
  }

  func finish() {
    if let frame = framer.finish() { judge(frame) }
  }

  private func judge(_ frame: LineFramer.Frame) {
    switch frame {
    case .tooLong: verdicts.append(.noJSON)
    case .line(let line), .unterminated(let line): verdicts.append(judge(framer[line]))
    }
  }

  private func judge(_ line: ArraySlice<UInt8>) -> Verdict {
    do throws(EnvelopeError) {
      switch try reader.read(line) {
      case .blank: return .ignore
      case .request, .notification, .error(nil, _): return .accept
      case .result(let id, _), .error(.some(let id), _):
        return asked.remove(id.requestID(in: line)) == nil ? .ignore : .accept
      }
    } catch {
      reasons.append(error.reason)
      return error.code == -32700 ? .noJSON : .noMessage
    }
  }
}
