import Glibc
import GreenroomJSONLines
import GreenroomPluginKit
import Testing

/// The host's end of a plugin that runs in this process, over real pipes.
final class HostEnd: Sendable {
  private let input: CInt
  private let output: CInt
  private let isInputOpen = Guarded(true)
  private let lines = Mailbox<String>()
  private let endOfLines = Guarded<ContinuousClock.Instant?>(nil)
  private let statuses = Mailbox<PluginExitCode>()

  /// Runs the plugin. Without `reads` its lines stay in the pipe.
  ///
  /// The grace at its end is long, so that a busy machine does not cut it short.
  init(_ definition: PluginDefinition, reads: Bool = true, endingGrace: Duration = .seconds(30)) throws {
    signal(SIGPIPE, SIG_IGN)
    let (pluginInput, input) = try Self.pipe()
    let (output, pluginOutput) = try Self.pipe()
    self.input = input
    self.output = output
    let session = PluginSession(
      definition, wire: try Wire(input: pluginInput, output: pluginOutput), endingGrace: endingGrace)
    Task { [statuses] in statuses.put(await session.run()) }
    if reads { try Wire.startThread { [self] in readLines() } }
  }

  convenience init(_ service: Service) throws { try self.init(service.definition) }
  convenience init(_ presenter: Presenter) throws { try self.init(presenter.definition) }

  /// Opened, with the answer to `initialize` already taken.
  static func opened(
    _ service: Service, configuration: String = "{}", lineBytes: Int? = nil
  ) async throws -> HostEnd {
    let host = try HostEnd(service)
    try await host.open(role: "service", configuration: configuration, lineBytes: lineBytes)
    return host
  }

  static func opened(_ presenter: Presenter, configuration: String = "{}") async throws -> HostEnd {
    let host = try HostEnd(presenter)
    try await host.open(role: "presenter", configuration: configuration)
    return host
  }

  private func open(role: String, configuration: String, lineBytes: Int? = nil) async throws {
    send(Self.initialize(role: role, configuration: configuration, lineBytes: lineBytes))
    let answer = try #require(await line())
    #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"1""#), "\(answer)")
    send(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#)
  }

  static func initialize(
    role: String = "service", version: String = "1", configuration: String = "{}", lineBytes: Int? = nil
  ) -> String {
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)","#
      + #""host":{"name":"greenroom","version":"0"},"name":"p","generation":1,"role":"\#(role)","#
      + #""configuration":\#(configuration)\#(lineBytes.map { ",\"lineBytes\":\($0)" } ?? "")}}"#
  }

  private static func pipe() throws -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    try #require(Glibc.pipe(&ends) == 0)
    // Exit tests beside this one must not keep the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private func readLines() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var framer = LineFramer(lineLimit: LineFramer.maximumLineLimit)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      framer.append(buffer.span.extracting(0..<count))
      while let frame = framer.next() {
        if case .line(let line) = frame { lines.put(String(decoding: framer[line], as: UTF8.self)) }
      }
    }
    endOfLines.withLock { $0 = ContinuousClock.now }
    if framer.finish() != nil { Issue.record("the plugin left half a line") }
    lines.close()
    close(output)
  }

  // MARK: What a host does

  func send(_ line: String) { write(line + "\n") }

  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      if count < 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes the line again and again until the plugin takes no more, and at most `limit` times.
  ///
  /// - Returns: how many lines the pipe took.
  func fill(limit: Int, _ line: (Int) -> String) -> Int {
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    defer { _ = fcntl(input, F_SETFL, 0) }
    var count = 0
    while count < limit {
      let bytes = Array((line(count) + "\n").utf8)
      if Glibc.write(input, bytes, bytes.count) == bytes.count {
        count += 1
        continue
      }
      // Full for now: a plugin that still reads has room again soon.
      var entry = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
      if poll(&entry, 1, 300) == 0 { break }
    }
    return count
  }

  func endInput() {
    isInputOpen.withLock { isOpen in
      if isOpen { close(input) }
      isOpen = false
    }
  }

  /// Reads no more: the plugin's next write fails.
  func endOutput() { close(output) }

  /// The plugin's next line, or nil at the end.
  func line() async -> String? { await lines.next() }
  func lines(_ count: Int) async -> [String] { await lines.next(count) }

  /// Every line up to the end.
  func rest() async -> [String] {
    var rest: [String] = []
    while let line = await lines.next() { rest.append(line) }
    return rest
  }

  /// When the plugin's output ended, taken on the reading thread, which no test keeps busy.
  var endOfOutput: ContinuousClock.Instant? { endOfLines.withLock { $0 } }

  func status() async -> PluginExitCode? { await statuses.next() }

  func ask(_ request: String) async -> String? {
    send(request)
    return await line()
  }
}

func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
}

func result(_ id: Int, _ value: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":\#(value)}"# }

func failure(_ id: Int?, _ code: Int, _ message: String) -> String {
  #"{"jsonrpc":"2.0","id":\#(id.map { "\($0)" } ?? "null"),"error":{"code":\#(code),"message":"\#(message)"}}"#
}

func cancel(_ id: Int) -> String { #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"# }
