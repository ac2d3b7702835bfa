import GreenroomJSONLines

/// The methods of the protocol that are not operations of a service.
///
/// A service's operations are named `SERVICE.OPERATION`; no method below holds a full stop except the reserved prefix `$/`.
package enum MethodName {
  // MARK: Opening (both kinds of link)
  package static let initialize: StaticString = "initialize"
  package static let initialized: StaticString = "initialized"

  // MARK: Requests
  package static let cancelRequest: StaticString = "$/cancelRequest"
  package static let ping: StaticString = "ping"
  package static let stateExport: StaticString = "state/export"
  package static let stateImport: StaticString = "state/import"

  // MARK: Presenters
  package static let attach: StaticString = "attach"
  package static let attached: StaticString = "attached"
  package static let detach: StaticString = "detach"
  package static let detached: StaticString = "detached"
  package static let input: StaticString = "input"
  package static let output: StaticString = "output"

  // MARK: Control clients
  package static let status: StaticString = "status"
  package static let describe: StaticString = "describe"
  package static let swap: StaticString = "swap"
  package static let restart: StaticString = "restart"
  package static let reload: StaticString = "reload"
  package static let stop: StaticString = "stop"
  package static let logs: StaticString = "logs"
  package static let progress: StaticString = "progress"
  package static let log: StaticString = "log"
}

extension ArraySlice<UInt8> {
  /// Whether these bytes are exactly the given ASCII text: method and member names are compared as UTF-8, never as
  /// Swift characters, since two canonically equal names are two names.
  package func matches(_ name: StaticString) -> Bool {
    guard count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { expected in withUnsafeBufferPointer { JSONText.areEqual($0, expected) } }
  }

  /// Whether these bytes are exactly the given UTF-8.
  package func matches(_ name: [UInt8]) -> Bool {
    count == name.count
      && withUnsafeBufferPointer { bytes in
        name.withUnsafeBufferPointer { JSONText.areEqual(bytes, $0) }
      }
  }

  /// The text of these bytes, with what is not UTF-8 replaced.
  package var text: String { String(decoding: self, as: UTF8.self) }
}
