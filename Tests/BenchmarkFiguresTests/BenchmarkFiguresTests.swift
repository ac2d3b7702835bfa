import BenchmarkFigures
import Testing

/// The arithmetic of the benchmark; nothing here measures.
@Suite struct BenchmarkFiguresTests {
  @Test(arguments: [([3.0], 3.0), ([3, 1, 2], 2), ([4, 1, 3, 2], 2.5), ([1, 1, 9], 1)] as [([Double], Double)])
  func `a median is the middle of what is sorted`(_ values: [Double], _ median: Double) {
    #expect(Sample(values).median == median)
  }

  @Test func `a sample of nothing has no median`() {
    #expect(Sample([]).median.isNaN)
  }

  @Test func `a presenter's result is read with its repeated names`() throws {
    let result = try PeerResult("restart 12\nrestart 10\nmemory 4096\n")
    #expect(result["restart"] == [12, 10])
    #expect(result["memory"] == [4096])
    #expect(result["p50"] == [])
  }

  @Test(arguments: ["memory", "memory x", "memory 1 2", "memory nan"])
  func `a line that is no figure is an error that shows it`(_ line: String) {
    #expect(throws: PeerResultError(line: line)) { try PeerResult("p50 1\n" + line) }
  }

  @Test func `a ratio above 1 is worse, whichever way the figure goes`() {
    var time = Figure("a", "ns")
    time.add(greenroom: 20, relay: 10)
    var rate = Figure("b", "/s", .moreIsBetter)
    rate.add(greenroom: 10, relay: 20)
    #expect(time.ratio.median == 2)
    #expect(rate.ratio.median == 2)
  }

  @Test func `a figure without the relay has no ratio`() {
    var figure = Figure("memory", "B", digits: 0)
    figure.add(greenroom: 1234.4, relay: nil)
    #expect(figure.row == ["memory, B", "1,234", "", "", ""])
  }

  @Test(
    arguments: [
      (1_234_567.891, 1, "1,234,567.9"), (0.05, 2, "0.05"), (-12.0, 0, "-12"), (999.96, 1, "1,000.0"), (.nan, 1, "-"),
    ] as [(Double, Int, String)])
  func `numbers are written with digits and thousands`(_ value: Double, _ digits: Int, _ text: String) {
    #expect(Figure.text(value, digits) == text)
  }

  @Test func `columns stand under each other`() {
    #expect(FigureTable.lines([["", "one"], ["name", "1"], ["n", ""]]) == ["      one", "name    1", "n"])
  }
}
