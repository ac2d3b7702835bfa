/// What one view model gets from its host: executor, time, and the end of its life.
///
/// A host makes one for each instance and constructs the view model inside `with`. There is no global: two hosts, or two
/// rigs, in one process know nothing of each other.
@usableFromInline
package final class HomeContext: Sendable {
  /// The context of the view model that is being constructed or bound by this thread.
  @TaskLocal package static var current: HomeContext?

  /// Runs the jobs of the view model's actor.
  package let executor: any SerialExecutor & TaskExecutor
  /// The way onto the executor, shared by all view models of a host.
  package let gate: HomeGate
  /// Time for `debounce`, `throttle`, `timeout` and `retry`; each firing is a turn of the host.
  package let scheduler: Confined<any Scheduler>
  /// What ends with the view model.
  package let lifetime: Confined<Lifetime>

  /// Makes a context for one view model.
  package init(
    executor: any SerialExecutor & TaskExecutor, scheduler: any Scheduler, gate: HomeGate? = nil
  ) {
    self.executor = executor
    self.gate = gate ?? HomeGate(executor)
    self.scheduler = Confined(scheduler, on: executor)
    lifetime = Confined(Lifetime(), on: executor)
  }

  /// Runs a body in which `Home()` finds this context.
  package static func with<Result>(_ context: HomeContext, _ body: () throws -> Result) rethrows -> Result {
    try $current.withValue(context) { try body() }
  }

  /// The context of the view model that is being constructed or bound.
  @usableFromInline static var ambient: HomeContext? { current }

  /// The turns of the view model that is being constructed or bound, else new ones.
  @usableFromInline static var ambientDeliveries: DeliveryQueue {
    current?.lifetime.value.deliveries ?? DeliveryQueue()
  }

  /// Keeps a subscription until the view model ends, if there is one.
  @usableFromInline
  static func keep(_ subscription: Subscription, _ context: HomeContext?) {
    context?.lifetime.value.keep(subscription)
  }

  /// Arms a timer, or traps with a sentence if there is no context to take the time from.
  static func schedule(
    _ context: HomeContext?, _ operation: StaticString, after delay: Duration, _ action: @escaping () -> Void
  ) -> any ScheduledAction {
    scheduler(context, operation).schedule(after: delay, action)
  }

  static func scheduler(_ context: HomeContext?, _ operation: StaticString) -> any Scheduler {
    guard let context else {
      fatalError("\(operation) needs the time of a view model: build it in its `transform` or its initialiser")
    }
    return context.scheduler.value
  }
}
