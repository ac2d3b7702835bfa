import GreenroomHostCore
import GreenroomProtocol

/// Starts fakes and remembers them.
final class FakeStarter: ProcessStarter {
  private(set) var processes: [FakeProcess] = []
  /// Why nothing can be started at the moment.
  var failure: String?

  func start(
    _ plugin: PluginConfiguration, as role: PluginRole, observer: any ProcessObserver
  ) throws(ProcessStartError) -> any PluginProcess {
    if let failure { throw ProcessStartError(failure) }
    let process = FakeProcess(plugin.name, observer)
    processes.append(process)
    return process
  }
}

/// A process that does what the test says and notes what the host does to it.
final class FakeProcess: PluginProcess {
  let name: String
  let stream = FakeStream()
  private(set) var signals: [Int] = []
  private weak var observer: (any ProcessObserver)?

  init(_ name: String, _ observer: any ProcessObserver) {
    self.name = name
    self.observer = observer
  }
  var pid: Int? { 7 }
  var wire: any ByteStream { stream }
  func terminate() { signals.append(15) }
  func kill() { signals.append(9) }
  func readRest() { stream.end() }
  func release() {}
  /// It writes to standard error.
  func say(_ text: String) { observer?.processLogged(Array(text.utf8).span) }
  /// It ends: its output first, then its parent is told.
  func exit(_ status: GreenroomHostCore.ExitStatus) {
    stream.isBroken = true
    stream.end()
    observer?.processExited(status)
  }
}

/// One end of a fake connection: the host's writes are kept as lines, up to the room that the peer leaves.
final class FakeStream: ByteStream {
  weak var receiver: (any ByteStreamReceiver)?
  var room = Int.max
  var isBroken = false
  private(set) var hasInputEnded = false
  private(set) var isClosed = false
  private(set) var isPaused = false
  private var hasEnded = false
  private var isAwaited = false
  private var partial: [UInt8] = []
  private var lines: [String] = []

  func start() {}
  func write(_ bytes: Span<UInt8>) -> WriteOutcome {
    precondition(!hasInputEnded && !isClosed, "BUG: the host writes after it has ended the peer's input")
    if isBroken { return .broken("EPIPE") }
    let count = min(room, bytes.count)
    for index in 0..<count {
      if bytes[index] == 0x0a {
        lines.append(String(decoding: partial, as: UTF8.self))
        partial.removeAll()
      } else {
        partial.append(bytes[index])
      }
    }
    if room != .max { room -= count }
    return .taken(count)
  }
  func awaitWritable() { isAwaited = true }
  func pauseReading() { isPaused = true }
  func resumeReading() { isPaused = false }
  func closeWriting() { hasInputEnded = true }
  func close() { isClosed = true }

  /// Whole lines that the host has written since the last call.
  func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }
  /// The peer reads on.
  func makeRoom(_ bytes: Int = .max) {
    room = bytes
    guard isAwaited else { return }
    isAwaited = false
    receiver?.streamIsWritable()
  }
  /// The peer closes its input and lives on.
  func breakInput() {
    isBroken = true
    makeRoom(room)
  }
  func send(_ lines: String...) {
    let text = lines.map { $0 + "\n" }.joined()
    receiver?.received(Array(text.utf8).span)
  }
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    receiver?.streamEnded(nil)
  }
}
