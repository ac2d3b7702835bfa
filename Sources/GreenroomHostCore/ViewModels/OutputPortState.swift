package import GreenroomBindings

/// One output port: what was declared and the value that is replayed to whoever attaches.
package final class OutputPortState {
  @exclusivity(unchecked) package private(set) var hasCurrent = false
  /// JSON of the current value; empty for a state without payload.
  @exclusivity(unchecked) package private(set) var current: [UInt8] = []
  /// The id of its last value, if that was a known plain one of an enum (`PlainOutputs`), else 0; what drops repetitions has
  /// not seen it then.
  @exclusivity(unchecked) var lastKnown = 0
  let type: OutputPortType

  init(_ type: OutputPortType) { self.type = type }

  package var description: PortDescription { type.description }

  func forget() {
    current = []
    hasCurrent = false
  }

  func setCurrent(_ payload: [UInt8]) {
    current = payload
    hasCurrent = true
  }

  /// Makes a payload the current one, in the storage of the one before unless that is much larger: it may stay for long.
  func setCurrent(copying payload: UnsafeBufferPointer<UInt8>) {
    current.removeAll(keepingCapacity: current.capacity <= 2 * payload.count + Self.spareByteCount)
    current.append(contentsOf: payload)
    hasCurrent = true
  }
  private static let spareByteCount = 256
}
