import GreenroomHostCore
import GreenroomJSONLines
import GreenroomProtocol

/// A simulated presenter: reads, taps now and then, and checks that what it sees has no gap that nobody announced.
final class PresenterPeer: SimulatedPeer {
  private unowned let process: SimulatedProcess
  private unowned let world: World
  private var wire = PeerStateMachine()
  private var seen = SequenceCheck()
  private var isStalled = false
  private var messageCount = 0

  init(_ process: SimulatedProcess, world: World) {
    self.process = process
    self.world = world
  }

  func readable() {
    guard !isStalled, !process.hasExited else { return }
    if process.fault == .readsSlowly, world.dice.once(in: 3) {
      isStalled = true
      world.time.schedule(after: world.dice.microseconds(1_000..<2_000_000)) { [weak self] in
        self?.isStalled = false
        self?.readable()
      }
      return
    }
    if process.stream.isPeerInputClosed { return }
    let limit = process.fault == .readsSlowly ? 1 + world.dice.below(400) : Int.max
    let bytes = process.stream.read(limit: limit)
    if bytes.isEmpty {
      if process.stream.hasInputEnded, process.fault != .ignoresEndOfInput, process.fault != .ignoresTermination {
        world.time.schedule(after: world.dice.microseconds(1..<2_000)) { [weak process] in process?.exit(.exited(0)) }
      }
      return
    }
    wire.receive(bytes.span)
    while !process.hasExited, let event = wire.next(now: world.time.now) { handle(event) }
    if limit != .max, !process.hasExited {
      world.time.schedule(after: world.dice.microseconds(100..<5_000)) { [weak self] in self?.readable() }
    }
  }

  private func handle(_ event: PeerEvent) {
    switch event {
    case .request(let id, let method, _) where wire.isMethod(method, MethodName.initialize): open(id)
    case .notification(_, nil): break
    case .notification(let name, let place?):
      let (method, params) = (wire[name], wire[place])
      if overlooks(method) { return }
      seen.check(method, params, by: process.name, world)
      messageCount += 1
      if method.matches(MethodName.output), world.dice.once(in: 40) { tap() }
      if process.fault == .crashes, messageCount > 30 { process.exit(.signalled(11)) }
      if process.fault == .closesInput, messageCount > 30 {
        process.stream.closePeerInput()
        for _ in 0..<3 { tap() }
      }
    case .malformed(let reason, _, _): world.violate("\(process.name) got a line that is no message: \(reason)")
    default: break
    }
  }

  /// Sends an input a little later, to a view model that it may use or not.
  private func tap() {
    let viewModel = ["quote-a", "quote-b", "quote-c", "pager"][world.dice.below(4)]
    let input = viewModel == "pager" ? "submitDidTap" : "refreshButtonDidTap"
    world.time.schedule(after: world.dice.microseconds(1..<50_000)) { [weak self] in
      guard let self, !self.process.hasExited, !self.world.isEnding else { return }
      var line: [UInt8] = []
      guard
        (try? MessageWriter.notification(
          MethodName.input, InputParams(viewModel: viewModel, input: input, value: nil), into: &line)) != nil
      else { return self.world.violate("\(self.process.name): an input does not encode") }
      self.process.stream.send(line)
    }
  }

  /// Whether this is the output that a sabotaged run does not show to its check.
  private func overlooks(_ method: ArraySlice<UInt8>) -> Bool {
    guard case .overlookedOutput(let number) = world.sabotage, method.matches(MethodName.output) else { return false }
    world.readOutputCount += 1
    return world.readOutputCount == number
  }

  private func open(_ id: RequestID) {
    world.time.schedule(after: world.dice.microseconds(100..<20_000)) { [weak self] in
      guard let self, !self.process.hasExited else { return }
      switch self.process.fault {
      case .neverReady, .exitsAtStart: return
      case .garbage: self.process.stream.send(Array("hello\n".utf8))
      default:
        let version = self.process.fault == .wrongVersion ? "0" : ProtocolVersion.current
        let result = InitializeResult(
          plugin: PeerName(name: self.process.name, version: "1"), presents: ["*"], protocolVersion: version)
        guard let json = try? RawJSON(encoding: result) else { return }
        var line: [UInt8] = []
        self.wire.writeResult(id, json.bytes, into: &line)
        self.process.stream.send(line)
      }
    }
  }
}

/// What a presenter must see of each view model: `after ?? seq - 1` equals the last `seq` seen.
package struct SequenceCheck {
  private var last: [String: Int] = [:]

  package init() {}

  /// Takes one notification; what does not follow from the ones before is a violation.
  package mutating func check(
    _ method: ArraySlice<UInt8>, _ params: ArraySlice<UInt8>, by name: String, _ world: World
  ) {
    if method.matches(MethodName.attached) {
      guard let attached = try? JSONDecoding.decode(AttachedParams.self, from: params) else {
        return world.violate("\(name): attached does not decode")
      }
      last[attached.viewModel] = attached.seq
    } else if method.matches(MethodName.detached) {
      guard let detached = try? JSONDecoding.decode(DetachedParams.self, from: params) else {
        return world.violate("\(name): detached does not decode")
      }
      last[detached.viewModel] = nil
    } else if method.matches(MethodName.output) {
      guard let output = try? JSONDecoding.decode(OutputParams.self, from: params) else {
        return world.violate("\(name): output does not decode: \(params.text)")
      }
      guard let before = last[output.viewModel] else {
        return world.violate("\(name): an output of \(output.viewModel), which is not attached")
      }
      if (output.after ?? output.seq - 1) != before {
        world.violate(
          "\(name): \(output.viewModel) seq \(output.seq) after \(output.after ?? output.seq - 1), but the last seen is \(before)"
        )
      }
      if output.seq <= before { world.violate("\(name): \(output.viewModel) seq \(output.seq) comes after \(before)") }
      last[output.viewModel] = output.seq
    }
  }
}
