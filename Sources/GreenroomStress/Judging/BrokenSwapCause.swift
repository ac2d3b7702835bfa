package import GreenroomFaults

/// Whether the error of a swap that was rolled back is of use to whoever asked for it.
package enum BrokenSwapCause {
  /// Whether a message tells the cause of this fault and that the old generation serves on.
  package static func isNamed(_ fault: PluginFault, in message: String) -> Bool {
    let cause: String
    switch fault {
    case .exitsAtStart: cause = "exited with status 3"
    case .neverReady: cause = "did not answer initialize within"
    case .wrongVersion: cause = #"speaks protocol version "99""#
    case .garbage: cause = "a line that is no message"
    default: return false
    }
    return message.contains(cause) && message.contains("serves on")
  }
}
