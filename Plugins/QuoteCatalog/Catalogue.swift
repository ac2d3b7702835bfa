import Synchronization

/// Hands out one quotation after the other; in random order none comes again before all have come.
final class Catalogue: Sendable {
  private struct State {
    /// The quotations that are left of this round, the next one last.
    var rest: [Int] = []
    var last: Int?
    var generator: SplitMix64
  }

  private let quotations: [(content: String, author: String)]
  private let order: Configuration.Order
  private let state: Mutex<State>

  init(_ quotations: [(content: String, author: String)], _ configuration: Configuration) {
    precondition(!quotations.isEmpty, "BUG: a catalogue without quotations")
    self.quotations = quotations
    order = configuration.order ?? .random
    state = Mutex(State(generator: SplitMix64(seed: configuration.seed ?? .random(in: .min ... .max))))
  }

  func next() -> Quote {
    let quotation = quotations[nextIndex()]
    return Quote(content: quotation.content, author: quotation.author)
  }

  private func nextIndex() -> Int {
    state.withLock { state in
      if state.rest.isEmpty {
        state.rest = Array(quotations.indices.reversed())
        if order == .random {
          state.rest.shuffle(using: &state.generator)
          // The last of a round must not be the first of the next.
          if state.rest.count > 1, state.rest.last == state.last { state.rest.swapAt(0, state.rest.count - 1) }
        }
      }
      let index = state.rest.removeLast()
      state.last = index
      return index
    }
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
