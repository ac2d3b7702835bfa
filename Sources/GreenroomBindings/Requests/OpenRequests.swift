/// The open requests of one slot, and its policy: numbers, places, and what is told of them.
///
/// Apart from `RequestSlot` because nothing here depends on the type of the reply. Confined to the view model's executor;
/// no access to a field spans a call of a subscriber, so that the fields need no dynamic checks of exclusivity.
@usableFromInline
final class OpenRequests: Subscription {
  /// What becomes of a request when another is open.
  @usableFromInline
  enum Policy {
    case latest, first, queue(limit: Int), all
  }

  /// What the policy says of a new request.
  @usableFromInline
  enum Admission {
    case start, wait, ignore
  }

  private struct Open {
    let number: Int
    var cancellation: Cancellation?
  }

  private let policy: Policy
  private let deliveries = HomeContext.ambientDeliveries
  @exclusivity(unchecked) private var all: [Open] = []
  @exclusivity(unchecked) private var waiting: [() -> Void] = []
  @exclusivity(unchecked) private var lastNumber = 0
  @exclusivity(unchecked) private var isStopped = false
  /// Requests that lost their place while they were being made, with the reason: cancelled as soon as they can be.
  @exclusivity(unchecked) private var lostInTheMaking: [Int: CancellationReason] = [:]
  // Subjects are made when somebody asks for them: what nobody listens to costs neither time nor memory.
  @exclusivity(unchecked) private var startedSubject: Broadcast<Void>?
  @exclusivity(unchecked) private var supersededSubject: Broadcast<Void>?
  @exclusivity(unchecked) private var ignoredSubject: Broadcast<Void>?
  @exclusivity(unchecked) private var countSubject: CurrentValueSubject<Int>?

  /// What triggers requests; ended with the view model.
  private var trigger: Subscription?

  @usableFromInline
  init(_ policy: Policy) {
    self.policy = policy
    super.init()
    // Beside what else the slot is made of in memory, and not far away when the first request comes.
    all.reserveCapacity(1)
  }

  // MARK: What it tells

  var started: Broadcast<Void> { made(&startedSubject) }
  var superseded: Broadcast<Void> { made(&supersededSubject) }
  var ignored: Broadcast<Void> { made(&ignoredSubject) }
  var count: CurrentValueSubject<Int> {
    if let countSubject { return countSubject }
    let subject = CurrentValueSubject(all.count, in: deliveries)
    countSubject = subject
    return subject
  }

  private func made(_ subject: inout Broadcast<Void>?) -> Broadcast<Void> {
    if let subject { return subject }
    let new = Broadcast<Void>(in: deliveries)
    subject = new
    return new
  }

  // MARK: Requests

  /// Subscribes to what triggers requests, as soon as the view model's ports are bound, until its end.
  @usableFromInline
  func connect(_ context: HomeContext?, _ subscribe: @escaping () -> Subscription) {
    let connect = { [self] in
      let subscription = subscribe()
      guard let context else { return }
      trigger = subscription
      context.lifetime.value.keep(self)
    }
    if let context { context.lifetime.value.whenBound(connect) } else { connect() }
  }

  /// Applies the policy to a new request; an older one may lose its place.
  @usableFromInline
  func admit() -> Admission {
    guard !isStopped else { return .ignore }
    switch policy {
    case .all: return .start
    case .first:
      if all.isEmpty { return .start }
    case .latest:
      if let older = all.popLast() {
        giveUp(older, .superseded)
        supersededSubject?.send(())
      }
      return .start
    case .queue(let limit):
      if all.isEmpty { return .start }
      if waiting.count < limit { return .wait }
    }
    ignoredSubject?.send(())
    return .ignore
  }

  /// Keeps a request until its turn has come.
  @usableFromInline
  func wait(_ start: @escaping () -> Void) { waiting.append(start) }

  /// Takes a place and tells of it.
  ///
  /// - Returns: the number of the request, or nil if what was told has led to its end already.
  @usableFromInline
  func open() -> Int? {
    lastNumber += 1
    let number = lastNumber
    all.append(Open(number: number))
    publishCount()
    startedSubject?.send(())
    if place(number) != nil { return number }
    // It is not made at all.
    lostInTheMaking[number] = nil
    return nil
  }

  /// The request has been made. It may have been completed or given up within.
  @usableFromInline
  func began(_ number: Int, _ cancellation: Cancellation) {
    if let place = place(number) {
      all[place].cancellation = cancellation
    } else if let reason = lostInTheMaking.removeValue(forKey: number) {
      cancellation(reason)
    }
  }

  private func giveUp(_ request: Open, _ reason: CancellationReason) {
    if let cancellation = request.cancellation {
      cancellation(reason)
    } else {
      lostInTheMaking[request.number] = reason
    }
  }

  /// Gives the place of a completed request back.
  ///
  /// - Returns: whether it had one.
  @usableFromInline
  func close(_ number: Int) -> Bool {
    guard !isStopped, let place = place(number) else { return false }
    all.remove(at: place)
    return true
  }

  /// The reply has been delivered: the next request starts.
  @usableFromInline
  func settled() {
    if all.isEmpty, !waiting.isEmpty { waiting.removeFirst()() }
    publishCount()
  }

  private func place(_ number: Int) -> Int? {
    // The newest is the one that is asked for, as a rule.
    var place = all.count
    while place > 0 {
      place -= 1
      if all[place].number == number { return place }
    }
    return nil
  }

  private func publishCount() {
    if let countSubject, countSubject.value != all.count { countSubject.send(all.count) }
  }

  /// Ends all of it: the view model has ended.
  @usableFromInline
  override func cancel() {
    trigger?.cancel()
    trigger = nil
    isStopped = true
    waiting = []
    let requests = all
    all = []
    for request in requests { giveUp(request, .cancelled) }
  }
}
