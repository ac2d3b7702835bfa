/// Where a view model lives: the executor and the time of its host.
///
/// A view model declares it in one line, `nonisolated let home = Home()`, and needs nothing more of it.
public struct Home: Sendable {
  /// What the host has given.
  package let context: HomeContext

  /// Takes the home from the host, or the rig, that is constructing the view model.
  ///
  /// Constructing a view model anywhere else is a trap.
  public init() {
    guard let context = HomeContext.current else {
      fatalError(
        "a view model is constructed inside a host or a rig: register it in `GreenroomApp(viewModels:)`, or make a `Rig`"
      )
    }
    self.context = context
  }

  /// Ends the view model: cancels its open requests and drops its subscriptions. Called on its executor.
  package func stop() { context.lifetime.value.stop() }
}
