import GreenroomHostCore
import GreenroomJSONLines

extension ConfigurationLoader {
  /// The object `limits`.
  func read(limits object: Object) -> HostLimits {
    object.allow(Keys.limits)
    var limits = HostLimits()
    limits.lineByteCount = object.integer("lineBytes", 1_024...LineFramer.maximumLineLimit) ?? limits.lineByteCount
    limits.queueByteCount = object.integer("queueBytes", 4_096...(1 << 30)) ?? limits.queueByteCount
    limits.openRequests = object.integer("openRequests", 1...1_000_000) ?? limits.openRequests
    limits.messagesPerTurn = object.integer("messagesPerTurn", 1...100_000) ?? limits.messagesPerTurn
    limits.backOff = object.milliseconds("backOffMs") ?? limits.backOff
    limits.backOffMaximum = object.milliseconds("backOffMaximumMs") ?? limits.backOffMaximum
    limits.backOffJitterPercent = object.integer("backOffJitterPercent", 0...100) ?? limits.backOffJitterPercent
    limits.backOffReset = object.milliseconds("backOffResetMs") ?? limits.backOffReset
    limits.restarts = object.integer("restarts", 0...1_000_000) ?? limits.restarts
    limits.restartWindow = object.milliseconds("restartWindowMs") ?? limits.restartWindow
    limits.stopStep = object.milliseconds("stopStepMs") ?? limits.stopStep
    limits.stopTotal = object.milliseconds("stopTotalMs") ?? limits.stopTotal
    limits.drainGrace = object.milliseconds("drainGraceMs") ?? limits.drainGrace
    limits.slowTurn = object.milliseconds("slowTurnMs") ?? limits.slowTurn
    limits.logByteCount = object.integer("logBytes", 1_024...(1 << 26)) ?? limits.logByteCount
    return limits
  }
}
