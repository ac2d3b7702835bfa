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
  @usableFromInline let backend: Confined<any ServiceBackend>?
  @usableFromInline let reason: String
  /// The home of the view model that it was given to.
  @usableFromInline var home: HomeContext?

  /// A service that the host numbers the calls of.
  package init(backend: any ServiceBackend) {
    self.backend = Confined(backend)
    reason = ""
  }

  /// A service that is not there: each call fails.
  package init(unavailable reason: String) {
    backend = nil
    self.reason = reason
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
  ///   - deadline: how long the reply is waited for, which the service is told; nil takes the configuration's.
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
  ///   - deadline: how long the reply is waited for, which the service is told; nil takes the configuration's.
  ///   - type: the type of the reply.
  /// - Returns: the call, not started.
  @inlinable
  public func call<Reply: Decodable & Sendable>(
    _ operation: String, deadline: Duration? = nil, as type: Reply.Type = Reply.self
  ) -> Request<Reply> {
    request(operation, nil, deadline)
  }

  /// Describes a call of an operation with arguments that has nothing to reply but that it is done.
  ///
  /// - Parameters:
  ///   - operation: the name of the operation, without the service's.
  ///   - arguments: a struct; its members are the labelled arguments.
  ///   - deadline: how long the reply is waited for, which the service is told; nil takes the configuration's.
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
  ///   - deadline: how long the reply is waited for, which the service is told; nil takes the configuration's.
  /// - Returns: the call, not started.
  @inlinable
  public func call(_ operation: String, deadline: Duration? = nil) -> Request<Void> {
    request(operation, nil, deadline).map { (_: NoReply) in }
  }

  @inlinable
  func request<Reply: Decodable & Sendable>(
    _ operation: String, _ arguments: (any Encodable & Sendable)?, _ deadline: Duration?
  ) -> Request<Reply> {
    guard let backend else { return .failure(ServiceError(code: .unavailable, message: reason)) }
    return Request(home: home) { _, complete in
      let number = backend.value.start(operation, arguments, deadline: deadline) { outcome in
        switch outcome {
        case .reply(let decoder): complete(.success(try Reply(from: decoder)))
        case .value(let value):
          guard let reply = value as? Reply else { throw ReplyTypeMismatch(expected: Reply.self) }
          complete(.success(reply))
        case .failure(let error): complete(.failure(error))
        }
      }
      return Cancellation(of: number, at: backend)
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
