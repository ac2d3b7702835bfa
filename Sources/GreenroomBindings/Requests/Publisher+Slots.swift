extension PublisherConvertible {
  /// Makes a request of each value; a newer one cancels the older, whose reply emits nothing.
  ///
  /// Combine: `map { ... }.switchToLatest()`. Rx: `flatMapLatest`.
  @inlinable
  public func latest<Reply>(_ request: @escaping (Value) -> Request<Reply>) -> RequestSlot<Reply> {
    RequestSlot(publisher, .latest, request)
  }

  /// Makes a request of a value unless one is open; then the value is ignored, visibly.
  ///
  /// Combine: none. Rx: `flatMapFirst`.
  @inlinable
  public func first<Reply>(_ request: @escaping (Value) -> Request<Reply>) -> RequestSlot<Reply> {
    RequestSlot(publisher, .first, request)
  }

  /// Makes a request of each value, one after the other, so that replies come in the order of the values.
  ///
  /// Combine: `flatMap(maxPublishers: .max(1))`. Rx: `concatMap`.
  ///
  /// - Parameters:
  ///   - limit: how many values may wait; further ones are ignored, visibly.
  ///   - request: describes the request; called when its turn has come.
  /// - Returns: the slot.
  @inlinable
  public func queue<Reply>(
    limit: Int = 64, _ request: @escaping (Value) -> Request<Reply>
  ) -> RequestSlot<Reply> {
    RequestSlot(publisher, .queue(limit: limit), request)
  }

  /// Makes a request of each value at once; replies come in the order in which the service gives them.
  ///
  /// Combine: `flatMap`. Rx: `flatMap`. How many may be open is the host's limit; beyond it they fail with
  /// ``ServiceError/Code/busy``.
  @inlinable
  public func all<Reply>(_ request: @escaping (Value) -> Request<Reply>) -> RequestSlot<Reply> {
    RequestSlot(publisher, .all, request)
  }
}
