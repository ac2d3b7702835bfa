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
  /// What becomes of a request when another is open.
  enum Policy {
    case latest, first, queue(limit: Int), all
  }

  private struct Open {
    let number: Int
    var cancellation: Cancellation?
  }

  private let policy: Policy
  private let context: HomeContext?
  private var open: [Open] = []
  private var waiting: [() -> Request<Reply>] = []
  private var lastNumber = 0
  private var isStopped = false
  private let startedSubject = PassthroughSubject<Void>()
  private let replySubject = PassthroughSubject<Result<Reply, ServiceError>>()
  private let countSubject = CurrentValueSubject(0)
  private let supersededSubject = PassthroughSubject<Void>()
  private let ignoredSubject = PassthroughSubject<Void>()

  init<Trigger>(
    _ triggers: Publisher<Trigger>, _ policy: Policy, _ request: @escaping (Trigger) -> Request<Reply>
  ) {
    self.policy = policy
    context = HomeContext.current
    let connect = { [self] in
      let subscription = triggers.subscribe(
        Subscriber(context: context) { [self] trigger in take { request(trigger) } })
      context?.lifetime.value.keep(
        Subscription { [self] in
          subscription.cancel()
          stop()
        })
    }
    if let context { context.lifetime.value.whenBound(connect) } else { connect() }
  }

  // MARK: What it tells

  /// Sends when a request starts, synchronously with the input that asks for it.
  public var started: Publisher<Void> { startedSubject.publisher }
  /// The outcome of each request that kept its place.
  public var reply: Publisher<Result<Reply, ServiceError>> { replySubject.publisher }
  /// The replies of those that succeeded.
  public var success: Publisher<Reply> { reply.compactMap { try? $0.get() } }
  /// The errors of those that failed.
  public var failure: Publisher<ServiceError> {
    reply.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }
  /// How many requests are open: the current number, then each change.
  public var openCount: Publisher<Int> { countSubject.publisher }
  /// Whether a request is open: the current answer, then each change. False comes after the reply.
  public var isBusy: Publisher<Bool> { countSubject.map { $0 > 0 }.removeDuplicates() }
  /// Sends when a newer request has taken the place of an open one (policy latest).
  public var superseded: Publisher<Void> { supersededSubject.publisher }
  /// Sends when an input is ignored since a request is open (policy first), or too many wait (policy queue).
  public var ignored: Publisher<Void> { ignoredSubject.publisher }

  // MARK: Requests

  private func take(_ request: @escaping () -> Request<Reply>) {
    guard !isStopped else { return }
    switch policy {
    case .all: start(request)
    case .first: if open.isEmpty { start(request) } else { ignoredSubject.send() }
    case .latest:
      if let older = open.popLast() {
        older.cancellation?(.superseded)
        supersededSubject.send()
      }
      start(request)
    case .queue(let limit):
      if open.isEmpty {
        start(request)
      } else if waiting.count < limit {
        waiting.append(request)
      } else {
        ignoredSubject.send()
      }
    }
  }

  private func start(_ request: () -> Request<Reply>) {
    lastNumber += 1
    let number = lastNumber
    open.append(Open(number: number))
    publishCount()
    startedSubject.send()
    // What `started` led to may have taken its place already.
    guard isOpen(number) else { return }
    let cancellation = request().begin(context) { [self] in complete(number, $0) }
    if let index = open.firstIndex(where: { $0.number == number }) { open[index].cancellation = cancellation }
  }

  private func isOpen(_ number: Int) -> Bool { open.contains { $0.number == number } }

  private func complete(_ number: Int, _ result: Result<Reply, ServiceError>) {
    guard !isStopped, isOpen(number) else { return }
    open.removeAll { $0.number == number }
    replySubject.send(result)
    if open.isEmpty, !waiting.isEmpty { start(waiting.removeFirst()) }
    publishCount()
  }

  private func publishCount() {
    if countSubject.value != open.count { countSubject.send(open.count) }
  }

  private func stop() {
    isStopped = true
    waiting = []
    let requests = open
    open = []
    for request in requests { request.cancellation?(.cancelled) }
  }
}
