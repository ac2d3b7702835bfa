/// What the commands end with; 64 and above as sysexits(3) names them.
package enum ExitCode: Int32, Sendable {
  case success = 0
  /// The operation was understood and did not come about: a swap rolled back, an input refused, a wait that timed out.
  case failure = 1
  case usage = 64
  case badConfiguration = 65
  /// No host is there.
  case hostNotThere = 69
  case internalError = 70
}
