import GreenroomProtocol
import Testing

/// The table of open requests against a dictionary.
struct NumberTableTests {
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `A table says what a dictionary says, whatever is added and taken out`(seed: UInt64) {
    var state = seed
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var table = NumberTable<Int>()
    var model: [Int: Int] = [:]
    var last = 0
    for step in 0..<5_000 {
      // Numbers ascend, as those of requests; the host's own descend. They end in any order.
      if random(5) < (step < 2_500 ? 3 : 2) {
        last += 1
        let number = random(4) == 0 ? -last : last
        table.insert(number, step)
        model[number] = step
      } else if let number = random(3) == 0
        ? last + 7 : model.keys.sorted().dropFirst(random(max(1, model.count))).first
      {
        #expect(table.remove(number) == model.removeValue(forKey: number), "seed \(seed), step \(step)")
      }
      #expect(table.count == model.count && table.isEmpty == model.isEmpty)
    }
    #expect(table.numbers == model.keys.sorted())
    for number in -last...last { #expect(table[number] == model[number]) }
    table.removeAll()
    #expect(table.isEmpty && table.numbers == [] && !table.contains(last))
  }

  @Test func `A burst gives its memory back and the table works on`() {
    var table = NumberTable<String>()
    for number in 0..<10_000 { table.insert(number, "\(number)") }
    #expect(table[9_999] == "9999")
    for number in 0..<10_000 { #expect(table.remove(number) == "\(number)") }
    #expect(table.remove(5) == nil)
    table.insert(3, "again")
    #expect(table.numbers == [3] && table.contains(3) && !table.contains(4))
  }
}
