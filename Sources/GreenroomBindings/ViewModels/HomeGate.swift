/// The way onto a view model's executor from anywhere.
package actor HomeGate {
  private nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  package init(_ executor: any SerialExecutor) { self.executor = executor }

  func run(_ body: @Sendable () -> Void) { body() }
}
