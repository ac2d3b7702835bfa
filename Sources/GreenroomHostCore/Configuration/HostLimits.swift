/// The bounds and delays of a host, each with the default that the design gives; all can be configured.
package struct HostLimits: Sendable, Equatable {
  /// Bytes of one line without its LF, both ways: 1 MiB by default, at most 16 MiB.
  package var lineByteCount = 1 << 20
  /// Bytes that wait for one link: 4 MiB.
  package var queueByteCount = 4 << 20
  /// Requests that are open or held at one service: 1,024.
  package var openRequests = 1024
  /// Messages of one link that are handled in one turn of the loop: 100, so that no link starves another.
  package var messagesPerTurn = 100
  /// The first delay before a restart, which doubles to `backOffMaximum`.
  package var backOff: Duration = .milliseconds(100)
  package var backOffMaximum: Duration = .seconds(10)
  /// Percent by which a delay is varied up or down, so that many plugins do not come back in step.
  package var backOffJitterPercent = 20
  /// A plugin that was ready for so long starts again at the first delay.
  package var backOffReset: Duration = .seconds(10)
  /// More restarts than this within `restartWindow` and the plugin has failed.
  package var restarts = 5
  package var restartWindow: Duration = .seconds(10)
  /// Each of the two waits of the stop ladder: end of input, SIGTERM, SIGKILL.
  package var stopStep: Duration = .milliseconds(500)
  /// The whole stop of a host.
  package var stopTotal: Duration = .milliseconds(1800)
  /// How long the output of an exited process is read on when a grandchild holds its pipe.
  package var drainGrace: Duration = .seconds(1)
  /// A turn longer than this is logged with view model and input.
  package var slowTurn: Duration = .milliseconds(50)
  /// Bytes of a plugin's standard error that are kept.
  package var logByteCount = 64 << 10

  package init() {}
}
