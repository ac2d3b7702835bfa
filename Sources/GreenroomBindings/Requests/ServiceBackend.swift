/// The host's side of a service: numbers the calls and gives each exactly one outcome.
///
/// Confined to the executor of the view models.
@usableFromInline
package protocol ServiceBackend: AnyObject {
  /// Starts a call.
  ///
  /// `outcome` is called in a later turn, unless the call is cancelled; if it throws, once more with the failure that this
  /// means. It is made where the type of the reply is known, so that nothing on the way has to be general.
  ///
  /// - Returns: the number of the call.
  func start(
    _ operation: String, _ arguments: any Encodable, deadline: Duration?,
    outcome: @escaping (ServiceOutcome) throws -> Void
  ) -> Int

  /// The same for an operation without arguments.
  func start(_ operation: String, deadline: Duration?, outcome: @escaping (ServiceOutcome) throws -> Void) -> Int

  /// Gives a call up; afterwards its outcome is never told. A call that has ended is left alone.
  func cancel(_ call: Int, because reason: CancellationReason)
}

/// How a call has ended, before its reply has been read.
@usableFromInline
package enum ServiceOutcome {
  /// The reply, still to be decoded.
  case reply(any ReplyReader)
  /// The reply as a value; one of another type is a `ReplyTypeMismatch`.
  case value(Any)
  /// There is no reply.
  case failure(ServiceError)
}

/// A reply was given as a value of another type than the caller expects.
@usableFromInline
package struct ReplyTypeMismatch: Error {
  /// What the caller expects.
  package let expected: any Any.Type

  @usableFromInline
  init(expected: any Any.Type) { self.expected = expected }
}

/// The reply of a service, which is read once, by who knows its type.
///
/// Confined to the executor of the view models.
@usableFromInline
package protocol ReplyReader: AnyObject {
  /// Initialises the memory with the reply as a value of a type.
  ///
  /// Memory, and no generic result: a requirement that is called through a protocol knows the type at run time only, which would
  /// take as long as the decoding.
  ///
  /// - Returns: false if the reply has to be decoded; then the memory is as before.
  func read(_ type: any Any.Type, into memory: UnsafeMutableRawPointer) -> Bool

  /// Hands over a decoder of the reply.
  func decode(_ body: (any Decoder) throws -> Void) throws
}
