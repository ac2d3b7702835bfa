/// A value that belongs to one executor, carried across types that must be `Sendable`.
///
/// With ``ServiceCaller`` and `Broadcast.Entry`, which give their reasons, the module's only escape from the compiler's checks. It
/// is sound because every view model, its publishers and
/// the host behind them run on one executor: the value is only read there. Debug builds check that on every read if the
/// executor is given.
@usableFromInline
package struct Confined<Value>: @unchecked Sendable {
  @usableFromInline let stored: Value
  @usableFromInline let executor: (any SerialExecutor)?

  /// Confines a value.
  ///
  /// - Parameters:
  ///   - value: what is carried.
  ///   - executor: where it may be read; without one nothing is checked.
  @inlinable
  package init(_ value: Value, on executor: (any SerialExecutor)? = nil) {
    stored = value
    self.executor = executor
  }

  /// The value, to be read on its executor.
  @inlinable
  package var value: Value {
    assert(
      executor?.isIsolatingCurrentContext() != false,
      "BUG: a value of a view model is used outside of its executor")
    return stored
  }
}
