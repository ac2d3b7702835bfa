/// The place where a stream of inputs becomes requests and their replies, by a policy.
///
/// Made by ``PublisherConvertible/latest(_:)``, ``PublisherConvertible/first(_:)``, ``PublisherConvertible/queue(limit:_:)``
/// and ``PublisherConvertible/all(_:)``. It begins when the view model's ports are bound. With each request, in order:
/// ``superseded`` or ``ignored`` if something is given up; ``openCount`` and ``isBusy``; ``started``; and later ``reply``,
/// then ``openCount`` and ``isBusy`` again.
///
/// Combine: `flatMap` or `map { ... }.switchToLatest()` over `Future`s, with `catch` in each and a subject for the
/// activity. Rx: `flatMapLatest`, `flatMapFirst`, `concatMap`, `flatMap`, and an activity indicator. Difference: a failure
/// is a value, a request that lost its place is cancelled at the service and emits nothing, and both are visible.
public final class RequestSlot<Reply> {
  /// All of it that does not depend on the type of the reply.
  @usableFromInline let requests: OpenRequests
  @usableFromInline let context: HomeContext?
  @usableFromInline let replies = Broadcast<Result<Reply, ServiceError>>()

  @inlinable
  init<Trigger>(
    _ triggers: Publisher<Trigger>, _ policy: OpenRequests.Policy, _ request: @escaping (Trigger) -> Request<Reply>
  ) {
    requests = OpenRequests(policy)
    context = HomeContext.ambient
    requests.connect(context) { [self] in
      triggers.subscribe(
        Subscriber(context: context) { [self] trigger in
          switch requests.admit() {
          case .start: start { request(trigger) }
          case .wait: requests.wait { [self] in start { request(trigger) } }
          case .ignore: break
          }
        })
    }
  }

  // MARK: What it tells

  /// Sends when a request starts, synchronously with the input that asks for it.
  public var started: Publisher<Void> { requests.started.publisher }
  /// The outcome of each request that kept its place.
  @inlinable public var reply: Publisher<Result<Reply, ServiceError>> { replies.publisher }
  /// The replies of those that succeeded.
  @inlinable public var success: Publisher<Reply> {
    reply.compactMap { if case .success(let value) = $0 { value } else { nil } }
  }
  /// The errors of those that failed.
  @inlinable public var failure: Publisher<ServiceError> {
    reply.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }
  /// How many requests are open: the current number, then each change.
  public var openCount: Publisher<Int> { requests.count.publisher }
  /// Whether a request is open: the current answer, then each change. False comes after the reply.
  public var isBusy: Publisher<Bool> { requests.count.map { $0 > 0 }.removeDuplicates() }
  /// Sends when a newer request has taken the place of an open one (policy latest).
  public var superseded: Publisher<Void> { requests.superseded.publisher }
  /// Sends when an input is ignored since a request is open (policy first), or too many wait (policy queue).
  public var ignored: Publisher<Void> { requests.ignored.publisher }

  // MARK: Requests

  @inlinable
  func start(_ request: () -> Request<Reply>) {
    guard let number = requests.open() else { return }
    requests.began(number, request().begin(context) { [self] in complete(number, $0) })
  }

  @inlinable
  func complete(_ number: Int, _ result: Result<Reply, ServiceError>) {
    guard requests.close(number) else { return }
    replies.send(result)
    requests.settled()
  }
}
