/// One swap of a service from the first step to its receipt or its rollback, as a value that returns actions.
///
/// ```
/// without state: starting ── ready ──> (cut) draining ── drained, deadline or end of the old ──> complete
/// with state:    starting ── ready ──> (hold) draining ──> exporting ──> importing ──> (cut, release) complete
/// ```
///
/// Until the cut nothing has changed: whatever fails before it leaves the old one in charge, with the held requests.
package struct SwapStateMachine {
  package enum State: Equatable, Sendable {
    case starting, drainingAfterCut, drainingBeforeCut, exporting, importing, ended
  }

  package enum Event: Equatable {
    /// The new generation is ready. `carriesState`: both sides declare state and the old one is there to export it.
    case nextReady(carriesState: Bool, oldOpenCount: Int)
    case nextFailed(String)
    /// The old generation's last open request was settled.
    case oldDrained
    case drainDeadlinePassed
    /// The old generation's process has gone.
    case oldEnded
    case exported
    case exportFailed(String)
    case imported
    case importFailed(String)
    /// The host stops.
    case cancelled(String)
  }

  package enum Action: Equatable {
    /// New requests are held, bounded, until `release`.
    case hold
    /// New and held requests go to the new generation from now on.
    case cut
    /// Held requests go to whoever is in charge.
    case release
    case armDrainDeadline, cancelDrainDeadline
    case exportState, importState
    case stopOld, stopNext
    case complete
    case rollBack(String)
  }

  package private(set) var state: State = .starting

  package init() {}

  package mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.ended, _): return []

    case (.starting, .nextReady(let carriesState, let openCount)):
      if carriesState {
        if openCount == 0 {
          state = .exporting
          return [.hold, .exportState]
        }
        state = .drainingBeforeCut
        return [.hold, .armDrainDeadline]
      }
      if openCount == 0 { return [.cut] + complete() }
      state = .drainingAfterCut
      return [.cut, .armDrainDeadline]
    case (_, .nextReady): return []

    case (.starting, .nextFailed(let why)):
      state = .ended
      return [.rollBack(why)]
    case (.drainingAfterCut, .nextFailed): return []
    case (_, .nextFailed(let why)):
      state = .ended
      return [.cancelDrainDeadline, .release, .rollBack(why)]

    case (.drainingAfterCut, .oldDrained), (.drainingAfterCut, .drainDeadlinePassed):
      return [.cancelDrainDeadline] + complete()
    case (.drainingAfterCut, .oldEnded):
      return [.cancelDrainDeadline] + complete()
    case (.drainingBeforeCut, .oldDrained):
      state = .exporting
      return [.cancelDrainDeadline, .exportState]
    case (.drainingBeforeCut, .drainDeadlinePassed):
      state = .ended
      return [.stopNext, .release, .rollBack("the old generation did not drain before its deadline")]
    case (.drainingBeforeCut, .oldEnded), (.exporting, .oldEnded), (.importing, .oldEnded):
      state = .ended
      return [
        .cancelDrainDeadline, .stopNext, .release,
        .rollBack("the old generation ended before its state was carried over"),
      ]
    case (_, .oldDrained), (_, .drainDeadlinePassed), (_, .oldEnded): return []

    case (.exporting, .exported):
      state = .importing
      return [.importState]
    case (.importing, .imported):
      return [.cut, .release] + complete()
    case (.exporting, .exportFailed(let why)):
      state = .ended
      return [.stopNext, .release, .rollBack("state/export failed: \(why)")]
    case (.importing, .importFailed(let why)):
      state = .ended
      return [.stopNext, .release, .rollBack("state/import failed: \(why)")]
    case (_, .exported), (_, .exportFailed), (_, .imported), (_, .importFailed): return []

    case (.drainingAfterCut, .cancelled):
      return [.cancelDrainDeadline] + complete()
    case (_, .cancelled(let why)):
      state = .ended
      return [.cancelDrainDeadline, .stopNext, .release, .rollBack(why)]
    }
  }

  private mutating func complete() -> [Action] {
    state = .ended
    return [.stopOld, .complete]
  }
}
