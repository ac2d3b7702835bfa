/// Why a request is given up.
public enum CancellationReason: Sendable {
  /// Nobody wants the reply any more.
  case cancelled
  /// A newer request of the same slot has taken its place.
  case superseded
}

/// How to give up one request that has been started.
public struct Cancellation {
  @usableFromInline let action: (CancellationReason) -> Void

  /// - Parameter action: gives the request up; afterwards it must not complete. Called once at most.
  @inlinable
  public init(_ action: @escaping (CancellationReason) -> Void) { self.action = action }

  /// For what cannot be given up, or has ended.
  public static var none: Cancellation { Cancellation { _ in } }

  @usableFromInline
  func callAsFunction(_ reason: CancellationReason) { action(reason) }
}
