/// The answer to `status`: everything that an operator asks of a running host. Counts are since the host's start.
package struct StatusReport: Codable, Sendable {
  package var host: HostStatus
  package var viewModels: [ViewModelStatus]
  package var services: [ServiceStatus]
  package var presenters: [PresenterStatus]
  package var plugins: [PluginStatus]
  package var ledgers: LedgerReport

  package init(
    host: HostStatus, viewModels: [ViewModelStatus], services: [ServiceStatus], presenters: [PresenterStatus],
    plugins: [PluginStatus], ledgers: LedgerReport
  ) {
    self.host = host
    self.viewModels = viewModels
    self.services = services
    self.presenters = presenters
    self.plugins = plugins
    self.ledgers = ledgers
  }
}

/// The host itself.
package struct HostStatus: Codable, Sendable {
  package var name: String
  package var version: String
  package var pid: Int
  package var uptimeMilliseconds: Int
  /// The bounds and delays in force, by the names that the configuration uses.
  package var limits: [String: Int]
  package init(name: String, version: String, pid: Int, uptimeMilliseconds: Int, limits: [String: Int]) {
    self.name = name
    self.version = version
    self.pid = pid
    self.uptimeMilliseconds = uptimeMilliseconds
    self.limits = limits
  }
}

/// One view model instance.
package struct ViewModelStatus: Codable, Sendable {
  package var name: String
  package var type: String
  /// The last output's number.
  package var seq: Int
  package var inputs: Int
  package var presenters: Int
  package init(name: String, type: String, seq: Int, inputs: Int, presenters: Int) {
    self.name = name
    self.type = type
    self.seq = seq
    self.inputs = inputs
    self.presenters = presenters
  }
}

/// One service slot.
package struct ServiceStatus: Codable, Sendable {
  package var name: String
  package var plugin: String
  package var generation: Int
  /// starting, ready, stopping, back-off, failed, stopped; `output closed` and `input closed` of a process that is about to be
  /// ended for it; `swapping` while two generations live.
  package var state: String
  package var open: Int
  package var held: Int
  package var requests: RequestLedger
  package init(
    name: String, plugin: String, generation: Int, state: String, open: Int, held: Int, requests: RequestLedger
  ) {
    self.name = name
    self.plugin = plugin
    self.generation = generation
    self.state = state
    self.open = open
    self.held = held
    self.requests = requests
  }
}

/// One presenter: a plugin or a control client that has attached.
package struct PresenterStatus: Codable, Sendable {
  package var name: String
  package var state: String
  package var viewModels: [String]
  package var queuedBytes: Int
  package var outputs: OutputLedger
  package init(name: String, state: String, viewModels: [String], queuedBytes: Int, outputs: OutputLedger) {
    self.name = name
    self.state = state
    self.viewModels = viewModels
    self.queuedBytes = queuedBytes
    self.outputs = outputs
  }
}

/// One plugin process, or the place where it will be, or an entry that may be swapped to.
package struct PluginStatus: Codable, Sendable {
  package var name: String
  /// Empty if it is not in use.
  package var role: String
  package var state: String
  package var pid: Int?
  package var restarts: Int
  /// Why it ended the last time, for people.
  package var lastExit: String?
  package init(name: String, role: String, state: String, pid: Int?, restarts: Int, lastExit: String?) {
    self.name = name
    self.role = role
    self.state = state
    self.pid = pid
    self.restarts = restarts
    self.lastExit = lastExit
  }
}

/// The three ledgers, summed over the host.
package struct LedgerReport: Codable, Sendable, Equatable {
  package var inputs: InputLedger
  package var requests: RequestLedger
  package var outputs: OutputLedger
  package init(inputs: InputLedger, requests: RequestLedger, outputs: OutputLedger) {
    self.inputs = inputs
    self.requests = requests
    self.outputs = outputs
  }
}

/// read = handled + refused + queued.
package struct InputLedger: Codable, Sendable, Equatable {
  package var read = 0
  package var handled = 0
  package var refused = 0
  /// Always 0: an input is handled as it is read. There for hosts that do otherwise.
  package var queued = 0
  package init() {}
  package var isBalanced: Bool { read == handled + refused + queued }
}

/// made = answered + failed + cancelled + superseded + open, counted at the caller.
package struct RequestLedger: Codable, Sendable, Equatable {
  package var made = 0
  package var answered = 0
  package var failed = 0
  package var cancelled = 0
  package var superseded = 0
  package var open = 0
  package init() {}
  /// Requests that came to their outcome.
  package var settled: Int { answered + failed + cancelled + superseded }
  package var isBalanced: Bool { made == settled + open }

  package static func + (left: RequestLedger, right: RequestLedger) -> RequestLedger {
    var sum = left
    sum.made += right.made
    sum.answered += right.answered
    sum.failed += right.failed
    sum.cancelled += right.cancelled
    sum.superseded += right.superseded
    sum.open += right.open
    return sum
  }
}

/// meant = delivered + conflated + dropped + failed + queued, summed over the presenters attached at each output.
package struct OutputLedger: Codable, Sendable, Equatable {
  /// Outputs times the presenters attached when they were sent.
  package var meant = 0
  /// The kernel took the LF.
  package var delivered = 0
  /// Replaced by a newer value of the same state port before a byte of it was written.
  package var conflated = 0
  /// Cleared because the queue was full or the presenter was detached.
  package var dropped = 0
  /// The link broke with them in the queue.
  package var failed = 0
  package var queued = 0
  package init() {}
  package var isBalanced: Bool { meant == delivered + conflated + dropped + failed + queued }

  package static func + (left: OutputLedger, right: OutputLedger) -> OutputLedger {
    var sum = left
    sum.meant += right.meant
    sum.delivered += right.delivered
    sum.conflated += right.conflated
    sum.dropped += right.dropped
    sum.failed += right.failed
    sum.queued += right.queued
    return sum
  }

  package static func - (left: OutputLedger, right: OutputLedger) -> OutputLedger {
    var difference = left
    difference.meant -= right.meant
    difference.delivered -= right.delivered
    difference.conflated -= right.conflated
    difference.dropped -= right.dropped
    difference.failed -= right.failed
    difference.queued -= right.queued
    return difference
  }
}
