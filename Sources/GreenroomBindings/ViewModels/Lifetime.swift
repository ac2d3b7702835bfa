/// What ends with one view model: its subscriptions and its open requests.
///
/// Confined to the view model's executor.
package final class Lifetime {
  /// Whose turn it is among the subjects of the view model.
  package let deliveries = DeliveryQueue()
  private var subscriptions: [Subscription] = []
  private var activations: [() -> Void] = []
  private var openTasks: [(number: Int, stop: () -> Void)] = []
  private var lastTask = 0
  private var hasBegun = false
  private var hasBound = false
  /// Whether the view model has ended.
  package private(set) var isStopped = false

  /// Keeps a subscription until the view model ends.
  func keep(_ subscription: Subscription) {
    guard !isStopped else { return subscription.cancel() }
    subscriptions.append(subscription)
  }

  /// Runs an action as soon as every port is bound, at once if they are.
  func whenBound(_ action: @escaping () -> Void) {
    if hasBound { action() } else { activations.append(action) }
  }

  /// Marks the begin of the one run of `transform`.
  package func beginTransform() {
    precondition(!hasBegun, "BUG: a view model is bound twice: `transform` runs once for each instance")
    hasBegun = true
  }

  /// Marks the end of binding: what waited for it starts, in order of creation.
  package func endTransform() {
    hasBound = true
    let waiting = activations
    activations = []
    for action in waiting { action() }
  }

  /// Remembers how to end something that somebody awaits.
  ///
  /// - Returns: the number to forget it by.
  func open(_ stop: @escaping () -> Void) -> Int {
    lastTask += 1
    openTasks.append((lastTask, stop))
    return lastTask
  }

  func close(_ number: Int) {
    openTasks.removeAll { $0.number == number }
  }

  /// Ends it all: requests are cancelled, subscriptions dropped. Nothing is emitted afterwards.
  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    activations = []
    let tasks = openTasks
    openTasks = []
    for task in tasks { task.stop() }
    let kept = subscriptions
    subscriptions = []
    for subscription in kept { subscription.cancel() }
  }
}
