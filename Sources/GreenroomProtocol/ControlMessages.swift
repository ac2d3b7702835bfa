/// `params` of `swap`: replaces the plugin that serves a service.
package struct SwapParams: Codable, Sendable {
  package var service: String
  /// The entry to swap to; absent: the same entry again, with a new process.
  package var plugin: String?
  package init(service: String, plugin: String?) {
    self.service = service
    self.plugin = plugin
  }
}

/// The receipt of a swap: computed from the request ledger since that service's last receipt.
package struct SwapReceipt: Codable, Sendable, Equatable {
  package var service: String
  package var fromGeneration: Int
  package var fromPlugin: String
  package var toGeneration: Int
  package var toPlugin: String
  /// Requests that callers made.
  package var requestsIn: Int
  /// Requests that came to their outcome, whatever it was.
  package var requestsOut: Int
  /// in - out - open: what nobody accounts for. 0, or there is a bug in the host.
  package var lost: Int
  /// Second answers to one request.
  package var duplicated: Int
  /// Requests that were open at the old generation at the cut and were answered by it.
  package var drained: Int
  /// From the cut to the end of the draining, in microseconds.
  package var drainMicroseconds: Int
  /// Requests that the old generation left unanswered at its drain deadline: they failed as 'outcome unknown'.
  package var undrained: Int
  /// For a swap with a pause: how long new requests were held, in microseconds.
  package var pauseMicroseconds: Int?

  package init(
    service: String, fromGeneration: Int, fromPlugin: String, toGeneration: Int, toPlugin: String, requestsIn: Int,
    requestsOut: Int, lost: Int, duplicated: Int, drained: Int, drainMicroseconds: Int, undrained: Int,
    pauseMicroseconds: Int?
  ) {
    self.service = service
    self.fromGeneration = fromGeneration
    self.fromPlugin = fromPlugin
    self.toGeneration = toGeneration
    self.toPlugin = toPlugin
    self.requestsIn = requestsIn
    self.requestsOut = requestsOut
    self.lost = lost
    self.duplicated = duplicated
    self.drained = drained
    self.drainMicroseconds = drainMicroseconds
    self.undrained = undrained
    self.pauseMicroseconds = pauseMicroseconds
  }
}

/// `params` of the notification `progress`, sent while a control client's request goes on.
package struct ProgressParams: Codable, Sendable {
  /// The id of the request that this belongs to.
  package var id: Int
  /// What goes on now, for people: `starting quotes-http`, `ready`, `draining 3`.
  package var message: String
  package init(id: Int, message: String) {
    self.id = id
    self.message = message
  }
}

/// `params` of `restart` and `logs`.
package struct PluginParams: Codable, Sendable {
  package var plugin: String
  /// For `logs`: send what comes as `log` notifications, too.
  package var follow: Bool?
  package init(plugin: String, follow: Bool? = nil) {
    self.plugin = plugin
    self.follow = follow
  }
}

/// The answer to `logs`: the last lines of the plugin's standard error, oldest first.
package struct LogsResult: Codable, Sendable {
  package var lines: [String]
  package init(lines: [String]) { self.lines = lines }
}

/// `params` of `log`: one more line of a plugin's standard error.
package struct LogParams: Codable, Sendable {
  /// The last line when the host stops in order.
  package static let hostStops = "(the host has stopped: no more lines follow)"

  package var plugin: String
  package var line: String
  package init(plugin: String, line: String) {
    self.plugin = plugin
    self.line = line
  }
}

/// `params` of `describe`: one view model, or all if it is absent.
package struct DescribeParams: Codable, Sendable {
  package var viewModel: String?
  package init(viewModel: String?) { self.viewModel = viewModel }
}

/// The answer to `describe`.
package struct DescribeResult: Codable, Sendable {
  package struct Entry: Codable, Sendable {
    package var viewModel: String
    package var schema: ViewModelSchema
    package init(viewModel: String, schema: ViewModelSchema) {
      self.viewModel = viewModel
      self.schema = schema
    }
  }
  package var viewModels: [Entry]
  package init(viewModels: [Entry]) { self.viewModels = viewModels }
}

/// The answer to `reload`, one sentence each.
package struct ReloadResult: Codable, Sendable, Equatable {
  /// What was changed.
  package var changes: [String]
  /// What should have been changed and was not, such as a swap that was rolled back.
  package var failures: [String]
  package init(changes: [String], failures: [String] = []) {
    self.changes = changes
    self.failures = failures
  }
}
