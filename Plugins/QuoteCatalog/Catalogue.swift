/// Hands out one quotation after the other; in random order none comes again before all have come.
actor Catalogue {
  private let quotations: [(content: String, author: String)]
  private let order: Configuration.Order
  /// The quotations that are left of this round, the next one last.
  private var rest: [Int] = []
  private var last: Int?
  private var generator: SplitMix64

  init(_ quotations: [(content: String, author: String)], _ configuration: Configuration) {
    precondition(!quotations.isEmpty, "BUG: a catalogue without quotations")
    self.quotations = quotations
    order = configuration.order ?? .random
    generator = SplitMix64(seed: configuration.seed ?? .random(in: .min ... .max))
  }

  func next() -> Quote {
    if rest.isEmpty { beginRound() }
    let index = rest.removeLast()
    last = index
    return Quote(content: quotations[index].content, author: quotations[index].author)
  }

  private func beginRound() {
    rest = Array(quotations.indices.reversed())
    guard order == .random else { return }
    rest.shuffle(using: &generator)
    // The last of a round must not be the first of the next.
    if rest.count > 1, rest.last == last { rest.swapAt(0, rest.count - 1) }
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): a small generator with a seed, for an order that can be repeated.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
