/// The host's side of a service: numbers the calls and gives each exactly one outcome.
///
/// Confined to the executor of the view models.
package protocol ServiceBackend: AnyObject {
  /// Starts a call.
  ///
  /// `complete` is called once, in a later turn, unless the call is cancelled.
  ///
  /// - Returns: the number of the call.
  func start<Arguments: Encodable, Reply: Decodable>(
    _ operation: String, _ arguments: Arguments?, deadline: Duration?, as: Reply.Type,
    complete: @escaping (Result<Reply, ServiceError>) -> Void
  ) -> Int

  /// Gives a call up; afterwards its `complete` is never called. A call that has ended is left alone.
  func cancel(_ call: Int, because reason: CancellationReason)
}
