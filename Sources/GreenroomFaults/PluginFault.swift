/// How the faulty plugin misbehaves: one list for the plugin, the tests and the stress program.
package enum PluginFault: String, CaseIterable, Codable, Sendable {
  /// It does what it should: answers `echo` with what it was given.
  case none
  /// It exits with status 3 before it answers `initialize`.
  case exitsAtStart
  /// It reads and never answers `initialize`.
  case neverReady
  /// It answers `initialize` with another protocol version.
  case wrongVersion
  /// It sends text instead of its answer to `initialize`.
  case garbage
  /// It exits in the middle of its work, without a word.
  case crashes
  /// It reads nothing after the opening.
  case neverReads
  /// It writes one notification after another to its output.
  case floodsOutput
  /// It writes without end to its standard error.
  case floodsErrors
  /// It writes half a line and exits.
  case halfLineAtExit
  /// It ignores SIGTERM and the end of its input.
  case ignoresTermination
  /// It leaves a child that holds its output, and exits.
  case grandchild
  /// It answers late.
  case slow
  /// It answers with ids that it was never given.
  case wrongIDs
  /// It answers twice.
  case duplicateAnswers

  /// Whether it becomes ready.
  package var becomesReady: Bool {
    switch self {
    case .exitsAtStart, .neverReady, .wrongVersion, .garbage: false
    default: true
    }
  }
}

/// The `configuration` of the faulty plugin's entry.
package struct FaultyConfiguration: Codable, Sendable {
  package var fault: PluginFault
  /// Requests that are answered before the fault shows; 0 if absent.
  package var after: Int?
  /// What `slow` waits, in milliseconds; 50 if absent.
  package var delayMs: Int?

  package init(fault: PluginFault, after: Int? = nil, delayMs: Int? = nil) {
    self.fault = fault
    self.after = after
    self.delayMs = delayMs
  }
}
