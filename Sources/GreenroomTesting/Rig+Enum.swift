public import GreenroomBindings
public import Testing

extension Rig {
  /// Sends an input, as one turn to the end of its synchronous work.
  ///
  /// - Returns: the number of the turn, the cause of the outputs that it makes.
  @discardableResult
  public func send<Input>(_ input: Input) -> Int where Model.Inputs == Publisher<Input> {
    turn("the input \(input)") { binder.send(case: input) }
  }

  /// Expects the next outputs, in this order.
  ///
  /// - Parameters:
  ///   - expected: the outputs, replayed ones included.
  ///   - cause: the number of the turn that must have caused them; nil accepts any.
  ///   - sourceLocation: where an issue is reported.
  public func expect<Output: Equatable>(
    _ expected: Output..., cause: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) where Model.Outputs == Publisher<Output> {
    for value in expected {
      check("\(value)", cause: cause, sourceLocation) { $0.value as? Output == value }
    }
  }
}

extension Rig {
  /// Compares the next emission with what is expected.
  func check(
    _ expected: String, cause: Int?, _ sourceLocation: SourceLocation, _ matches: (Emission) -> Bool
  ) {
    guard let emission = record.takeNext() else {
      report("expected \(expected), but there was no output by \(now)", at: sourceLocation)
      return
    }
    guard matches(emission) else {
      report("expected \(expected), but got \(emission.description)", at: sourceLocation)
      return
    }
    if let cause, cause != emission.cause {
      report("expected turn #\(cause) to cause \(expected), but got \(emission.description)", at: sourceLocation)
    }
  }
}
