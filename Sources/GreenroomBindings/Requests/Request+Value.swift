extension Request where Reply: Sendable {
  /// Starts the request and waits for its reply: the `async throws` form of a call.
  ///
  /// To be awaited in a task of the view model (`Task { ... }` inside one of its methods), where it resumes on the same
  /// executor. Cancelling the task, and the end of the view model, cancel the request.
  ///
  /// - Throws: the service's error; ``ServiceError/Code/cancelled`` after a cancellation.
  public var value: Reply {
    get async throws(ServiceError) {
      let caller: (any Actor)? = #isolation
      guard let isolation = caller else {
        preconditionFailure("a request is awaited inside its view model: start the task in one of the actor's methods")
      }
      let awaited = AwaitedRequest<Reply>()
      let confined = Confined(awaited)
      let context = (isolation as? any ViewModel)?.home.context
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          awaited.start(self, context, continuation)
        }
      } onCancel: {
        // May run on any thread.
        Task { await Self.cancel(confined, on: isolation) }
      }
      return try result.get()
    }
  }

  private static func cancel(_ request: Confined<AwaitedRequest<Reply>>, on isolation: isolated any Actor) {
    request.value.cancel()
  }
}

/// One request that a task awaits; resumes it exactly once.
private final class AwaitedRequest<Reply: Sendable> {
  private var continuation: CheckedContinuation<Result<Reply, ServiceError>, Never>?
  private var cancellation: Cancellation?
  private var isFinished = false
  private var lifetime: Lifetime?
  private var number = 0

  func start(
    _ request: Request<Reply>, _ context: HomeContext?,
    _ continuation: CheckedContinuation<Result<Reply, ServiceError>, Never>
  ) {
    self.continuation = continuation
    lifetime = context?.lifetime.value
    if Task.isCancelled || isFinished || lifetime?.isStopped == true { return finish(.failure(Self.cancelled)) }
    number = lifetime?.open { [self] in cancel() } ?? 0
    let started = request.begin(context) { [self] in finish($0) }
    if !isFinished { cancellation = started }
  }

  func cancel() {
    guard !isFinished else { return }
    let running = cancellation
    cancellation = nil
    running?(.cancelled)
    finish(.failure(Self.cancelled))
  }

  private func finish(_ result: Result<Reply, ServiceError>) {
    isFinished = true
    cancellation = nil
    lifetime?.close(number)
    lifetime = nil
    let waiting = continuation
    continuation = nil
    waiting?.resume(returning: result)
  }

  private static var cancelled: ServiceError {
    ServiceError(code: .cancelled, message: "the request was cancelled")
  }
}
