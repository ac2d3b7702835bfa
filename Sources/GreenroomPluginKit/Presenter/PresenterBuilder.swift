/// Called when a view model was attached, with its state.
public struct OnAttached: Sendable {
  let handle: @Sendable (Attachment) async throws -> Void
  /// Handlers of one presenter never overlap, and see messages in the order of the wire. One that throws ends the
  /// presenter with status 1.
  public init(_ handle: @escaping @Sendable (Attachment) async throws -> Void) { self.handle = handle }
}

/// Called with each output of every attached view model.
public struct OnOutput: Sendable {
  let handle: @Sendable (Output) async throws -> Void
  /// While it runs, outputs wait: some 64 here and a pipe's worth, then in the host's bounded queue, where newer
  /// values replace older ones. One that throws ends the presenter with status 1.
  public init(_ handle: @escaping @Sendable (Output) async throws -> Void) { self.handle = handle }
}

/// Called when no more outputs of a view model follow.
public struct OnDetached: Sendable {
  let handle: @Sendable (Detachment) async throws -> Void
  /// One that throws ends the presenter with status 1.
  public init(_ handle: @escaping @Sendable (Detachment) async throws -> Void) { self.handle = handle }
}

/// Collects the handlers of a presenter; of several of one kind each is called, in order.
@resultBuilder
public enum PresenterBuilder {
  /// One or more handlers, as the builder hands them on.
  public struct Handlers: Sendable {
    var attached: [OnAttached] = []
    var output: [OnOutput] = []
    var detached: [OnDetached] = []
  }

  /// A handler of attachments.
  public static func buildExpression(_ handler: OnAttached) -> Handlers { Handlers(attached: [handler]) }
  /// A handler of outputs.
  public static func buildExpression(_ handler: OnOutput) -> Handlers { Handlers(output: [handler]) }
  /// A handler of detachments.
  public static func buildExpression(_ handler: OnDetached) -> Handlers { Handlers(detached: [handler]) }
  /// A statement that makes no handler, such as `print`.
  public static func buildExpression(_ nothing: Void) -> Handlers { Handlers() }
  /// The handlers of a block.
  public static func buildBlock(_ handlers: Handlers...) -> Handlers { buildArray(handlers) }
  /// The handlers of an `if` without `else`.
  public static func buildOptional(_ handlers: Handlers?) -> Handlers { handlers ?? Handlers() }
  /// The handlers of one branch.
  public static func buildEither(first handlers: Handlers) -> Handlers { handlers }
  /// The handlers of the other branch.
  public static func buildEither(second handlers: Handlers) -> Handlers { handlers }
  /// The handlers of a loop.
  public static func buildArray(_ handlers: [Handlers]) -> Handlers {
    Handlers(
      attached: handlers.flatMap(\.attached), output: handlers.flatMap(\.output),
      detached: handlers.flatMap(\.detached))
  }
}
