/// One service as a view model calls it, whatever plugin serves it at the moment.
///
/// Remotes are written by hand over it, one method for each operation:
///
/// ```swift
/// struct RemoteQuotes: QuoteService {
///   let service: ServiceCaller
///   func random() -> Request<Quote> { service.call("random") }
/// }
/// ```
public struct ServiceCaller: Sendable {
  /// Who takes the calls, or why nobody does. No optional, which Swift copies through its runtime.
  @usableFromInline
  enum Target {
    case backend(any ServiceBackend)
    case nobody(reason: String)
  }

  /// Unchecked for the reason that `Confined` gives. Not in one, since it is copied with each call.
  @usableFromInline nonisolated(unsafe) let target: Target
  /// The home of the view model that it was given to.
  @usableFromInline var home: HomeContext?

  /// A service that the host numbers the calls of.
  package init(backend: any ServiceBackend) {
    target = .backend(backend)
  }

  /// A service that is not there: each call fails.
  package init(unavailable reason: String) {
    target = .nobody(reason: reason)
  }

  /// The same service for the view model that is being constructed.
  var atHome: ServiceCaller {
    var caller = self
    caller.home = HomeContext.current
    return caller
  }

  /// Describes a call of an operation with arguments.
  ///
  /// - Parameters:
  ///   - operation: the name of the operation, without the service's.
  ///   - arguments: a struct; its members are the labelled arguments.
  ///   - deadline: how long the reply is waited for, which the service is told; nil takes the configuration's. More than a year
  ///     counts as a year.
  ///   - type: the type of the reply.
  /// - Returns: the call, not started.
  @inlinable
  public func call<Arguments: Encodable & Sendable, Reply: Decodable & Sendable>(
    _ operation: String, _ arguments: Arguments, deadline: Duration? = nil, as type: Reply.Type = Reply.self
  ) -> Request<Reply> {
    request(operation, arguments, deadline)
  }

  /// Describes a call of an operation without arguments.
  ///
  /// - Parameters:
  ///   - operation: the name of the operation, without the service's.
  ///   - deadline: how long the reply is waited for, which the service is told; nil takes the configuration's. More than a year
  ///     counts as a year.
  ///   - type: the type of the reply.
  /// - Returns: the call, not started.
  @inlinable
  public func call<Reply: Decodable & Sendable>(
    _ operation: String, deadline: Duration? = nil, as type: Reply.Type = Reply.self
  ) -> Request<Reply> {
    request(operation, deadline)
  }

  /// Describes a call of an operation with arguments that has nothing to reply but that it is done.
  ///
  /// - Parameters:
  ///   - operation: the name of the operation, without the service's.
  ///   - arguments: a struct; its members are the labelled arguments.
  ///   - deadline: how long the reply is waited for, which the service is told; nil takes the configuration's. More than a year
  ///     counts as a year.
  /// - Returns: the call, not started.
  @inlinable
  public func call<Arguments: Encodable & Sendable>(
    _ operation: String, _ arguments: Arguments, deadline: Duration? = nil
  ) -> Request<Void> {
    request(operation, arguments, deadline).map { (_: NoReply) in }
  }

  /// Describes a call of an operation without arguments that has nothing to reply but that it is done.
  ///
  /// - Parameters:
  ///   - operation: the name of the operation, without the service's.
  ///   - deadline: how long the reply is waited for, which the service is told; nil takes the configuration's. More than a year
  ///     counts as a year.
  /// - Returns: the call, not started.
  @inlinable
  public func call(_ operation: String, deadline: Duration? = nil) -> Request<Void> {
    request(operation, deadline).map { (_: NoReply) in }
  }

  // Two alike, since a closure that holds either way of starting would be one allocation more for each call.

  @inlinable
  func request<Reply: Decodable & Sendable>(
    _ operation: String, _ arguments: some Encodable & Sendable, _ deadline: Duration?
  ) -> Request<Reply> {
    switch target {
    case .nobody(let reason): return .failure(ServiceError(code: .unavailable, message: reason))
    case .backend(let backend):
      return Request(home: home) { _, complete in
        let call = backend.start(operation, arguments, deadline: deadline) { try Self.complete($0, complete) }
        return Cancellation(of: call, at: backend)
      }
    }
  }

  @inlinable
  func request<Reply: Decodable & Sendable>(_ operation: String, _ deadline: Duration?) -> Request<Reply> {
    switch target {
    case .nobody(let reason): return .failure(ServiceError(code: .unavailable, message: reason))
    case .backend(let backend):
      return Request(home: home) { _, complete in
        let call = backend.start(operation, deadline: deadline) { try Self.complete($0, complete) }
        return Cancellation(of: call, at: backend)
      }
    }
  }

  @inlinable @inline(__always)
  static func complete<Reply: Decodable>(
    _ outcome: ServiceOutcome, _ complete: (Result<Reply, ServiceError>) -> Void
  ) throws {
    switch outcome {
    case .reply(let reader): complete(.success(try value(of: reader)))
    case .value(let value):
      guard let reply = value as? Reply else { throw ReplyTypeMismatch(expected: Reply.self) }
      complete(.success(reply))
    case .failure(let error): complete(.failure(error))
    }
  }

  @inlinable @inline(__always)
  static func value<Reply: Decodable>(of reader: any ReplyReader) throws -> Reply {
    try withUnsafeTemporaryAllocation(of: Reply.self, capacity: 1) { room in
      // SAFETY: initialised if and only if `read` says so.
      if let place = room.baseAddress, reader.read(Reply.self, into: place) { return place.move() }
      var decoded: Reply?
      try reader.decode { decoded = try Reply(from: $0) }
      guard let decoded else { preconditionFailure("BUG: a reply was not handed over to be decoded") }
      return decoded
    }
  }
}

/// The reply of an operation that has nothing to say: any value is taken for it.
@usableFromInline
package struct NoReply: Decodable, Sendable {
  /// A reply without content.
  package init() {}
  /// Takes any value.
  @usableFromInline
  package init(from decoder: any Decoder) {}
}
