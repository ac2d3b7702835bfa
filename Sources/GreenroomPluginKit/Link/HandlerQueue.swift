/// Runs asynchronous work one after the other, in the order of arrival; a task lives only while there is work.
///
/// `PluginStateMachine.waitingLimit` says when reading stops, so that little more waits here.
package final class HandlerQueue: Sendable {
  package typealias Work = @Sendable () async -> Void

  private struct State {
    var waiting: [Work] = []
    var isRunning = false
    var isClosed = false
  }
  private let state = Guarded(State())

  package init() {}

  package func append(_ work: @escaping Work) {
    let startsTask = state.withLock { state in
      guard !state.isClosed else { return false }
      state.waiting.append(work)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard startsTask else { return }
    Task { [self] in
      while let batch = nextBatch() {
        for work in batch where !isClosed { await work() }
      }
    }
  }

  /// Drops what waits; the work that runs goes on.
  package func close() {
    state.withLock { state in
      state.isClosed = true
      state.waiting.removeAll()
    }
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  private func nextBatch() -> [Work]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return nil
      }
      defer { state.waiting.removeAll(keepingCapacity: true) }
      return state.waiting
    }
  }
}
