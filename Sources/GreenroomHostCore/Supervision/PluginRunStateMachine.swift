/// One process of a plugin from its start to its end, as a value that returns actions.
///
/// ```
/// starting ── opening answered ──> ready ── stop ──> stopping ── exited ──> exited ── output drained ──> ended
///     └────────── deadline, refusal, exit ─────────────^                       └─ grace passed ──────────^
/// ```
///
/// 'Exited' and 'drained' are two events: a grandchild may hold the pipe, and the last lines count.
package struct PluginRunStateMachine {
  package enum State: Equatable, Sendable {
    case starting, ready
    case stopping(StopStep)
    case exited, ended
  }

  /// The rungs of the stop ladder.
  package enum StopStep: Equatable, Sendable { case inputClosed, terminated, killed }

  package enum Event: Equatable {
    /// The answer to `initialize` was good.
    case opened
    /// The plugin cannot be used: a bad answer, garbage, a start that failed. The text says which.
    case refused(String)
    case startDeadlinePassed(String)
    case stop
    /// No more waiting: the next step is SIGKILL.
    case stopNow
    case stopStepPassed
    case neverStarted(String)
    case exited(ExitStatus)
    case outputEnded
    /// A write found that nobody reads: usually because it has ended, else a fault of its own.
    case inputBroken
    case drainGracePassed
  }

  package enum Action: Equatable {
    case announceReady
    case armStopStep, armDrainGrace, cancelTimers
    case closeInput, terminate, kill
    /// The process is gone: read what is in its pipe.
    case readRest
    /// Everything is over; nothing of this run happens any more.
    case announceEnded(EndReason)
  }

  /// Why a run came to its end.
  package enum EndReason: Equatable, Sendable {
    /// It never became ready.
    case startFailed(String, ExitStatus?)
    /// It was ready and ended by itself, or closed its input or its output. The status is nil if the host had to end it for
    /// a fault and it exited with 0 all the same: that is no success.
    case lost(String, ExitStatus?)
    /// It was told to stop.
    case stopped(ExitStatus?)
  }

  package private(set) var state: State = .starting
  package private(set) var exitStatus: ExitStatus?
  private var wasReady = false
  private var wasTold = false
  private var failure: String?
  private var hasOutputEnded = false
  /// It closed its output before anybody told it to stop: usually because it ended, else a fault of its own.
  package private(set) var hasClosedOutput = false
  /// The same of its input.
  package private(set) var hasClosedInput = false
  /// It had to be signalled.
  private var wasSignalled = false
  /// `stopNow` has come: whoever holds the pipe of a process that is gone is not waited for.
  private var waitsNoMore = false

  package init() {}

  package mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.ended, _): return []

    case (.starting, .opened):
      state = .ready
      wasReady = true
      return [.cancelTimers, .announceReady]
    case (.starting, .refused(let why)), (.starting, .startDeadlinePassed(let why)), (.ready, .refused(let why)):
      failure = why
      return beginStop()
    case (_, .refused), (_, .opened), (_, .startDeadlinePassed): return []

    case (.starting, .neverStarted(let why)):
      failure = why
      return end()
    case (_, .neverStarted(let why)):
      failure = failure ?? why
      return end()

    case (.starting, .stop), (.ready, .stop):
      wasTold = true
      return beginStop()
    case (.stopping(let step), .stopNow) where step != .killed:
      wasTold = true
      waitsNoMore = true
      state = .stopping(.killed)
      return [.cancelTimers, .kill]
    case (.starting, .stopNow), (.ready, .stopNow):
      wasTold = true
      waitsNoMore = true
      state = .stopping(.killed)
      return [.cancelTimers, .closeInput, .kill]
    case (.exited, .stopNow): return [.cancelTimers] + end()
    case (_, .stopNow):
      waitsNoMore = true
      return []
    case (_, .stop): return []

    case (.stopping(.inputClosed), .stopStepPassed):
      state = .stopping(.terminated)
      wasSignalled = true
      return [.terminate, .armStopStep]
    case (.stopping(.terminated), .stopStepPassed):
      state = .stopping(.killed)
      return [.kill]
    case (_, .stopStepPassed): return []

    case (.exited, .exited): return []
    case (_, .exited(let status)):
      exitStatus = status
      state = .exited
      if hasOutputEnded { return [.cancelTimers] + end() }
      if waitsNoMore { return [.cancelTimers, .readRest] + end() }
      return [.cancelTimers, .readRest, .armDrainGrace]

    case (.exited, .outputEnded), (.exited, .drainGracePassed): return [.cancelTimers] + end()
    case (.starting, .outputEnded), (.ready, .outputEnded):
      hasOutputEnded = true
      hasClosedOutput = true
      return beginStop()
    case (.stopping, .outputEnded):
      hasOutputEnded = true
      return []
    case (.starting, .inputBroken), (.ready, .inputBroken):
      hasClosedInput = true
      return beginStop()
    case (_, .inputBroken): return []
    case (_, .drainGracePassed): return []
    }
  }

  private mutating func beginStop() -> [Action] {
    state = .stopping(.inputClosed)
    return [.cancelTimers, .closeInput, .armStopStep]
  }

  private mutating func end() -> [Action] {
    state = .ended
    if wasTold { return [.announceEnded(.stopped(exitStatus))] }
    let status = exitStatus.map { "it \($0)" } ?? "it ended"
    let hadToBeEnded = failure != nil || (hasClosedOutput || hasClosedInput) && wasSignalled
    let ownStatus = hadToBeEnded && exitStatus?.isSuccess == true ? nil : exitStatus
    let ownEnd =
      switch (hasClosedOutput, hasClosedInput, wasSignalled) {
      case (true, _, true): "output closed: it closed its standard output and lived on"
      case (_, true, true): "input closed: it closed its standard input and lived on"
      default: status
      }
    if wasReady { return [.announceEnded(.lost(failure ?? ownEnd, ownStatus))] }
    return [.announceEnded(.startFailed(failure ?? "\(ownEnd) before it answered initialize", exitStatus))]
  }
}
