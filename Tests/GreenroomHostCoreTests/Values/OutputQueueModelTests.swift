import GreenroomHostCore
import Testing

/// Random operations on a queue, beside a reader and sums that know nothing of how it works.
struct OutputQueueModelTests {
  /// What happened to the outputs, counted by the caller.
  private struct Sums {
    var meant = 0, delivered = 0, conflated = 0, dropped = 0
  }

  @Test(arguments: 1...40)
  func `whatever happens, every output is accounted for and no gap is silent`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var queue = OutputQueue()
    var reader = OutputQueueReader()
    var sums = Sums()
    var seq = [0, 0, 0]
    let isLarge = seed % 4 == 0
    for step in 0..<600 {
      let viewModel = random.below(3)
      switch random.below(isLarge ? 40 : 12) {
      case 0:
        let written = queue.write(room: random.below(isLarge ? 200_000 : 700))
        reader.read(written.bytes)
        sums.delivered += written.delivered.count(where: \.isOutput)
      case 1: queue.line(.control, "control \(step)")
      case 2 where random.below(10) == 0:
        // A detach: what waits goes; a begun line may still come and counts as seen.
        queue.removeOutputs(of: Int32(viewModel)) { _ in sums.dropped += 1 }
        queue.line(.control, "forget v\(viewModel)")
      case 3 where random.below(20) == 0:
        queue.removeWaiting { if $0.isOutput { sums.dropped += 1 } }
        for index in 0..<3 { queue.line(.control, "forget v\(index)") }
      default:
        seq[viewModel] += 1
        sums.meant += 1
        let value = isLarge ? #""\#(String(repeating: "x", count: random.below(6_000)))""# : "\(step)"
        sums.conflated += queue.output(
          random.below(3) == 0 ? .event : .state, viewModel: viewModel, port: random.below(3), seq: seq[viewModel],
          value: value)
      }
      #expect(
        sums.meant == sums.delivered + sums.conflated + sums.dropped + queue.outputCount, "seed \(seed), step \(step)")
    }
    while !queue.isEmpty {
      let written = queue.write(room: 1 + random.below(5_000))
      reader.read(written.bytes)
      sums.delivered += written.delivered.count(where: \.isOutput)
    }
    #expect(sums.meant == sums.delivered + sums.conflated + sums.dropped, "seed \(seed)")
    #expect(queue.byteCount == 0, "seed \(seed)")
    #expect(reader.faults == [], "seed \(seed)")
  }

  /// Without a detach the gaps on the wire are exactly what was conflated.
  @Test(arguments: 1...20)
  func `the gaps sum to what was conflated`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var queue = OutputQueue()
    var reader = OutputQueueReader()
    var conflated = 0
    let count = 2_000
    for seq in 1...count {
      conflated += queue.output(random.below(4) == 0 ? .event : .state, port: random.below(4), seq: seq)
      if random.below(9) == 0 { reader.read(queue.write(room: random.below(1_500)).bytes) }
    }
    while !queue.isEmpty { reader.read(queue.write(room: 1 + random.below(300)).bytes) }
    #expect(reader.faults == [], "seed \(seed)")
    #expect(reader.gaps["v0"] ?? 0 == conflated, "seed \(seed)")
    #expect(reader.lines.count == count - conflated, "seed \(seed)")
    #expect(reader.last == ["v0": count], "seed \(seed)")
    #expect(conflated > 0, "seed \(seed)")
  }
}
