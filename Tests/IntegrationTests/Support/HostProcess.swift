import Foundation
import Synchronization
import Testing

/// The folder of the test program, where the products of the package land, too.
let productFolder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

/// The one deadline of these tests: nothing here takes a tenth of it unless it hangs.
let deadline: TimeInterval = 30

/// Waits until some processes have ended, two seconds at most, as is promised.
///
/// Their parent is gone, and who reaps them and when is the system's affair: a dead one that waits for it has ended.
func haveEnded(_ pids: [Int32]) -> Bool {
  func hasEnded(_ pid: Int32) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
    return text.isEmpty || text.drop { $0 != ")" }.hasPrefix(") Z")
  }
  let end = Date() + 2
  while !pids.allSatisfy(hasEnded), Date() < end { sched_yield() }
  return pids.allSatisfy(hasEnded)
}

/// Hands over the address of a Unix socket.
func withUnixAddress<Result>(of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}

/// A running `greenroom run` in a folder of its own, with a configuration of the test's, and the commands that speak to it.
///
/// Waits are on what it prints or answers, never on time.
final class HostProcess {
  let folder: URL
  let socket: String
  let output: CapturedStream
  let errors: CapturedStream
  private let process: Process
  var pid: Int32 { process.processIdentifier }

  /// Starts a host. In the text of the configuration `{folder}` becomes the test's folder; `files` are programs that are
  /// written into it first, executable.
  ///
  /// `wrapper` is a command that ends by executing the one behind it; `input` is the host's standard input or nothing.
  init(
    _ configuration: String, files: [String: String] = [:], environment: [String: String] = [:],
    wrapper: [String] = [], input: Pipe? = nil, waitsForReady: Bool = true,
    location: SourceLocation = #_sourceLocation
  ) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("greenroom-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try Self.write(text, to: folder.appendingPathComponent(name)) }
    let file = folder.appendingPathComponent("host.json")
    try configuration.replacingOccurrences(of: "{folder}", with: folder.path).write(
      to: file, atomically: true, encoding: .utf8)
    socket = folder.appendingPathComponent("s").path
    process = Process()
    let greenroom = productFolder.appendingPathComponent("greenroom").path
    let command = wrapper + [greenroom, "run", file.path, "--socket", socket]
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    output = CapturedStream()
    errors = CapturedStream()
    process.standardInput = input ?? FileHandle.nullDevice as Any
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    try process.run()
    output.start()
    errors.start()
    if waitsForReady {
      try #require(errors.wait(for: "ready, "), "the host did not start: \(errors.text)", sourceLocation: location)
    }
  }

  /// Writes a program that can be executed.
  static func write(_ text: String, to url: URL) throws {
    try text.write(to: url, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
  }

  /// Runs a command against this host to its end.
  func greenroom(_ arguments: String..., input: String = "") throws -> CommandResult {
    try CommandResult.run(arguments + ["--socket", socket], input: input)
  }

  /// The report of `status --json`.
  func status() throws -> [String: Any] {
    let result = try greenroom("status", "--json")
    return try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  /// One of the three ledgers: `inputs`, `requests` or `outputs`.
  func ledger(_ name: String) throws -> [String: Int] {
    let ledgers = try #require(try status()["ledgers"] as? [String: [String: Int]])
    return try #require(ledgers[name])
  }

  /// The process id of a plugin, while it has one.
  func pid(of plugin: String) throws -> Int32? {
    let plugins = try #require(try status()["plugins"] as? [[String: Any]])
    return (plugins.first { $0["name"] as? String == plugin }?["pid"] as? Int).map(Int32.init)
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for the end.
  ///
  /// - Returns: the exit status, or 128 + the signal.
  func waitForExit() -> Int32 {
    let watchdog = DispatchWorkItem { [process] in kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + deadline, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// Stops the host if it still runs, and removes its folder.
  func end() {
    if process.isRunning {
      signal(SIGINT)
      _ = waitForExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }
}

/// What a command printed and how it ended.
struct CommandResult {
  var status: Int32
  var output: String
  var errors: String

  static func run(_ arguments: [String], input: String = "") throws -> CommandResult {
    let process = Process()
    process.executableURL = productFolder.appendingPathComponent("greenroom")
    process.arguments = arguments
    let output = CapturedStream()
    let errors = CapturedStream()
    let stdin = Pipe()
    process.standardInput = stdin
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    try process.run()
    output.start()
    errors.start()
    if !input.isEmpty { try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
    try stdin.fileHandleForWriting.close()
    let watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + deadline, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    return CommandResult(status: process.terminationStatus, output: output.waitForEnd(), errors: errors.waitForEnd())
  }
}

/// Reads a pipe to its end on a thread; others wait for what comes.
final class CapturedStream: Sendable {
  let pipe = Pipe()
  private let condition = NSCondition()
  private let bytes = Mutex<(data: Data, hasEnded: Bool)>((Data(), false))

  /// Called after the process has been started: the parent's copy of the writing end is closed.
  func start() {
    try? pipe.fileHandleForWriting.close()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        condition.lock()
        bytes.withLock { if count > 0 { $0.data.append(contentsOf: buffer[..<count]) } else { $0.hasEnded = true } }
        condition.broadcast()
        condition.unlock()
        if count <= 0 { return }
      }
    }
  }

  var text: String { bytes.withLock { String(decoding: $0.data, as: UTF8.self) } }
  var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) }

  /// Waits until a text stands there, so many times.
  func wait(for wanted: String, times: Int = 1) -> Bool { wait { $0.components(separatedBy: wanted).count > times } }

  func wait(until condition: (String) -> Bool) -> Bool {
    let end = Date() + deadline
    self.condition.lock()
    defer { self.condition.unlock() }
    while true {
      if condition(text) { return true }
      if bytes.withLock({ $0.hasEnded }) || !self.condition.wait(until: end) { return condition(text) }
    }
  }

  func waitForEnd() -> String {
    let end = Date() + deadline
    condition.lock()
    defer { condition.unlock() }
    while !bytes.withLock({ $0.hasEnded }), condition.wait(until: end) {}
    return text
  }
}
