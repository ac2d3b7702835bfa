/// Which values of an output enum are dropped: those equal to the last of a state port that does not repeat.
///
/// The host and the rig share this one rule. Confined to the view model's executor.
@usableFromInline
package final class EnumRepetition<Value: Equatable> {
  /// The last value of each declared port; those of ports that repeat are not kept.
  private var last: [Value?]
  /// The places of the ports that drop equal values.
  private let dropping: [Int]

  init(_ ports: [PortDescription]) {
    dropping = ports.indices.filter { ports[$0].kind == .state && !ports[$0].repeats }
    last = Array(repeating: nil, count: ports.count)
  }

  /// Whether the value is equal to the current one of a port that does not repeat.
  package func isRepetition(_ value: Value) -> Bool {
    for port in dropping {
      if let last = last[port], last == value { return true }
    }
    return false
  }

  /// Remembers a value that is sent, by the place of its port in the declaration.
  package func record(_ value: Value, at port: Int) {
    if dropping.contains(port) { last[port] = value }
  }
}
