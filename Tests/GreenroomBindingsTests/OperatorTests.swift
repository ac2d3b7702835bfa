import GreenroomBindings
import GreenroomTesting
import Testing

/// Each operator, drawn: the sources above, what comes out below.
@Suite struct OperatorTests {
  private func number(_ value: Character) -> Int { value.wholeNumberValue ?? 0 }

  @Test func `map changes each value`() {
    let result = Marbles.draw(
      "-a--b(cd)-"
    ) { $1[0].map { $0.uppercased() } }
    #expect(
      result == "-A--B(CD)-")
  }

  @Test func `filter lets through what a condition holds for`() {
    let result = Marbles.draw(
      "-1-2-3-4-"
    ) { $1[0].filter { number($0) % 2 == 0 }.map(String.init) }
    #expect(
      result == "---2---4-")
  }

  @Test func `compactMap drops what becomes nil`() {
    let result = Marbles.draw(
      "-a-1-b-2-"
    ) { $1[0].compactMap { $0.isNumber ? "\($0)" : nil } }
    #expect(
      result == "---1---2-")
  }

  @Test func `flatMap sends several values for one, in order`() {
    let result = Marbles.draw(
      "-0-1-2---3---"
    ) { $1[0].flatMap { value in Array(repeating: "\(value)", count: number(value)) } }
    #expect(
      result == "---1-(22)---(333)---")
  }

  @Test func `scan sends every result and not the initial one`() {
    let result = Marbles.draw(
      "-1-2--1-"
    ) { $1[0].scan(0) { $0 + number($1) }.map(String.init) }
    #expect(
      result == "-1-3--4-")
  }

  @Test func `removeDuplicates drops what equals the one before`() {
    let result = Marbles.draw(
      "-a-a-b-(bb)-a-"
    ) { $1[0].removeDuplicates().map(String.init) }
    #expect(
      result == "-a---b---a-")
  }

  @Test func `removeDuplicates by a rule compares with the last value that was sent`() {
    let result = Marbles.draw(
      "-1-2-3-5-4-"
    ) { $1[0].removeDuplicates { number($1) - number($0) < 2 }.map(String.init) }
    #expect(
      result == "-1---3-5---")
  }

  @Test func `merge sends all values as they come`() {
    let result = Marbles.draw(
      "-a---b--",
      "--1--2--",
      "-----x-y"
    ) { .merge($1.map { $0.map(String.init) }) }
    #expect(
      result == "-a1--(b2x)-y")
  }

  @Test func `merge with another keeps the order of the list within one moment`() {
    let result = Marbles.draw(
      "a-b-"
    ) { _, source in source[0].map { "\($0)" }.merge(with: source[0].map { $0.uppercased() }) }
    #expect(
      result == "(aA)-(bB)-")
  }

  @Test func `prepend sends a value first`() {
    let result = Marbles.draw(
      "--a-b-"
    ) { $1[0].prepend("0").map(String.init) }
    #expect(
      result == "0-a-b-")
  }

  @Test func `just sends one value, never none`() {
    let result = Marbles.draw(
      "---"
    ) { _, _ in .merge(.just("a"), .never) }
    #expect(
      result == "a--")
  }

  @Test func `combineLatest of two is silent until both have sent`() {
    let result = Marbles.draw(
      "-a---b----",
      "---1---2--"
    ) { $1[0].combineLatest($1[1]).map { "\($0)\($1)" } }
    #expect(
      result == "---[a1]-[b1]-[b2]--")
  }

  @Test func `combineLatest of three is silent until all have sent`() {
    let result = Marbles.draw(
      "a---b-",
      "-1----",
      "--x--y"
    ) { $1[0].combineLatest($1[1], $1[2]).map { "\($0)\($1)\($2)" } }
    #expect(
      result == "--[a1x]-[b1x][b1y]")
  }

  @Test func `a diamond sends once for each side, the first time with the old value of the other`() {
    let result = Marbles.draw(
      "-a-b-"
    ) { _, source in source[0].combineLatest(source[0].map { $0.uppercased() }) { "\($0)\($1)" } }
    #expect(
      result == "-[aA]-([bA][bB])-")
  }

  @Test func `withLatestFrom samples another publisher`() {
    let result = Marbles.draw(
      "a--b-c--d",
      "-1--2-3--"
    ) { $1[0].withLatestFrom($1[1]) { "\($0)\($1)" } }
    #expect(
      result == "---[b1]-[c2]--[d3]")
  }

  @Test func `withLatestFrom of the same source sees the value of this moment`() {
    let result = Marbles.draw(
      "-a-b-"
    ) { _, source in source[0].withLatestFrom(source[0]).map(String.init) }
    #expect(
      result == "-a-b-")
  }

  @Test func `switchToLatest gives up the publisher before`() {
    let result = Marbles.draw(
      "-1---2----",
      "a-b-c-d-e-",
      "-v-w-x-y-z"
    ) { _, source in source[0].map { number in source[number.wholeNumberValue ?? 0] }.switchToLatest().map(String.init)
    }
    #expect(
      result == "--b-cx-y-z")
  }

  @Test func `debounce waits for silence`() {
    let result = Marbles.draw(
      "-a-b-c-----d---", extra: 1
    ) { $1[0].debounce(for: .seconds(3)).map(String.init) }
    #expect(
      result == "--------c-----d-")
  }

  @Test func `throttle sends the first at once and then the latest of each interval`() {
    let result = Marbles.draw(
      "-abcd-----ef---"
    ) { $1[0].throttle(for: .seconds(3)).map(String.init) }
    #expect(
      result == "-a--c--d--e--f-")
  }

  @Test func `throttle may send the first of each interval instead`() {
    let result = Marbles.draw(
      "-abcde----------"
    ) { $1[0].throttle(for: .seconds(3), latest: false).map(String.init) }
    #expect(
      result == "-a--b--d--------")
  }
}
