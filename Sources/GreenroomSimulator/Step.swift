import GreenroomHostCore

/// One act of the nemesis. The steps of a run are drawn before it begins, so that a prefix of them is a run of its own.
enum Step {
  case wait(Duration)
  case input(viewModel: String, input: String, value: String?)
  case burst(viewModel: String, count: Int)
  case openClient
  case closeClient
  case stallClient(Duration)
  case attach(String)
  case detach(String)
  case swap(service: String, plugin: String, fault: PeerFault?)
  case kill(plugin: String)
  case restart(plugin: String)
  case noise(String)
  case reload(ReloadChange)

  static func draw(_ count: Int, seed: UInt64) -> [Step] {
    var random = RandomSource(seed: seed ^ 0x5851_f42d_4c95_7f2d)
    return (0..<count).map { _ in draw(&random) }
  }

  private static let viewModels = ["quote-a", "quote-b", "quote-c", "pager"]

  private static func draw(_ random: inout RandomSource) -> Step {
    let viewModel = viewModels[random.below(viewModels.count)]
    switch random.below(26) {
    case 0...5: return tap(viewModel, &random)
    case 6, 7: return .burst(viewModel: viewModel, count: 1 + random.below(300))
    case 8...11: return .wait(random.microseconds(10..<300_000))
    case 12: return .wait(.milliseconds(random.below(4_000)))
    case 13: return .openClient
    case 14: return random.once(in: 2) ? .closeClient : .stallClient(.milliseconds(random.below(3_000)))
    case 15, 16: return .attach(viewModel)
    case 17: return .detach(viewModel)
    case 18, 19:
      let plugins = ["quotes-one", "quotes-two", "quotes-stateful"]
      let fault = random.once(in: 3) ? PeerFault.allCases[random.below(PeerFault.allCases.count)] : nil
      return .swap(service: "quotes", plugin: plugins[random.below(plugins.count)], fault: fault)
    case 20: return .kill(plugin: ["quotes", "images", "more", "screen", "panel"][random.below(5)])
    case 21: return .restart(plugin: ["quotes-one", "quotes-two", "images-one", "screen", "panel"][random.below(5)])
    case 22:
      return .noise(["\n", "{}\n", "not json\n", #"{"jsonrpc":"2.0","id":"noise"}"# + "\n", "[1]\n"][random.below(5)])
    case 23, 24: return .reload(ReloadChange.draw(&random))
    default: return tap(viewModel, &random)
    }
  }

  private static func tap(_ viewModel: String, _ random: inout RandomSource) -> Step {
    guard viewModel == "pager" else {
      return .input(
        viewModel: viewModel, input: random.once(in: 2) ? "viewDidAppear" : "refreshButtonDidTap", value: nil)
    }
    switch random.below(4) {
    case 0: return .input(viewModel: viewModel, input: "submitDidTap", value: nil)
    case 1: return .input(viewModel: viewModel, input: "directionArrowDidTap", value: #""right""#)
    case 2:
      return .input(
        viewModel: viewModel, input: "didScroll", value: #"{"width":375,"offset":"# + "\(random.below(2_000))}")
    default: return .input(viewModel: viewModel, input: "directionArrowDidTap", value: #""up""#)
    }
  }
}
