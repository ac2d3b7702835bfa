package import GreenroomProtocol

/// Holds the host's counters of two presenters that never read against what one of them has found when it read at last,
/// and against the numbers of the view models.
package struct DeafCount {
  /// What a presenter was sent, by view model.
  package struct Seen {
    package private(set) var attachedAt: [String: Int] = [:]
    package private(set) var outputs: [String: Int] = [:]
    package private(set) var gapless = true
    private var lastSeq: [String: Int] = [:]

    package init() {}

    package mutating func see(_ attached: AttachedParams) {
      attachedAt[attached.viewModel] = attached.seq
      lastSeq[attached.viewModel] = attached.seq
    }

    package mutating func see(_ output: OutputParams) {
      if (output.after ?? output.seq - 1) != lastSeq[output.viewModel] { gapless = false }
      lastSeq[output.viewModel] = output.seq
      outputs[output.viewModel, default: 0] += 1
    }
  }

  /// When both still had everything in their queues, and when the client had read and was gone.
  private let quiet: StatusReport
  private let end: StatusReport
  private let client: Seen

  package init(quiet: StatusReport, end: StatusReport, client: Seen) {
    self.quiet = quiet
    self.end = end
    self.client = client
  }

  private static func seq(_ viewModel: String, _ report: StatusReport) -> Int {
    report.viewModels.first { $0.name == viewModel }?.seq ?? 0
  }

  package func judge(into figures: inout Figures) {
    // While nothing was dropped, the numbers of the view models say what was meant for whom.
    let client = client
    let isClient = { (row: PresenterStatus) in row.viewModels.contains("gauge") && row.name.hasPrefix("control-") }
    let early = quiet.presenters.first(where: isClient)?.outputs ?? OutputLedger()
    let due = client.attachedAt.reduce(0) { $0 + Self.seq($1.key, quiet) - $1.value }
    figures.demand("client in the calm, outputs meant", early.meant, is: due)
    figures.demand("client in the calm, queued", early.queued, atLeast: 1)

    // What the host has in all and not for those who are still there is what the client came to, which is gone.
    let gone = end.presenters.reduce(end.ledgers.outputs) { $0 - $1.outputs }
    let read = client.outputs.reduce(0) { $0 + $1.value }
    figures.demand("client, outputs delivered", gone.delivered, is: read)
    figures.demand("client, outputs dropped", gone.dropped, atLeast: early.queued)
    // The gauge was sent in the calm only: what was meant by then, was not read and did not wait was conflated.
    figures.demand("client, outputs conflated", gone.conflated, is: due - read - early.queued)
    figures.demand("client, something conflated", gone.conflated, atLeast: 1)
    figures.demand("client, counters balance", gone.isBalanced && gone.queued == 0)
    figures.demand("client, every gap told", client.gapless)

    guard let row = end.presenters.first(where: { $0.name == "deaf" }) else {
      return figures.demand("presenter is still there", false)
    }
    figures.demand("presenter, detached", row.viewModels.isEmpty)
    figures.demand("presenter, outputs dropped", row.outputs.dropped, atLeast: 1)
    figures.demand("presenter, counters balance", row.outputs.isBalanced)
  }
}
