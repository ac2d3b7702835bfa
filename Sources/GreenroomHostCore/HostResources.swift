import GreenroomBindings
import GreenroomJSONLines
package import GreenroomProtocol

/// What the parts of one host work with in each turn: the outside, the count of causes, and storage that serves again.
///
/// It refers to none of the parts, so that each of them can hold it: a reference that is not held costs more with each
/// message. Confined to the loop's thread.
package final class HostResources {
  package let environment: any HostEnvironment
  package let turns: TurnQueue
  /// In force from the start to the end: a reload does not change them.
  package let limits: HostLimits
  private let slowTurnMilliseconds: Int

  // MARK: Causes
  /// The number of the input, reply or timer firing that is being handled, or was the last; 0 at start.
  @exclusivity(unchecked) package private(set) var currentCause = 0

  // MARK: Ledgers
  /// The inputs that have been read, and what became of them.
  @exclusivity(unchecked) package var inputs = InputLedger()

  // MARK: Storage
  /// For the outputs and arguments of all view models.
  let encodingStorage = JSONEncodingStorage()
  /// For the inputs and replies of all view models.
  let decodingStorage = JSONDecodingStorage()
  /// For outputs and arguments that are written by a layout.
  let payload = PayloadScratch()
  /// How values of the types of payloads lie in memory.
  let layouts: PayloadLayouts
  /// For the replies of all services.
  let reply: Reply
  /// An output line for more than one presenter.
  @exclusivity(unchecked) var lineStorage: [UInt8] = []

  // MARK: View models
  /// What is known of the types of all view models.
  let enums = EnumDescriptions()
  /// What they share.
  let shared = SharedParts()

  init(_ limits: HostLimits, _ environment: any HostEnvironment) {
    self.limits = limits
    self.environment = environment
    layouts = PayloadLayouts { environment.log($0, "host", $1) }
    reply = Reply(layouts, decodingStorage)
    turns = TurnQueue(environment: environment, messagesPerTurn: limits.messagesPerTurn)
    slowTurnMilliseconds = limits.slowTurn.milliseconds
  }

  /// Handles one input, reply or timer firing to the end of its synchronous work and of the jobs that it made. One that
  /// takes longer than `slowTurn` is logged, since it holds up everybody else.
  ///
  /// - Parameters:
  ///   - what: names it for the log, such as `input didScroll of pager`; asked for only then.
  ///   - body: the work.
  /// - Returns: its number, the cause of the outputs that it makes.
  @discardableResult
  package func turn(_ what: @autoclosure () -> String, _ body: () -> Void) -> Int {
    // One number of all that the host handles: turns never begin inside each other.
    let cause = currentCause + 1
    currentCause = cause
    let begin = environment.roughMilliseconds
    body()
    environment.runQueuedJobs()
    let duration = environment.roughMilliseconds - begin
    if duration > slowTurnMilliseconds {
      environment.log(.warning, "host", "a slow turn of \(duration) ms: \(what())")
    }
    return cause
  }
}
