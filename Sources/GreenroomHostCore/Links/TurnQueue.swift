import GreenroomBindings

/// What is to be done at the end of a turn of the loop: one flush of each link that has lines, and the links that have
/// more input than one turn allows.
///
/// Confined to the loop's thread.
package final class TurnQueue {
  package let environment: any HostEnvironment
  package let messagesPerTurn: Int
  private let scheduler: any Scheduler
  /// The time at which the messages that are being handled have come.
  @exclusivity(unchecked) private var batchTime: Duration?
  /// Links of services: what they are asked takes the longest, so that it goes out first.
  @exclusivity(unchecked) private var requests: [Link] = []
  @exclusivity(unchecked) private var flushes: [Link] = []
  @exclusivity(unchecked) private var inputs: [Link] = []
  /// Outputs have waited for this turn.
  @exclusivity(unchecked) private var hasWaited = false
  @exclusivity(unchecked) private var spare: [Link] = []

  package init(environment: any HostEnvironment, messagesPerTurn: Int) {
    self.environment = environment
    self.messagesPerTurn = messagesPerTurn
    scheduler = environment.scheduler
  }

  /// Monotonic time; while a batch of messages is handled, that of its beginning, since to ask the clock costs as much
  /// as to scan a line.
  package var now: Duration { batchTime ?? scheduler.now }

  /// Messages of one link are handled from here to `endBatch`.
  func beginBatch() -> Duration {
    let now = scheduler.now
    batchTime = now
    return now
  }

  func endBatch() { batchTime = nil }

  func planFlush(of link: Link) {
    if flushes.isEmpty, requests.isEmpty { environment.requestTurn() }
    if link.isOfService { requests.append(link) } else { flushes.append(link) }
  }

  func planInput(of link: Link) {
    inputs.append(link)
    environment.requestTurn()
  }

  /// Ends a turn: handles input that was left over, then writes what waits. Called by the loop before it blocks.
  ///
  /// - Parameter mayWait: whether outputs may wait for one more look at what has come, if services were asked in this turn.
  ///   A quick one may have answered by then: what it leads to goes out with them in one write, and the presenter wakes
  ///   once. The loop does not block before that turn.
  package func endOfTurn(mayWait: Bool = false) {
    if !inputs.isEmpty {
      let links = inputs
      inputs.removeAll(keepingCapacity: true)
      for link in links { link.handleInput() }
    }
    if mayWait, !hasWaited, !requests.isEmpty, !flushes.isEmpty {
      hasWaited = true
      swap(&requests, &spare)
      flushSpare()
      environment.requestTurn()
      return
    }
    hasWaited = false
    while !requests.isEmpty || !flushes.isEmpty {
      if requests.isEmpty { swap(&flushes, &spare) } else { swap(&requests, &spare) }
      flushSpare()
    }
  }

  /// Writes what waits in the links that have been taken out; what they plan meanwhile comes later.
  private func flushSpare() {
    for link in spare { link.flush() }
    spare.removeAll(keepingCapacity: true)
  }
}
