import Foundation
import Testing

/// A plugin's program as a plain process, without a host: the test speaks the wire's JSON lines with it.
final class PluginProcess {
  /// What the plugin answered.
  enum Reply: Equatable, CustomStringConvertible {
    /// The `result`, as JSON with sorted keys.
    case result(String)
    case error(code: Int, message: String)

    var code: Int? { if case .error(let code, _) = self { code } else { nil } }
    var text: String {
      switch self {
      case .result(let json): json
      case .error(_, let message): message
      }
    }
    var description: String { code.map { "\($0): \(text)" } ?? text }
  }

  let errors = CapturedStream()
  private let output = CapturedStream()
  private let input = Pipe()
  private let process = Process()
  private var lastID = 0
  /// The answer to `initialize`.
  private(set) var opening = Reply.result("null")

  /// Starts the program and opens the connection.
  ///
  /// `configuration` is the entry's, as JSON; `environment` is added to the test's own, where nil removes a variable.
  init(_ program: String, configuration: String = "{}", environment: [String: String?] = [:]) throws {
    process.executableURL = productFolder.appendingPathComponent(program)
    process.environment = environment.reduce(into: ProcessInfo.processInfo.environment) { $0[$1.key] = $1.value }
    process.standardInput = input
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    try process.run()
    output.start()
    errors.start()
    write(
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"1","host":{"name":"test","version":"1"},\
      "name":"plugin","generation":1,"role":"service","configuration":\(configuration)}}
      """)
    opening = try reply(to: 0)
    if opening.code == nil { write(#"{"jsonrpc":"2.0","method":"initialized"}"#) }
  }

  /// Sends a request and waits for its answer.
  ///
  /// `params` is a JSON object.
  func call(_ method: String, _ params: String = "{}", deadlineMs: Int? = nil) throws -> Reply {
    try reply(to: request(method, params, deadlineMs: deadlineMs))
  }

  /// Sends a request.
  ///
  /// - Returns: its id, for `reply`.
  func request(_ method: String, _ params: String = "{}", deadlineMs: Int? = nil) -> Int {
    lastID += 1
    let meta = #"{"_meta":{\#(deadlineMs.map { #""deadlineMs":\#($0)"# } ?? "")}"#
    let members = params == "{}" ? "}" : ",\(params.dropFirst())"
    write(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(meta)\#(members)}"#)
    return lastID
  }

  /// Waits for the answer to a request.
  func reply(to id: Int) throws -> Reply {
    var found: Reply?
    _ = output.wait { text in
      found = text.split(separator: "\n").lazy.compactMap { Self.reply(in: $0, to: id) }.first
      return found != nil
    }
    return try #require(found, "no answer to \(id); the plugin's log: \(errors.text)")
  }

  /// Closes the plugin's input and waits for its end.
  ///
  /// - Returns: its exit status.
  @discardableResult
  func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    let watchdog = DispatchWorkItem { [process] in kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + deadline, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    return process.terminationStatus
  }

  private func write(_ line: String) {
    // SIGPIPE is held back and taken: a plugin that has ended is found out by the missing answer.
    var pipeSignal = sigset_t()
    var before = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
    if (try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))) == nil {
      var now = timespec()
      sigtimedwait(&pipeSignal, nil, &now)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private static func reply(in line: Substring, to id: Int) -> Reply? {
    guard let message = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      message["id"] as? Int == id, message["method"] == nil
    else { return nil }
    if let error = message["error"] as? [String: Any] {
      return .error(code: error["code"] as? Int ?? 0, message: error["message"] as? String ?? "")
    }
    let data = try? JSONSerialization.data(
      withJSONObject: message["result"] ?? NSNull(), options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes])
    return .result(String(decoding: data ?? Data(), as: UTF8.self))
  }
}
