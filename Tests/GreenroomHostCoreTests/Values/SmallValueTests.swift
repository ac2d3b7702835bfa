import GreenroomHostCore
import Testing

/// The small values that the core is made of.
struct SmallValueTests {
  // MARK: DeadlineQueue

  @Test func `deadlines come in the order of their time, and of their number at one time`() {
    for seed in 1...100 {
      var random = SplitMix64(seed: UInt64(seed))
      var queue = DeadlineQueue()
      var model: [(at: Duration, request: Int)] = []
      for request in 1...200 {
        let at = Duration.milliseconds(random.below(50))
        queue.insert(request, at: at, openCount: request) { _ in true }
        model.append((at, request))
      }
      model.sort { ($0.at, $0.request) < ($1.at, $1.request) }
      #expect(queue.earliest == model[0].at)
      var taken: [Int] = []
      while let request = queue.popDue(.seconds(1)) { taken.append(request) }
      #expect(taken == model.map(\.request), "seed \(seed)")
    }
  }

  @Test func `a deadline is due at its moment and not before`() {
    var queue = DeadlineQueue()
    queue.insert(1, at: .seconds(2), openCount: 1) { _ in true }
    #expect(queue.popDue(.milliseconds(1_999)) == nil)
    #expect(queue.popDue(.seconds(2)) == 1)
    #expect(queue.popDue(.seconds(9)) == nil)
    #expect(queue.earliest == nil)
  }

  @Test func `settled requests are thrown out and open ones stay`() {
    var queue = DeadlineQueue()
    var asked = 0
    for request in 1...10_000 {
      queue.insert(request, at: .seconds(20_000 - request), openCount: 1) {
        asked += 1
        return $0 == request || $0 == 1
      }
    }
    // Each throw-out looks at some 66 entries and happens once in 65 insertions.
    #expect(asked < 20_000)
    var taken: [Int] = []
    while let request = queue.popDue(.seconds(100_000)) { taken.append(request) }
    #expect(taken.count <= 2 + 66)
    #expect(taken.last == 1)
    #expect(taken.first == 10_000)
  }

  // MARK: NameTable

  @Test func `every name is found and no other`() {
    let table = NameTable()
    for number in 0..<1_000 { table.insert("name-\(number)", number) }
    // Alike at both ends, and of every length.
    for number in 0..<1_000 { table.insert("the name \(number) of a view model", number) }
    for length in 1..<40 { table.insert(String(repeating: "x", count: length), length) }
    table.insert("", 7)
    table.insert("Grün", 5)
    #expect(table.count == 2_041)
    for number in 0..<1_000 {
      #expect(table.find(Array("name-\(number)".utf8)[...]) == number)
      #expect(table.find("the name \(number) of a view model") == number)
    }
    for length in 1..<40 { #expect(table.find(String(repeating: "x", count: length)) == length) }
    #expect(table.find([]) == 7)
    for absent in [
      "name-1000", "name-", "Name-1", "Gru\u{308}n", "name-1\0", "the name 1000 of a view model", "xyx", "xxxxyxxx",
      "xxxxxxxxyxxxxxxx", "xxxxxxxxxxyxxxxxxxxxxx", "\0", "\0\0",
    ] {
      #expect(table.find(Array(absent.utf8)[...]) == nil, "\(absent)")
    }
  }

  // MARK: PluginLog

  private func lines(_ text: String, byteCount: Int = 1_000) -> (log: PluginLog, seen: [String]) {
    var log = PluginLog(byteCount: byteCount)
    var seen: [String] = []
    log.append(Array(text.utf8).span) { seen.append($0) }
    log.finish { seen.append($0) }
    return (log, seen)
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]), ("\n", [""]), ("a\r\n", ["a\r"]),
  ])
  func `standard error is cut into lines`(text: String, expected: [String]) {
    let (log, seen) = lines(text)
    #expect(seen == expected)
    #expect(log.all == expected)
  }

  @Test(arguments: [(4_095, [4_095]), (4_096, [4_096]), (4_097, [4_096, 1]), (8_192, [4_096, 4_096])])
  func `a long line is cut and no line is made up`(length: Int, expected: [Int]) {
    let (_, seen) = lines(String(repeating: "x", count: length) + "\nend\n", byteCount: 100_000)
    #expect(seen.map(\.utf8.count) == expected + [3])
  }

  // B46
  @Test func `a flood keeps the last lines and counts the others`() {
    var log = PluginLog(byteCount: 100)
    for number in 0..<10_000 { log.append(Array("line \(number)\n".utf8).span) { _ in } }
    let kept = log.all
    #expect(kept.reduce(0) { $0 + $1.utf8.count + 1 } <= 100)
    #expect(kept.last == "line 9999")
    #expect(log.last(2) == ["line 9998", "line 9999"])
  }

  @Test func `the last line is kept even if it is over the bound`() {
    let (log, _) = lines("short\n" + String(repeating: "x", count: 200), byteCount: 100)
    #expect(log.all.map(\.count) == [200])
  }

  @Test func `what is no UTF-8 does not stop the log`() {
    var log = PluginLog(byteCount: 100)
    log.append([0xff, 0xc3, 0x0a].span) { _ in }
    #expect(log.all == ["\u{fffd}\u{fffd}"])
  }

  // MARK: RateWindow

  @Test func `a window admits so many a second and counts the rest`() {
    var window = RateWindow(perSecond: 3)
    let begin = Duration.seconds(100)
    var admitted: [Bool] = []
    for moment in [0, 0, 0, 0, 0, 999, 1_000] { admitted.append(window.admits(begin + .milliseconds(moment))) }
    #expect(admitted == [true, true, true, false, false, false, true])
    let suppressed = [window.takeSuppressed(), window.takeSuppressed()]
    #expect(suppressed == [3, 0])
  }
}
