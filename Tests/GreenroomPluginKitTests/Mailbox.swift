import Synchronization

/// Values from any thread for one waiting test: a test waits on an event, never on time.
final class Mailbox<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var isClosed = false
    var waiting: CheckedContinuation<Value?, Never>?
  }
  private let state = Mutex(State())

  func put(_ value: Value) {
    state.withLock { state -> CheckedContinuation<Value?, Never>? in
      if let waiting = state.waiting {
        state.waiting = nil
        return waiting
      }
      state.values.append(value)
      return nil
    }?.resume(returning: value)
  }

  func close() {
    state.withLock { state -> CheckedContinuation<Value?, Never>? in
      state.isClosed = true
      defer { state.waiting = nil }
      return state.waiting
    }?.resume(returning: nil)
  }

  /// The next value, or nil when closed and empty.
  func next() async -> Value? {
    await withCheckedContinuation { continuation in
      let now = state.withLock { state -> Value?? in
        if !state.values.isEmpty { return .some(state.values.removeFirst()) }
        if state.isClosed { return .some(nil) }
        state.waiting = continuation
        return nil
      }
      if let now { continuation.resume(returning: now) }
    }
  }

  func next(_ count: Int) async -> [Value] {
    var values: [Value] = []
    while values.count < count, let value = await next() { values.append(value) }
    return values
  }
}

/// Holds a handler until the test lets it go; a cancelled task is held all the same.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
