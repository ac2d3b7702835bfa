/// Why a request is given up.
public enum CancellationReason: Sendable {
  /// Nobody wants the reply any more.
  case cancelled
  /// A newer request of the same slot has taken its place.
  case superseded
}

/// How to give up one request that has been started.
public struct Cancellation {
  // Either a closure, or a call of a service by its number: the common one, which needs no allocation.
  @usableFromInline let action: ((CancellationReason) -> Void)?
  @usableFromInline let call: (backend: Confined<any ServiceBackend>, number: Int)?

  /// - Parameter action: gives the request up; afterwards it must not complete. Called once at most.
  @inlinable
  public init(_ action: @escaping (CancellationReason) -> Void) {
    self.action = action
    call = nil
  }

  @inlinable
  init(of number: Int, at backend: Confined<any ServiceBackend>) {
    action = nil
    call = (backend, number)
  }

  /// For what cannot be given up, or has ended.
  public static var none: Cancellation { Cancellation { _ in } }

  @usableFromInline
  func callAsFunction(_ reason: CancellationReason) {
    action?(reason)
    if let call { call.backend.value.cancel(call.number, because: reason) }
  }
}
