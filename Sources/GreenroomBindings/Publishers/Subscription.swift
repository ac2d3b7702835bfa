/// A running subscription. It need not be kept: the view model's end ends it.
///
/// Combine's `AnyCancellable` and Rx's `Disposable` end when they are released; this one does not.
public class Subscription {
  /// A subscription that has nothing to end.
  @usableFromInline
  init() {}

  /// Ends the subscription: no value comes after this call, not even one that is being delivered. May be called again.
  public func cancel() {}
}

/// A subscription whose end is an action.
@usableFromInline
final class ActionSubscription: Subscription {
  private var onCancel: (() -> Void)?

  @usableFromInline
  init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  @usableFromInline
  override func cancel() {
    guard let action = onCancel else { return }
    onCancel = nil
    action()
  }
}

/// Holds the current one of several subscriptions that follow each other.
@usableFromInline
final class SerialSubscription {
  private var isCancelled = false
  private var current: Subscription?

  @usableFromInline
  init() {}

  @usableFromInline
  func replace(with make: () -> Subscription) {
    guard !isCancelled else { return }
    current?.cancel()
    current = nil
    let next = make()
    if isCancelled { next.cancel() } else { current = next }
  }

  @usableFromInline
  func cancel() {
    isCancelled = true
    current?.cancel()
    current = nil
  }
}

/// Whether a subscription goes on, for whoever has several values to send in one go.
@usableFromInline
final class Activity {
  // Exclusive by confinement: no access spans a call of a subscriber.
  @exclusivity(unchecked) @usableFromInline var goesOn = true

  @usableFromInline
  init() {}
}
