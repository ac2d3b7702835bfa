/// Collects the parts of a service: its operations and, at most once, its state.
@resultBuilder
public enum ServiceBuilder {
  /// One or more parts, as the builder hands them on.
  public struct Parts: Sendable {
    var operations: [ServiceOperation] = []
    var states: [ServiceState] = []
  }

  /// An operation.
  public static func buildExpression(_ operation: ServiceOperation) -> Parts { Parts(operations: [operation]) }
  /// State that a swap carries over.
  public static func buildExpression(_ state: ServiceState) -> Parts { Parts(states: [state]) }
  /// A statement that makes no part, such as `print`.
  public static func buildExpression(_ nothing: Void) -> Parts { Parts() }
  /// The parts of a block.
  public static func buildBlock(_ parts: Parts...) -> Parts { buildArray(parts) }
  /// The parts of an `if` without `else`.
  public static func buildOptional(_ parts: Parts?) -> Parts { parts ?? Parts() }
  /// The parts of one branch.
  public static func buildEither(first parts: Parts) -> Parts { parts }
  /// The parts of the other branch.
  public static func buildEither(second parts: Parts) -> Parts { parts }
  /// The parts of a loop.
  public static func buildArray(_ parts: [Parts]) -> Parts {
    Parts(operations: parts.flatMap(\.operations), states: parts.flatMap(\.states))
  }
}
