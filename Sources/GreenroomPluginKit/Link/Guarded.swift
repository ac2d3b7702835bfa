import Synchronization

/// A value that one thread at a time may touch: `Mutex`, in a form that ThreadSanitizer understands.
///
/// On Linux `Mutex` locks inside a library that is not instrumented, so the sanitizer reports every access that it
/// guards as a race. The counter tells it in which order the threads came; without the sanitizer it costs two moves.
package struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let turns = Atomic<Int>(0)

  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Runs a function with the value to itself. The function must not come back to this value.
  package borrowing func withLock<Result: ~Copyable, Failure>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value) throws(Failure) -> sending Result in
      let turn = turns.load(ordering: .acquiring)
      defer { turns.store(turn &+ 1, ordering: .releasing) }
      return try body(&value)
    }
  }
}
