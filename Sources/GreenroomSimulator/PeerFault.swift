/// How a simulated plugin misbehaves; chosen per process from the seed.
enum PeerFault: CaseIterable {
  case none
  /// It exits before it answers `initialize`.
  case exitsAtStart
  /// It never answers `initialize`.
  case neverReady
  /// It answers with another protocol version.
  case wrongVersion
  /// It sends a line that is no JSON instead of its answer.
  case garbage
  /// It does not react to the end of its input.
  case ignoresEndOfInput
  /// It does not react to SIGTERM either.
  case ignoresTermination
  /// It writes lines that are no messages between its answers.
  case noisy
  /// It answers some requests twice.
  case answersTwice
  /// It answers some requests never.
  case answersNever
  /// It sends answers to requests that were never made.
  case inventsAnswers
  /// It stops reading now and then.
  case readsSlowly
  /// It ends by itself after some messages.
  case crashes
  /// It closes its output and lives on.
  case closesOutput
  /// It closes its input and lives on.
  case closesInput
  /// It writes half a line and ends.
  case endsInHalfALine

  /// Whether a process with this fault becomes ready.
  var becomesReady: Bool {
    switch self {
    case .exitsAtStart, .neverReady, .wrongVersion, .garbage: false
    default: true
    }
  }
}
