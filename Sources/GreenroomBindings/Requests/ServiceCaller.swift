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
  private let backend: Confined<any ServiceBackend>?
  private let reason: String
  /// The home of the view model that it was given to.
  private var home: HomeContext?

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
  public func call<Reply: Decodable & Sendable>(
    _ operation: String, deadline: Duration? = nil, as type: Reply.Type = Reply.self
  ) -> Request<Reply> {
    request(operation, NoArguments?.none, deadline)
  }

  /// Describes a call of an operation with arguments that has nothing to reply but that it is done.
  ///
  /// - Parameters:
  ///   - operation: the name of the operation, without the service's.
  ///   - arguments: a struct; its members are the labelled arguments.
  ///   - deadline: how long the reply is waited for, which the service is told; nil takes the configuration's.
  /// - Returns: the call, not started.
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
  public func call(_ operation: String, deadline: Duration? = nil) -> Request<Void> {
    request(operation, NoArguments?.none, deadline).map { (_: NoReply) in }
  }

  private func request<Arguments: Encodable & Sendable, Reply: Decodable & Sendable>(
    _ operation: String, _ arguments: Arguments?, _ deadline: Duration?
  ) -> Request<Reply> {
    guard let backend else { return .failure(ServiceError(code: .unavailable, message: reason)) }
    return Request(home: home) { _, complete in
      let number = backend.value.start(operation, arguments, deadline: deadline, as: Reply.self, complete: complete)
      return Cancellation { reason in backend.value.cancel(number, because: reason) }
    }
  }
}

/// The arguments of an operation that has none.
private struct NoArguments: Encodable, Sendable {}

/// The reply of an operation that has nothing to say: any value is taken for it.
package struct NoReply: Decodable, Sendable {
  /// A reply without content.
  package init() {}
  /// Takes any value.
  package init(from decoder: any Decoder) {}
}
