import GreenroomBindings
import GreenroomExamples
import GreenroomHostCore
import GreenroomJSONLines

extension Measurements {
  /// A request slot alone: trigger, call, reply; the service is an object that answers at once.
  func measureSlot() {
    let probe = Probe()
    let (box, backend) = (Confined(probe), InstantService())
    let caller = Confined(ServiceCaller(backend: backend))
    let host = MemoryHost(ViewModelType("Slot") { _ in SlotProbe(box, caller.value) })
    measure(
      "request slot: trigger to reply",
      allocationsFrom: "what three closures hold: of the request, of its completion, of its outcome"
    ) {
      probe.request()
      backend.answer()
    }
    host.close()
  }

  /// A service slot alone: the line of a request out, the line of its reply in, which is not decoded.
  func measureService() {
    let host = MemoryHost(QuoteViewModel.registered)
    let method = ServiceMethod("quotes.random")
    let result = Array(SampleLines.quoteJSON.utf8)
    var replies = 0
    measure(
      "service slot: request line to reply line, 64 in flight", messages: 64,
      allocationsFrom: "the open call"
    ) {
      for _ in 0..<64 {
        _ = host.core.services[0].add(method, arguments: nil, deadline: nil) { _ in replies += 1 }
      }
      host.endTurn()
      host.service.answerAll(result)
    }
    host.close()
  }

  /// The whole bus: lines in, lines out, with all between them and without a system call.
  func measureBus() {
    measureTap("bus: a tap with its reply, 64 in flight", QuoteViewModel.registered, instances: 64, window: 64)
    measureTap("bus: a tap with its reply, one at a time", QuoteViewModel.registered, instances: 1, window: 1)
    measureTap(
      "bus: a tap whose service is called as async, 64 in flight", ViewModelType("Quote") { AsyncQuote($0["quotes"]) },
      instances: 64, window: 64,
      origin:
        "6 as above, 14 for the task: itself and its frames, the awaited request, what its closures hold")
  }

  /// The same tap with more around it: it should cost the same, and a line to many presenters less than one to one.
  func measureScale() {
    for (instances, window) in [(64, 64), (9_984, 64), (1, 1), (100, 1), (10_000, 1)] {
      measureTap(
        "scale: a tap among \(instances) instances, \(window) in flight", QuoteViewModel.registered,
        instances: instances, window: window, origin: "")
    }
    for presenters in [1, 50, 1_000] {
      let probe = Probe()
      let box = Confined(probe)
      let host = MemoryHost(ViewModelType("Enum") { _ in EnumProbe(box) }, presenters: presenters)
      var number = 0
      measure("scale: an output line to each of \(presenters) presenters", messages: presenters) {
        number += 1
        probe.sendCase(.toggleButton(isEnabled: number & 1 == 0))
        host.endTurn()
      }
      host.close()
    }
  }

  private static let tapOrigin =
    "3 of the slot, 1 the open call, 1 the String of the Quote, 1 the array of the view model's two outputs"

  private func measureTap(
    _ name: String, _ type: ViewModelType, instances: Int, window: Int, origin: String = Measurements.tapOrigin
  ) {
    let host = MemoryHost(type, instances: instances, presenters: 1)
    guard let presenter = host.presenters.first else { return }
    let result = Array(SampleLines.quoteJSON.utf8)
    // The taps of all instances in turn, as many in one block as are in flight; one behind the other, as a stream brings them.
    var lines: [UInt8] = []
    let ends = stride(from: 0, to: instances, by: window).map { first in
      lines += SampleLines.block((first..<first + window).map { SampleLines.input(of: "quote-\($0)") })
      return lines.count
    }
    var (next, begin) = (0, 0)
    let tap = {
      presenter.send(lines.span.extracting(begin..<ends[next]))
      begin = ends[next]
      next += 1
      if next == ends.count { (next, begin) = (0, 0) }
      host.endTurn()
      host.service.answerAll(result)
      host.endTurn()
    }
    let before = presenter.lineCount
    tap()
    precondition(presenter.lineCount - before == 3 * window, "BUG: a tap makes three lines")
    measure(
      name, messages: window, warmUpCalls: 2 * ends.count, allocationsFrom: origin, tap)
    host.close()
  }
}

extension QuoteViewModel {
  fileprivate static var registered: ViewModelType {
    ViewModelType("Quote") { QuoteViewModel(quotes: RemoteQuotes($0["quotes"])) }
  }
}

/// A service that keeps one call and answers it when told to.
private final class InstantService: ServiceBackend {
  private var open: ((ServiceOutcome) throws -> Void)?
  private var lastCall = 0
  /// Made once: the value is put into a box.
  private let reply = ServiceOutcome.value(SampleLines.quote)

  func start(
    _ operation: String, _ arguments: any Encodable, deadline: Duration?,
    outcome: @escaping (ServiceOutcome) throws -> Void
  ) -> Int { start(operation, deadline: deadline, outcome: outcome) }

  func start(_ operation: String, deadline: Duration?, outcome: @escaping (ServiceOutcome) throws -> Void) -> Int {
    open = outcome
    lastCall += 1
    return lastCall
  }

  func cancel(_ call: Int, because reason: CancellationReason) { open = nil }

  func answer() {
    let waiting = open
    open = nil
    try? waiting?(reply)
  }
}
