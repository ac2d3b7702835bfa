import GreenroomBindings
import GreenroomJSONLines
package import GreenroomProtocol

/// Whoever sees outputs and sends inputs over one link: a presenter plugin or a control client. The rules are the same.
///
/// Confined to the loop's thread.
package final class PresenterEndpoint {
  package let name: String
  package let link: Link
  /// Whether it may not see and send to all view models.
  private let isRestricted: Bool
  /// Whether it may then use a view model, by index.
  @exclusivity(unchecked) private var allowed: [Bool]
  /// A control client that reads too slowly is closed; a plugin may attach again.
  private let isControlClient: Bool
  private unowned let core: HostCore
  private let viewModels: ViewModelDirectory
  private let resources: HostResources
  private let queueByteCount: Int
  /// Indices of the attached view models, in the order of attachment.
  package private(set) var attached: [Int] = []
  @exclusivity(unchecked) private var ledger = OutputLedger()
  /// How many of the link's delivered outputs have been handed over already.
  private var retiredDeliveredCount = 0
  @exclusivity(unchecked) package private(set) var isOverflowing = false
  private var hasLinkEnded = false
  private var refusals = RateWindow(perSecond: 10)

  /// `allowed` are the indices of the view models that it may see and send to; nil for all of them.
  package init(name: String, link: Link, allowed: [Int]?, isControlClient: Bool, core: HostCore) {
    self.name = name
    self.link = link
    isRestricted = allowed != nil
    self.allowed = Self.flags(allowed ?? [])
    self.isControlClient = isControlClient
    self.core = core
    viewModels = core.directory
    resources = core.resources
    queueByteCount = core.limits.queueByteCount
  }

  /// The outputs that were meant for it and what became of them.
  package var outputs: OutputLedger {
    var all = ledger
    all.delivered = link.deliveredOutputCount - retiredDeliveredCount
    all.queued = link.output.outputCount
    return all
  }

  // MARK: Messages

  /// Handles a presenter's message.
  ///
  /// - Returns: false if the method is none of a presenter's.
  func handle(_ event: PeerEvent) -> Bool {
    switch event {
    case .notification(let method, _): handle(nil, method)
    case .request(let id, let method, _): handle(id, method)
    default: false
    }
  }

  private func handle(_ id: RequestID?, _ method: MemberText) -> Bool {
    if link.peer.isMethod(method, MethodName.input) {
      input(id)
    } else if link.peer.isMethod(method, MethodName.attach) {
      attachment(id) { attach($0) }
    } else if link.peer.isMethod(method, MethodName.detach) {
      attachment(id) { detach($0, reason: "asked for") }
    } else {
      return false
    }
    return true
  }

  private static let viewModelName: JSONName = "viewModel"
  private static let inputName: JSONName = "input"
  private static let valueName: JSONName = "value"

  private func input(_ id: RequestID?) {
    resources.inputs.read += 1
    do throws(ErrorObject) {
      let viewModel = try findViewModel()
      let input = try findInput(of: viewModel)
      let value = link.peer.parameterMember(Self.valueName).map { link.peer[$0.value] }
      do throws(InputRefusal) {
        let cause =
          switch input {
          case .known(let index): try viewModel.accept(index, value)
          case .named(let name): try viewModel.accept(name, value)
          }
        resources.inputs.handled += 1
        if let id { link.answer(id, InputResult(cause: cause)) }
      } catch {
        throw ErrorObject(.invalidParams, "\(viewModel.name): \(error.description)")
      }
    } catch {
      resources.inputs.refused += 1
      refuse(id, error)
    }
  }

  private func refuse(_ id: RequestID?, _ error: ErrorObject) {
    if let id { return link.refuse(id, error) }
    warn("a notification was refused: \(error.message)")
  }

  private func warn(_ message: @autoclosure () -> String) {
    guard let text = refusals.admitted(core.turns.now, message) else { return }
    core.environment.log(.warning, name, text)
  }

  /// A notification that is none of a presenter's is ignored, but not without a word: it may be misspelt. Those of the
  /// protocol itself may come from newer peers.
  func ignore(_ method: MemberText) {
    let method = link.peer[method]
    if method.starts(with: "$/".utf8) { return }
    warn("a notification that nobody knows: \"\(method.text)\"; a presenter sends input, attach and detach")
  }

  /// A member of `params` that is a string, unescaped.
  private func text(of name: JSONName) -> ArraySlice<UInt8>? {
    guard let member = link.peer.parameterMember(name) else { return nil }
    if let plain = member.plainText { return link.peer[plain] }
    return link.peer.parameter(name)?.string.map { Array($0.utf8)[...] }
  }

  /// The view model that the message names, if this presenter may use it.
  private func findViewModel() throws(ErrorObject) -> ViewModelInstance {
    let viewModels = viewModels
    let found: ViewModelInstance?
    if let plain = link.peer.plainParameter(Self.viewModelName) {
      found = link.peer.withBytes(plain) { viewModels.findForInput($0) }
    } else {
      found = text(of: Self.viewModelName).flatMap { $0.withUnsafeBufferPointer { viewModels.findForInput($0) } }
    }
    if viewModels.fetchesAhead {
      // While this input is handled, what the next one will touch comes from memory.
      link.peer.withExpectedParameter(Self.viewModelName) { viewModels.fetch($0) }
    }
    guard let viewModel = found else {
      guard let name = text(of: Self.viewModelName) else {
        throw ErrorObject(.invalidParams, "params.viewModel: expected the name of a view model as a string")
      }
      throw ErrorObject(.invalidParams, "no view model named \"\(name.text.shortened)\"")
    }
    if isRestricted, viewModel.index >= allowed.count || !allowed[viewModel.index] {
      throw ErrorObject(.refused, "\(name) may not use \(viewModel.name): it is not in its configuration entry")
    }
    return viewModel
  }

  /// An input that the message names.
  private enum FoundInput {
    case known(Int)
    /// One that the view model has not, or does not know yet.
    case named(ArraySlice<UInt8>)
  }

  private func findInput(of viewModel: ViewModelInstance) throws(ErrorObject) -> FoundInput {
    if let place = link.peer.plainParameter(Self.inputName),
      let index = link.peer.withBytes(place, { viewModel.findInput($0) })
    {
      return .known(index)
    }
    guard let name = text(of: Self.inputName) else {
      throw ErrorObject(.invalidParams, "params.input: expected the name of an input as a string")
    }
    return .named(name)
  }

  private func attachment(_ id: RequestID?, _ change: (ViewModelInstance) -> Void) {
    do throws(ErrorObject) {
      let viewModel = try findViewModel()
      if let id { link.answer(id, json: Array("null".utf8)) }
      change(viewModel)
    } catch {
      refuse(id, error)
    }
  }

  // MARK: Attachments

  /// Sends `attached` with the state and then every output. Attaching again sends the state again.
  func attach(_ viewModel: ViewModelInstance) {
    guard !link.isClosed, !hasLinkEnded else { return }
    if attached.contains(viewModel.index) { forget(viewModel) }
    attached.append(viewModel.index)
    viewModel.attach(self)
    if link.notify(MethodName.attached, viewModel.attached) { return }
    // Without the state its outputs would mean nothing.
    detach(viewModel, reason: "its state is longer than a line may be (limits.lineBytes)")
  }

  func detach(_ viewModel: ViewModelInstance, reason: String) {
    guard attached.contains(viewModel.index) else { return }
    let dropped = forget(viewModel)
    link.notify(MethodName.detached, DetachedParams(viewModel: viewModel.name, reason: reason, dropped: dropped))
  }

  @discardableResult
  private func forget(_ viewModel: ViewModelInstance) -> Int {
    attached.removeAll { $0 == viewModel.index }
    viewModel.detach(self)
    var dropped = 0
    link.removeOutputs(of: Int32(viewModel.index)) { _ in dropped += 1 }
    ledger.dropped += dropped
    return dropped
  }

  private static func flags(_ indices: [Int]) -> [Bool] {
    var flags = Array(repeating: false, count: (indices.max() ?? -1) + 1)
    for index in indices { flags[index] = true }
    return flags
  }

  /// Takes over another list of view models: what is new is attached, what is gone is detached.
  func allow(_ indices: [Int], attaches: Bool) {
    allowed = Self.flags(indices)
    for index in attached where !indices.contains(index) {
      detach(core.viewModels[index], reason: "its configuration entry no longer names the view model")
    }
    guard attaches else { return }
    for index in indices where !attached.contains(index) { attach(core.viewModels[index]) }
  }

  /// Takes one output.
  ///
  /// - Returns: false if the queue is over its bound: the host detaches this presenter when the output has gone to all.
  func show(_ line: OutputQueue.Line, upTo capacity: Int, _ write: (inout ByteWriter) -> Void) -> Bool {
    ledger.meant += 1
    ledger.conflated += link.sendOutput(line, upTo: capacity, write)
    if link.queuedByteCount > queueByteCount {
      isOverflowing = true
      return false
    }
    return true
  }

  /// Gives up what waits, since the presenter reads too slowly. It may attach again; a control client is closed.
  func detachOverflowing() {
    guard isOverflowing else { return }
    isOverflowing = false
    // One write more, since a turn's burst may be all that is in the way.
    link.flush()
    if link.queuedByteCount <= core.limits.queueByteCount || link.isClosed { return }
    var dropped: [Int32: Int] = [:]
    link.removeWaiting { if $0.isOutput { dropped[$0.viewModel, default: 0] += 1 } }
    core.environment.log(
      .warning, name,
      "detached: it reads too slowly; its queue was over \(core.limits.queueByteCount) bytes, dropped \(dropped.values.reduce(0, +))"
    )
    detachAll(dropped, reason: "it reads too slowly")
    if isControlClient { core.closeControlClient(self) }
  }

  /// The link has broken or ended: what waits has failed, and nothing can be attached any more. Inputs are still handled.
  func linkEnded() {
    hasLinkEnded = true
    for index in attached { core.viewModels[index].detach(self) }
    attached.removeAll()
    link.removeAll { line, _ in
      if line.isOutput { ledger.failed += 1 }
    }
    core.retiredOutputs = core.retiredOutputs + outputs
    ledger = OutputLedger()
    retiredDeliveredCount = link.deliveredOutputCount
  }

  /// Detaches everything: outputs that wait are written first as far as the presenter takes them now, the rest is dropped.
  func detachAll(reason: String) {
    link.flush()
    var dropped: [Int32: Int] = [:]
    link.removeOutputs(of: nil) { dropped[$0.viewModel, default: 0] += 1 }
    detachAll(dropped, reason: reason)
  }

  /// Detaches everything, after so many outputs of each view model have been given up.
  private func detachAll(_ dropped: [Int32: Int], reason: String) {
    ledger.dropped += dropped.values.reduce(0, +)
    let indices = attached
    attached.removeAll()
    for index in indices {
      let viewModel = core.viewModels[index]
      viewModel.detach(self)
      link.notify(
        MethodName.detached,
        DetachedParams(viewModel: viewModel.name, reason: reason, dropped: dropped[Int32(index)] ?? 0))
    }
  }
}
