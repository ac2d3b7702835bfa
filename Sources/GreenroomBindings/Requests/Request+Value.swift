extension Request where Reply: Sendable {
  /// Starts the request and waits for its reply: the `async throws` form of a call.
  ///
  /// Usually awaited in a task of the view model (`Task { ... }` inside one of its methods), where it resumes on the same
  /// executor. A call of a service may be awaited anywhere: it starts and ends at the view model's home. Cancelling the
  /// task, and the end of the view model, cancel the request.
  ///
  /// - Throws: the service's error; ``ServiceError/Code/cancelled`` after a cancellation.
  public var value: Reply {
    get async throws(ServiceError) {
      let caller: (any Actor)? = #isolation
      let context = home ?? (caller as? any ViewModel)?.home.context ?? HomeContext.current
      let gate = context?.gate
      guard let place = gate ?? caller else {
        fatalError("a request without a service is awaited inside a view model: start the task in its methods")
      }
      let awaited = Confined(AwaitedRequest<Reply>(), on: context?.executor)
      return try await Self.outcome(of: Confined(self), awaited, context, place, isolation: caller).get()
    }
  }

  /// The closures name `isolation`, or they would leave the caller's executor; the preference is there for what resumes
  /// outside of any actor, which would otherwise pass through the global pool.
  private static func outcome(
    of request: Confined<Request>, _ awaited: Confined<AwaitedRequest<Reply>>, _ context: HomeContext?,
    _ place: any Actor, isolation: isolated (any Actor)?
  ) async -> Result<Reply, ServiceError> {
    let isAtHome = context.map { $0.executor.isIsolatingCurrentContext() ?? false } ?? true
    return await withTaskExecutorPreference(isAtHome ? context?.executor : nil) {
      _ = isolation
      return await withTaskCancellationHandler {
        _ = isolation
        return await withCheckedContinuation { continuation in
          if isAtHome {
            awaited.value.start(request.value, context, continuation)
          } else {
            Task(executorPreference: context?.executor) {
              await Self.start(awaited, request, context, continuation, on: place)
            }
          }
        }
      } onCancel: {
        // May run on any thread.
        Task(executorPreference: context?.executor) { await Self.cancel(awaited, on: place) }
      }
    }
  }

  private static func start(
    _ awaited: Confined<AwaitedRequest<Reply>>, _ request: Confined<Request>, _ context: HomeContext?,
    _ continuation: AwaitedRequest<Reply>.Continuation, on place: isolated any Actor
  ) {
    awaited.value.start(request.value, context, continuation)
  }

  private static func cancel(_ awaited: Confined<AwaitedRequest<Reply>>, on place: isolated any Actor) {
    awaited.value.cancel()
  }
}

/// One request that a task awaits; resumes it exactly once.
private final class AwaitedRequest<Reply: Sendable> {
  typealias Continuation = CheckedContinuation<Result<Reply, ServiceError>, Never>

  private var continuation: Continuation?
  private var cancellation: Cancellation?
  private var isFinished = false
  private var lifetime: Lifetime?
  private var number = 0

  func start(_ request: Request<Reply>, _ context: HomeContext?, _ continuation: Continuation) {
    self.continuation = continuation
    lifetime = context?.lifetime.value
    if isFinished || lifetime?.isStopped == true { return finish(.failure(Self.cancelled)) }
    number = lifetime?.open { [self] in cancel() } ?? 0
    let started = request.begin(context) { [self] in finish($0) }
    if !isFinished { cancellation = started }
  }

  /// Cancels it, even before it has started.
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
