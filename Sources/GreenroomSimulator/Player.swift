import GreenroomHostCore
import GreenroomJSONLines
import GreenroomProtocol

/// Plays the nemesis's steps against a host.
struct Player {
  private let world: World
  private let core: HostCore
  private var clients: [ControlPeer] = []
  private var clientCount = 0
  private var earlierReceipts = 0

  init(world: World, core: HostCore) {
    self.world = world
    self.core = core
  }

  var receiptCount: Int { earlierReceipts + clients.reduce(0) { $0 + $1.receipts.count } }

  /// A client that is connected, made if there is none.
  private mutating func client() -> ControlPeer {
    clients.removeAll { client in
      guard client.isClosed else { return false }
      earlierReceipts += client.receipts.count
      return true
    }
    if let last = clients.last { return last }
    return open()
  }

  @discardableResult
  private mutating func open() -> ControlPeer {
    clientCount += 1
    let client = ControlPeer(name: "client-\(clientCount)", world: world)
    clients.append(client)
    core.accept(client.stream, name: "client-\(clientCount)")
    client.open()
    return client
  }

  mutating func play(_ step: Step) {
    switch step {
    case .wait: break
    case .input(let viewModel, let input, let value):
      client().request(
        MethodName.input,
        InputParams(viewModel: viewModel, input: input, value: value.map { RawJSON(Array($0.utf8)) }))
    case .burst(let viewModel, let count):
      let client = client()
      for index in 0..<count {
        let isPager = viewModel == "pager"
        client.request(
          MethodName.input,
          InputParams(
            viewModel: viewModel, input: isPager ? "didScroll" : "refreshButtonDidTap",
            value: isPager ? RawJSON(Array(#"{"width":10,"offset":\#(index)}"#.utf8)) : nil))
      }
    case .openClient: open()
    case .closeClient:
      guard !clients.isEmpty else { return }
      let client = clients.removeFirst()
      earlierReceipts += client.receipts.count
      client.close()
    case .stallClient(let duration): client().stall(for: duration)
    case .attach(let viewModel): client().request(MethodName.attach, ViewModelParams(viewModel: viewModel))
    case .detach(let viewModel): client().request(MethodName.detach, ViewModelParams(viewModel: viewModel))
    case .swap(let service, let plugin, let fault):
      if let fault { world.fault(next: plugin, fault) }
      client().request(MethodName.swap, SwapParams(service: service, plugin: plugin))
    case .kill(let plugin):
      world.living.last { $0.name.hasPrefix(plugin) }?.crash()
    case .restart(let plugin): client().request(MethodName.restart, PluginParams(plugin: plugin))
    case .noise(let text): client().sendNoise(text)
    case .reload(let change):
      world.reloads.append(change)
      client().request(MethodName.reload, RawJSON.emptyObject)
    }
  }
}
