package import GreenroomJSONLines

/// `params` of `initialize` as the host sends it to a plugin: what the plugin is to be.
///
/// Receiver: answer within the start deadline with `InitializeResult`, or with an error that says why not.
package struct InitializeParams: Codable, Sendable {
  package var protocolVersion: String
  /// The host that speaks, for logs.
  package var host: PeerName
  /// The name of the plugin's entry in the configuration.
  package var name: String
  /// Counts the plugins that have served this slot; 1 is the first.
  package var generation: Int
  /// Whether the entry is used as a service, with its name, or as a presenter.
  package var role: PluginRole
  /// The `configuration` object of the entry, as it stands in the file.
  package var configuration: RawJSON
  /// The longest line that the host takes, in bytes without its LF; nil if it does not say.
  package var lineBytes: Int?

  package init(
    host: PeerName, name: String, generation: Int, role: PluginRole, configuration: RawJSON, lineBytes: Int? = nil,
    protocolVersion: String = ProtocolVersion.current
  ) {
    self.protocolVersion = protocolVersion
    self.host = host
    self.name = name
    self.generation = generation
    self.role = role
    self.configuration = configuration
    self.lineBytes = lineBytes
  }
}

/// What a plugin is started for.
package enum PluginRole: String, Codable, Sendable {
  case service, presenter
}

/// `params` of `initialize` as a control client sends it to the host.
package struct ControlInitializeParams: Codable, Sendable {
  package var protocolVersion: String
  package var client: PeerName

  package init(client: PeerName, protocolVersion: String = ProtocolVersion.current) {
    self.protocolVersion = protocolVersion
    self.client = client
  }
}

/// The host's answer to a control client.
package struct ControlInitializeResult: Codable, Sendable {
  package var protocolVersion: String
  package var host: PeerName
  /// The name in the host's configuration.
  package var name: String
  package var pid: Int

  package init(host: PeerName, name: String, pid: Int) {
    protocolVersion = ProtocolVersion.current
    self.host = host
    self.name = name
    self.pid = pid
  }
}

/// A program's name and version, for people.
package struct PeerName: Codable, Sendable, Equatable {
  package var name: String
  package var version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}

/// A plugin's answer to `initialize`.
package struct InitializeResult: Codable, Sendable {
  package var protocolVersion: String
  package var plugin: PeerName?
  /// The operations of a service (`quotes.random`, or `quotes.*` for all of a service). Absent for a presenter.
  package var provides: [String]?
  /// The view models that a presenter can show (`*` for any). Absent for a service.
  package var presents: [String]?
  package var capabilities: Capabilities?

  package init(
    plugin: PeerName?, provides: [String]? = nil, presents: [String]? = nil, capabilities: Capabilities? = nil,
    protocolVersion: String = ProtocolVersion.current
  ) {
    self.protocolVersion = protocolVersion
    self.plugin = plugin
    self.provides = provides
    self.presents = presents
    self.capabilities = capabilities
  }
}

/// What a plugin can do beyond the least; everything absent is false or empty.
package struct Capabilities: Codable, Sendable, Equatable {
  /// Answers the request `ping`: only then is it watched by heartbeat.
  package var ping: Bool?
  /// Has state that `state/export` and `state/import` carry over a swap.
  package var state: Bool?
  /// Operations that may be sent again after an unknown outcome.
  package var idempotent: [String]?

  package init(ping: Bool? = nil, state: Bool? = nil, idempotent: [String]? = nil) {
    self.ping = ping
    self.state = state
    self.idempotent = idempotent
  }
}
