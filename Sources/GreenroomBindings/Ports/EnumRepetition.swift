/// Which values of an output enum are dropped: those equal to the last of a state port that does not repeat.
///
/// The host and the rig share this one rule. Confined to the view model's executor.
@usableFromInline
package final class EnumRepetition<Value: Equatable> {
  /// The last value of each declared port that drops equal ones; empty until there is one.
  private var last: [Value?] = []
  private let ports: [PortDescription]

  init(_ ports: [PortDescription]) { self.ports = ports }

  /// Whether the value is equal to the current one of its port, and the port, known by its place in the declaration, drops
  /// it then.
  package func isRepetition(_ value: Value, at port: Int) -> Bool {
    guard !last.isEmpty, ports[port].dropsRepetitions, let last = last[port] else { return false }
    return last == value
  }

  /// Remembers a value that is sent, by the place of its port in the declaration.
  package func record(_ value: Value, at port: Int) {
    guard ports[port].dropsRepetitions else { return }
    if last.isEmpty { last = Array(repeating: nil, count: ports.count) }
    last[port] = value
  }
}
