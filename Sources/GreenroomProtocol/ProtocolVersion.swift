/// The version of the wire protocol that this package speaks; a peer with another one is refused at the opening.
package enum ProtocolVersion {
  /// The only version so far. A string, as versions are names and not quantities.
  package static let current = "1"
}
