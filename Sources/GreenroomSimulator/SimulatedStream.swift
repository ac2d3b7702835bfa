import GreenroomHostCore

/// A pair of pipes between the host and one simulated peer: bounded towards the peer, cut at random places both ways.
final class SimulatedStream: ByteStream {
  weak var receiver: (any ByteStreamReceiver)?
  /// The peer is told that there is something to read, or that its input has ended.
  var onPeerReadable: (() -> Void)?

  private let world: World
  private let capacity: Int
  private var toPeer: [UInt8] = []
  private var toHost: [UInt8] = []
  private var isAwaitingWritable = false
  private var isPaused = false
  private var hasStarted = false
  private var isDeliveryPlanned = false
  private var isHostClosed = false
  private var hasToldEnd = false
  /// The peer reads no more.
  private(set) var isPeerInputClosed = false
  /// The peer writes no more.
  private(set) var isPeerOutputClosed = false
  /// The host has closed the peer's input.
  private(set) var hasInputEnded = false

  init(_ world: World) {
    self.world = world
    capacity = world.pipeCapacity
  }

  // MARK: The host's side

  func start() {
    hasStarted = true
    planDelivery()
  }

  func write(_ bytes: Span<UInt8>) -> WriteOutcome {
    precondition(!hasInputEnded, "BUG: the host writes after it has ended the peer's input")
    if isPeerInputClosed { return .broken("EPIPE") }
    var count = min(bytes.count, capacity - toPeer.count)
    // The kernel may take less than there is room for.
    if count > 1, world.dice.once(in: 8) { count = 1 + world.dice.below(count) }
    for index in 0..<count { toPeer.append(bytes[index]) }
    world.time.schedule(after: world.dice.microseconds(1..<200)) { [weak self] in self?.onPeerReadable?() }
    return .taken(count)
  }

  func awaitWritable() {
    isAwaitingWritable = true
    planWritable()
  }

  private func planWritable() {
    guard isAwaitingWritable, toPeer.count < capacity || isPeerInputClosed else { return }
    isAwaitingWritable = false
    world.time.schedule(after: world.dice.microseconds(1..<100)) { [weak self] in
      guard let self, !self.isHostClosed else { return }
      self.receiver?.streamIsWritable()
    }
  }

  func pauseReading() { isPaused = true }

  func resumeReading() {
    isPaused = false
    planDelivery()
  }

  func closeWriting() {
    hasInputEnded = true
    world.time.schedule(after: .microseconds(1)) { [weak self] in self?.onPeerReadable?() }
  }

  func close() {
    isHostClosed = true
    hasInputEnded = true
    world.time.schedule(after: .microseconds(1)) { [weak self] in self?.onPeerReadable?() }
  }

  /// Reads what is there, whole, after the process has gone.
  func readRest() {
    deliver(all: true)
  }

  // MARK: The peer's side

  /// Takes what the host has written, up to `limit` bytes.
  func read(limit: Int = .max) -> [UInt8] {
    let bytes = Array(toPeer.prefix(limit))
    toPeer.removeFirst(bytes.count)
    planWritable()
    return bytes
  }

  func send(_ bytes: [UInt8]) {
    guard !isPeerOutputClosed, !isHostClosed else { return }
    toHost.append(contentsOf: bytes)
    planDelivery()
  }

  func closePeerInput() {
    isPeerInputClosed = true
    toPeer = []
    planWritable()
  }

  func closePeerOutput() {
    isPeerOutputClosed = true
    planDelivery()
  }

  private func planDelivery() {
    guard hasStarted, !isDeliveryPlanned, !isPaused, !isHostClosed else { return }
    guard !toHost.isEmpty || (isPeerOutputClosed && !hasToldEnd) else { return }
    isDeliveryPlanned = true
    world.time.schedule(after: world.dice.microseconds(1..<200)) { [weak self] in
      guard let self else { return }
      self.isDeliveryPlanned = false
      if !self.isPaused { self.deliver(all: false) }
    }
  }

  private func deliver(all: Bool) {
    guard !isHostClosed else { return }
    if !toHost.isEmpty {
      var count = toHost.count
      if !all, count > 1, world.dice.once(in: 3) { count = 1 + world.dice.below(count) }
      let bytes = Array(toHost.prefix(count))
      toHost.removeFirst(count)
      receiver?.received(bytes.span)
    }
    if toHost.isEmpty, isPeerOutputClosed, !hasToldEnd {
      hasToldEnd = true
      receiver?.streamEnded(nil)
    }
    planDelivery()
  }
}
