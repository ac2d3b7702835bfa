/// One call of a service, described but not started.
///
/// Service protocols return it, so that both forms of the tutorials come from one method:
///
/// ```swift
/// protocol QuoteService: Sendable { func random() -> Request<Quote> }
///
/// let fetch = input.latest { _ in self.quotes.random() }    // a slot: replies as a publisher
/// let quote = try await quotes.random().value               // async throws, in a task of the actor
/// ```
///
/// Combine: `Deferred { Future { ... } }` of a failing publisher. Rx: `Single`. Difference: the failure type is always
/// ``ServiceError``, and a request may know why it is cancelled. Starting it twice makes two calls.
public struct Request<Reply> {
  @usableFromInline typealias Completion = (Result<Reply, ServiceError>) -> Void
  /// The home of the view model that it belongs to, if it comes from one of its services.
  @usableFromInline let home: HomeContext?
  @usableFromInline let begin: (_ context: HomeContext?, _ complete: @escaping Completion) -> Cancellation

  @inlinable
  init(home: HomeContext?, begin: @escaping (_ context: HomeContext?, _ complete: @escaping Completion) -> Cancellation)
  {
    self.home = home
    self.begin = begin
  }

  /// Describes a call.
  ///
  /// - Parameter start: starts the call, and calls `complete` once, on the view model's executor, unless the cancellation
  ///   that it returns was called.
  @inlinable
  public init(_ start: @escaping (_ complete: @escaping (Result<Reply, ServiceError>) -> Void) -> Cancellation) {
    self.init(home: nil) { _, complete in start(complete) }
  }

  /// A request that succeeds at once.
  ///
  /// Combine: `Just`. Rx: `Single.just`.
  @inlinable
  public static func just(_ reply: Reply) -> Request {
    Request { complete in
      complete(.success(reply))
      return .none
    }
  }

  /// A request that fails at once.
  ///
  /// Combine: `Fail`. Rx: `Single.error`.
  @inlinable
  public static func failure(_ error: ServiceError) -> Request {
    Request { complete in
      complete(.failure(error))
      return .none
    }
  }
}
