import GreenroomBindings
import GreenroomTesting
import Testing

/// Runs an operator over drawn sources and draws what comes out.
///
/// One character is one second: `-` nothing, a letter or digit a value, `(ab)` two values in one second. In a result a
/// value of more than one character stands in brackets, `[ab]`. Subscribers come before the first second's values.
final class Marbles {
  let executor = ManualExecutor()
  let clock: SteppedClock
  let context: HomeContext
  private var drawn: [Int: [String]] = [:]
  private var secondCount = 0

  init() {
    let executor = executor
    clock = SteppedClock { fire in executor.enter(fire) }
    context = HomeContext(executor: executor, scheduler: clock)
  }

  /// Draws what `build` makes of the sources; `extra` seconds pass after the longest.
  static func draw(
    _ sources: String..., extra: Int = 0, _ build: (Marbles, [Publisher<Character>]) -> Publisher<String>
  ) -> String {
    let marbles = Marbles()
    let parsed = sources.map(parse)
    let subjects = marbles.inside {
      let subjects = sources.map { _ in PassthroughSubject<Character>() }
      marbles.record(build(marbles, subjects.map(\.publisher)))
      marbles.context.lifetime.value.endTransform()
      return subjects
    }
    marbles.play(parsed, into: subjects, extra: extra)
    return marbles.drawing
  }

  /// Runs code of the view model that the sources belong to.
  func inside<Result>(_ body: () -> Result) -> Result {
    executor.enter { HomeContext.with(context, body) }
  }

  func record(_ publisher: Publisher<String>) {
    publisher.sink { [self] value in
      drawn[second, default: []].append(value.count == 1 ? value : "[\(value)]")
    }
  }

  func play(_ sources: [[[Character]]], into subjects: [PassthroughSubject<Character>], extra: Int) {
    secondCount = (sources.map(\.count).max() ?? 0) + extra
    for second in 0..<secondCount {
      executor.enter {
        for (source, subject) in zip(sources, subjects) where second < source.count {
          for value in source[second] { subject.send(value) }
        }
      }
      if second + 1 < secondCount { clock.advance(by: .seconds(1)) }
    }
  }

  var second: Int { Int(clock.now / .seconds(1)) }

  var drawing: String {
    (0..<secondCount).map { second in
      let values = drawn[second] ?? []
      return values.count > 1 ? "(\(values.joined()))" : values.first ?? "-"
    }.joined()
  }

  static func parse(_ drawing: String) -> [[Character]] {
    var seconds: [[Character]] = []
    var group: [Character]?
    for character in drawing {
      switch character {
      case "(": group = []
      case ")":
        seconds.append(group ?? [])
        group = nil
      case "-" where group == nil: seconds.append([])
      default: if group == nil { seconds.append([character]) } else { group?.append(character) }
      }
    }
    return seconds
  }

  /// A request that succeeds, or fails if its value is `x`, after some seconds.
  func request(_ value: Character, seconds: Int) -> Request<String> {
    Request { [clock] complete in
      let timer = clock.schedule(after: .seconds(seconds)) {
        complete(value == "x" ? .failure(ServiceError(code: .unavailable, message: "x")) : .success("\(value)"))
      }
      return Cancellation { _ in timer.cancel() }
    }
  }
}

extension Result where Success == String, Failure == ServiceError {
  /// The value, or `!` for a failure.
  var mark: String { (try? get()) ?? "!" }
}
