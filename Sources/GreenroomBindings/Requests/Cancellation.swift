/// Why a request is given up.
public enum CancellationReason: Sendable {
  /// Nobody wants the reply any more.
  case cancelled
  /// A newer request of the same slot has taken its place.
  case superseded
}

/// How to give up one request that has been started.
public struct Cancellation {
  @usableFromInline
  enum Way {
    case action((CancellationReason) -> Void)
    /// A call of a service by its number: the common one, which needs no allocation.
    case call(Int, any ServiceBackend)
  }
  @usableFromInline let way: Way

  /// - Parameter action: gives the request up; afterwards it must not complete. Called once at most.
  @inlinable
  public init(_ action: @escaping (CancellationReason) -> Void) {
    way = .action(action)
  }

  @inlinable
  init(of call: Int, at backend: any ServiceBackend) {
    way = .call(call, backend)
  }

  /// For what cannot be given up, or has ended.
  public static var none: Cancellation { Cancellation { _ in } }

  @usableFromInline
  func callAsFunction(_ reason: CancellationReason) {
    switch way {
    case .action(let action): action(reason)
    case .call(let call, let backend): backend.cancel(call, because: reason)
    }
  }
}
