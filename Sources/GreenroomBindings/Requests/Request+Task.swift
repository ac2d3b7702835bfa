extension Request where Reply: Sendable {
  /// A request that runs an `async` function: for a service whose protocol is written in the `async throws` form.
  ///
  /// ```swift
  /// let fetch = input.latest { [quotes] _ in .task { try await quotes.random() } }
  /// ```
  ///
  /// Combine: `Future { promise in Task { ... } }`. Rx: `Single.create`. The function runs on the view model's executor,
  /// so that nothing leaves the thread; cancelling the request cancels its task. A failure that is no ``ServiceError``
  /// becomes one with the code ``ServiceError/Code/unavailable``.
  ///
  /// - Parameter operation: what the request does; what it captures is `Sendable`.
  /// - Returns: the request, not started.
  public static func task(_ operation: @escaping @Sendable () async throws -> Reply) -> Request {
    Request(home: HomeContext.current) { context, complete in
      guard let context else {
        fatalError("task needs a view model's executor: build it in `transform` or its initialiser")
      }
      let outcome = Confined(TaskOutcome(complete), on: context.executor)
      let executor = context.executor
      let gate = context.gate
      let task = Task(executorPreference: executor) {
        let result = await HomeContext.$current.withValue(context) { await Self.result(of: operation) }
        await gate.run { outcome.value.complete(result) }
      }
      return Cancellation { _ in
        outcome.value.forget()
        task.cancel()
      }
    }
  }

  private static func result(of operation: @Sendable () async throws -> Reply) async -> Result<Reply, ServiceError> {
    do {
      return .success(try await operation())
    } catch let error as ServiceError {
      return .failure(error)
    } catch is CancellationError {
      return .failure(ServiceError(code: .cancelled, message: "the request was cancelled"))
    } catch {
      return .failure(ServiceError(code: .unavailable, message: "\(error)"))
    }
  }
}

/// Who waits for a task, until the request is given up.
private final class TaskOutcome<Reply> {
  private var completion: ((Result<Reply, ServiceError>) -> Void)?

  init(_ completion: @escaping (Result<Reply, ServiceError>) -> Void) { self.completion = completion }

  func complete(_ result: Result<Reply, ServiceError>) {
    let waiting = completion
    completion = nil
    waiting?(result)
  }

  func forget() { completion = nil }
}
