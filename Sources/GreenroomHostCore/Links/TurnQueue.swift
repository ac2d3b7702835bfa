import GreenroomBindings

/// What is to be done at the end of a turn of the loop: one flush of each link that has lines, and the links that have
/// more input than one turn allows.
///
/// Confined to the loop's thread.
package final class TurnQueue {
  package let environment: any HostEnvironment
  package let messagesPerTurn: Int
  private var flushes: [Link] = []
  private var inputs: [Link] = []
  private var spare: [Link] = []

  package init(environment: any HostEnvironment, messagesPerTurn: Int) {
    self.environment = environment
    self.messagesPerTurn = messagesPerTurn
  }

  package var now: Duration { environment.scheduler.now }

  func planFlush(of link: Link) {
    if flushes.isEmpty { environment.requestTurn() }
    flushes.append(link)
  }

  func planInput(of link: Link) {
    inputs.append(link)
    environment.requestTurn()
  }

  /// Ends a turn: handles input that was left over, then writes what waits. Called by the loop before it blocks.
  package func endOfTurn() {
    if !inputs.isEmpty {
      let links = inputs
      inputs.removeAll(keepingCapacity: true)
      for link in links { link.handleInput() }
    }
    while !flushes.isEmpty {
      swap(&flushes, &spare)
      for link in spare { link.flush() }
      spare.removeAll(keepingCapacity: true)
    }
  }
}
