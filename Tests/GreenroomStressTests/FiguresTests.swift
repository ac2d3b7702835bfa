import GreenroomStress
import Testing

/// A figure that cannot fail is worth nothing: each demand is shown both.
struct FiguresTests {
  private func isGood(_ enter: (inout Figures) -> Void) -> Bool {
    var figures = Figures("test")
    enter(&figures)
    return figures.isGood
  }

  @Test func `a demand is met up to its bound and not beyond`() {
    #expect(isGood { $0.demand("n", 5, is: 5) })
    #expect(!isGood { $0.demand("n", 4, is: 5) })
    #expect(isGood { $0.demand("n", 5, atMost: 5) })
    #expect(!isGood { $0.demand("n", 6, atMost: 5) })
    #expect(isGood { $0.demand("n", 5, atLeast: 5) })
    #expect(!isGood { $0.demand("n", 4, atLeast: 5) })
    #expect(isGood { $0.demand("n", .milliseconds(5), atMost: .milliseconds(5)) })
    #expect(!isGood { $0.demand("n", .microseconds(5001), atMost: .milliseconds(5)) })
    #expect(isGood { $0.demand("n", [0, 0], is: [0, 0]) })
    #expect(!isGood { $0.demand("n", [0, 1], is: [0, 0]) })
    #expect(!isGood { $0.demand("n", false) })
  }

  @Test func `one bad figure makes the whole bad and is named`() {
    var figures = Figures("row")
    figures.demand("lost", 0, is: 0)
    figures.demand("pause", .milliseconds(7), atMost: .milliseconds(5))
    figures.note("memory", "12 KiB")
    #expect(!figures.isGood)
    #expect(figures.verdict == "row: BAD: pause 7.00 ms, demanded at most 5.00 ms")
    #expect(figures.text.contains("pause   7.00 ms (at most 5.00 ms)  <- BAD"))
  }

  @Test func `notes alone prove nothing`() {
    var figures = Figures("row")
    figures.note("memory", "12 KiB")
    #expect(figures.isEmpty)
    #expect(figures.verdict == "row: BAD: nothing was judged")
  }

  @Test func `a percentile is the time that so many do not exceed`() {
    let latencies = Latencies((0..<200).map { .milliseconds(199 - $0) })
    #expect(latencies.percentile(50) == .milliseconds(100))
    #expect(latencies.percentile(99) == .milliseconds(198))
    #expect(latencies.slowest == .milliseconds(199))
    #expect(Latencies([]).percentile(99) == .zero)
  }
}
