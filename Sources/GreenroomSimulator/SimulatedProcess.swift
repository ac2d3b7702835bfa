import GreenroomHostCore
import GreenroomProtocol

/// Starts simulated processes: what a program name stands for is decided by the entry's name.
final class SimulatedProcessStarter: ProcessStarter {
  private unowned let world: World
  /// The fault of the next process of an entry; without one it is drawn from the seed.
  var nextFault: [String: PeerFault] = [:]

  init(world: World) { self.world = world }

  func start(
    _ plugin: PluginConfiguration, as role: PluginRole, observer: any ProcessObserver
  ) throws(ProcessStartError) -> any PluginProcess {
    if world.dice.once(in: 60) { throw ProcessStartError("\(plugin.executable): too many open files") }
    let fault: PeerFault
    if let chosen = nextFault.removeValue(forKey: plugin.name) {
      fault = chosen
    } else {
      // Two processes of three are well-behaved, else nothing would ever be served.
      fault = world.dice.below(3) < 2 ? .none : PeerFault.allCases[world.dice.below(PeerFault.allCases.count)]
    }
    let process = SimulatedProcess(plugin, role, fault: fault, world: world, observer: observer)
    world.living.append(process)
    world.note("start \(plugin.name) \(fault)")
    return process
  }
}

/// One simulated plugin process: a stream, a peer behind it, and an end.
final class SimulatedProcess: PluginProcess {
  let name: String
  /// The service that it serves, apart from one of the same name before it.
  let service: String
  let fault: PeerFault
  let stream: SimulatedStream
  private let world: World
  private weak var observer: (any ProcessObserver)?
  private var peer: (any SimulatedPeer)?
  private(set) var hasExited = false

  init(
    _ plugin: PluginConfiguration, _ role: PluginRole, fault: PeerFault, world: World, observer: any ProcessObserver
  ) {
    name = plugin.name
    service = plugin.arguments.first ?? plugin.name
    self.fault = fault
    self.world = world
    self.observer = observer
    stream = SimulatedStream(world)
    switch role {
    case .service: peer = ServicePeer(self, world: world)
    case .presenter: peer = PresenterPeer(self, world: world)
    }
    stream.onPeerReadable = { [weak self] in self?.peer?.readable() }
    if fault == .exitsAtStart {
      world.time.schedule(after: world.dice.microseconds(1..<3_000)) { [weak self] in self?.exit(.exited(3)) }
    }
  }

  var pid: Int? { nil }
  var wire: any ByteStream { stream }

  func terminate() {
    if fault == .ignoresTermination { return }
    world.time.schedule(after: world.dice.microseconds(1..<500)) { [weak self] in self?.exit(.signalled(15)) }
  }

  func kill() {
    world.time.schedule(after: world.dice.microseconds(1..<500)) { [weak self] in self?.exit(.signalled(9)) }
  }

  func readRest() { stream.readRest() }
  func release() {}

  /// The process ends: its ends of the pipes close, and its parent is told a little later.
  func exit(_ status: ExitStatus) {
    guard !hasExited else { return }
    hasExited = true
    peer = nil
    world.living.removeAll { $0 === self }
    world.note("exit \(name) \(status)")
    stream.closePeerInput()
    stream.closePeerOutput()
    world.time.schedule(after: world.dice.microseconds(1..<1_000)) { [self] in observer?.processExited(status) }
  }

  /// SIGKILL from outside.
  func crash() { exit(.signalled(9)) }
}

/// What a simulated process does.
protocol SimulatedPeer: AnyObject {
  /// There may be bytes, or the input may have ended.
  func readable()
}
