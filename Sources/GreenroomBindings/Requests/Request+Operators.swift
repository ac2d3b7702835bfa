extension Request {
  /// Changes the reply.
  ///
  /// Combine: `map`. Rx: `map` of a `Single`.
  @inlinable
  public func map<Other>(_ transform: @escaping (Reply) -> Other) -> Request<Other> {
    Request<Other>(home: home) { context, complete in begin(context) { complete($0.map(transform)) } }
  }

  /// Replaces a failure by another request, often ``just(_:)``.
  ///
  /// Combine: `catch`. Rx: `catch`. A request that was cancelled or superseded does not fail: it ends without a word.
  public func `catch`(_ recover: @escaping (ServiceError) -> Request) -> Request {
    Request(home: home) { context, complete in
      let stages = RequestStages()
      stages.replace {
        begin(context) { result in
          switch result {
          case .success: complete(result)
          case .failure(let error): stages.replace { recover(error).begin(context, complete) }
          }
        }
      }
      return stages.cancellation
    }
  }

  /// Starts the request again when it fails.
  ///
  /// Combine: `retry(_:)`, with a delay by hand. Rx: `retry(_:)`, `retry(when:)`. Difference: the number is that of the
  /// repetitions (as in Combine; in Rx it is that of all attempts).
  ///
  /// - Parameters:
  ///   - count: how often it is repeated after the first attempt. Without delay a request that fails at once is repeated within
  ///     the same call, one inside the other: give a delay if the number is large.
  ///   - delay: the wait before each repetition, in the view model's time; more than a year counts as a year.
  /// - Returns: a request that fails only after the last attempt.
  public func retry(_ count: Int, delay: Duration = .zero) -> Request {
    Request(home: home) { context, complete in
      let stages = RequestStages()
      attempt(left: count, delay, context, stages, complete)
      return stages.cancellation
    }
  }

  private func attempt(
    left: Int, _ delay: Duration, _ context: HomeContext?, _ stages: RequestStages, _ complete: @escaping Completion
  ) {
    stages.replace {
      begin(context) { result in
        guard case .failure = result, left > 0 else { return complete(result) }
        if delay <= .zero { return attempt(left: left - 1, delay, context, stages, complete) }
        stages.replace {
          let timer = HomeContext.schedule(context, "retry", after: delay) {
            attempt(left: left - 1, delay, context, stages, complete)
          }
          return Cancellation { _ in timer.cancel() }
        }
      }
    }
  }

  /// Fails with ``ServiceError/Code/deadline`` unless the reply comes in time; the call is cancelled.
  ///
  /// Combine: `timeout(_:scheduler:)`. Rx: `timeout(_:scheduler:)`. Difference: time is the view model's. A deadline that
  /// the service is to know is an argument of ``ServiceCaller/call(_:_:deadline:as:)``.
  public func timeout(_ limit: Duration) -> Request {
    Request(home: home) { context, complete in
      let stages = RequestStages()
      let timer = HomeContext.schedule(context, "timeout", after: limit) {
        stages.cancel(.cancelled)
        complete(.failure(ServiceError(code: .deadline, message: "no reply within \(limit)")))
      }
      stages.replace {
        begin(context) { result in
          timer.cancel()
          complete(result)
        }
      }
      return Cancellation { reason in
        timer.cancel()
        stages.cancel(reason)
      }
    }
  }
}

/// The steps of a request that follow each other; cancelling ends the one that runs.
private final class RequestStages {
  private var number = 0
  private var isCancelled: CancellationReason?
  private var current: Cancellation?

  /// Starts the next step. A step that completes at once may start another one within.
  func replace(_ start: () -> Cancellation) {
    guard isCancelled == nil else { return }
    number += 1
    let mine = number
    current = nil
    let cancellation = start()
    if let reason = isCancelled {
      if number == mine { cancellation(reason) }
    } else if number == mine {
      current = cancellation
    }
  }

  func cancel(_ reason: CancellationReason) {
    guard isCancelled == nil else { return }
    isCancelled = reason
    let running = current
    current = nil
    running?(reason)
  }

  var cancellation: Cancellation { Cancellation { self.cancel($0) } }
}
