package import GreenroomProtocol

extension HostCore {
  /// The whole state of the host, as `status` tells it.
  package var statusReport: StatusReport {
    StatusReport(
      host: HostStatus(
        name: configuration.name, version: peerName.version, pid: environment.processID,
        uptimeMilliseconds: uptime.milliseconds, limits: limits.report),
      viewModels: viewModels.filter { !$0.isStopped }.map(\.status),
      services: services.map(\.status),
      presenters: presenters.map(\.status)
        + controlClients.filter { !$0.endpoint.attached.isEmpty }.map { client in
          PresenterStatus(
            name: client.name, state: "attached", viewModels: client.endpoint.attached.map { viewModels[$0].name },
            queuedBytes: client.endpoint.link.queuedByteCount, outputs: client.endpoint.outputs)
        },
      plugins: plugins.map(\.status) + idlePlugins, ledgers: ledgers)
  }

  /// Entries that nothing uses at the moment: what a service may be swapped to.
  private var idlePlugins: [PluginStatus] {
    let used = Set(plugins.map(\.name))
    return configuration.plugins.filter { !used.contains($0.name) }.map {
      PluginStatus(name: $0.name, role: "", state: "not in use", pid: nil, restarts: 0, lastExit: nil)
    }
  }
}

extension HostLimits {
  /// The bounds by the names that the configuration uses; durations in milliseconds.
  package var report: [String: Int] {
    [
      "lineBytes": lineByteCount, "queueBytes": queueByteCount, "openRequests": openRequests,
      "messagesPerTurn": messagesPerTurn, "backOffMs": backOff.milliseconds,
      "backOffMaximumMs": backOffMaximum.milliseconds, "backOffJitterPercent": backOffJitterPercent,
      "backOffResetMs": backOffReset.milliseconds, "restarts": restarts,
      "restartWindowMs": restartWindow.milliseconds, "stopStepMs": stopStep.milliseconds,
      "stopTotalMs": stopTotal.milliseconds, "drainGraceMs": drainGrace.milliseconds,
      "slowTurnMs": slowTurn.milliseconds, "logBytes": logByteCount,
    ]
  }
}
