/// The way onto a view model's executor from anywhere.
actor HomeGate {
  private nonisolated let executor: any SerialExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: any SerialExecutor) { self.executor = executor }

  func run(_ body: @Sendable () -> Void) { body() }
}
