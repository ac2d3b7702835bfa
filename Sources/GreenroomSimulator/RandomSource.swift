/// SplitMix64: small, fast, and the same on every machine, so that a seed is a whole story.
struct RandomSource: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// True once in so many times.
  mutating func once(in count: Int) -> Bool { Int(next() % UInt64(count)) == 0 }
  /// A number below the bound.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  /// A short time.
  mutating func microseconds(_ range: Range<Int>) -> Duration { .microseconds(range.lowerBound + below(range.count)) }
}
