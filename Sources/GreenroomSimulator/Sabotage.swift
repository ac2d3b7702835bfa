/// A lie that a run must find out: it shows that the judge can fail.
package enum Sabotage: Equatable, Sendable {
  /// The checks of the presenters do not see the output of this number, counted from 1 over all of them.
  case overlookedOutput(Int)
  /// Every request is said to have been read by two processes.
  case requestReadTwice
}
