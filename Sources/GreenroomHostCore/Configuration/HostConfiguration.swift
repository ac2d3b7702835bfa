package import GreenroomJSONLines

/// What a host runs: the checked content of one configuration file, every name resolved.
package struct HostConfiguration: Sendable, Equatable {
  /// The name by which the commands find the host: letters, digits, `-`, `_`, at most 64 bytes.
  package var name: String
  /// The entries of `plugins`, in the order of the file.
  package var plugins: [PluginConfiguration]
  package var services: [ServiceConfiguration]
  package var viewModels: [ViewModelConfiguration]
  package var presenters: [PresenterConfiguration]
  package var limits: HostLimits

  package init(
    name: String, plugins: [PluginConfiguration] = [], services: [ServiceConfiguration] = [],
    viewModels: [ViewModelConfiguration] = [], presenters: [PresenterConfiguration] = [],
    limits: HostLimits = HostLimits()
  ) {
    self.name = name
    self.plugins = plugins
    self.services = services
    self.viewModels = viewModels
    self.presenters = presenters
    self.limits = limits
  }

  package func plugin(_ name: String) -> PluginConfiguration? { plugins.first { $0.name == name } }
}

/// One entry of `plugins`: a program and how it is run.
package struct PluginConfiguration: Sendable, Equatable {
  package var name: String
  /// Absolute path of the executable.
  package var executable: String
  package var arguments: [String]
  /// The whole environment of the process, already reduced to the allow-list and what the entry names, in a fixed order.
  package var environment: [EnvironmentVariable]
  /// Absolute path, or nil for the host's own.
  package var workingDirectory: String?
  /// Descriptors of the host's that the process gets from 3 on. Only `stdout` exists.
  package var inherit: [InheritedStream]
  /// The `configuration` object, passed on with `initialize`.
  package var configuration: RawJSON
  package var restart: RestartPolicy
  /// When this plugin ends, the host stops with its exit status.
  package var isSignificant: Bool
  package var startDeadline: Duration
  /// Time without a line after which a plugin that declares `ping` is asked.
  package var heartbeat: Duration?

  package init(
    name: String, executable: String, arguments: [String] = [], environment: [EnvironmentVariable] = [],
    workingDirectory: String? = nil, inherit: [InheritedStream] = [], configuration: RawJSON = .emptyObject,
    restart: RestartPolicy = .permanent, isSignificant: Bool = false, startDeadline: Duration = .seconds(5),
    heartbeat: Duration? = .seconds(10)
  ) {
    self.name = name
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.inherit = inherit
    self.configuration = configuration
    self.restart = restart
    self.isSignificant = isSignificant
    self.startDeadline = startDeadline
    self.heartbeat = heartbeat
  }
}

/// One variable of a plugin's environment.
package struct EnvironmentVariable: Sendable, Equatable {
  package var name: String
  package var value: String
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A stream of the host's that a plugin's entry may ask for.
package enum InheritedStream: String, Sendable {
  case stdout
}

/// When a plugin that has ended is started again; the words are OTP's.
package enum RestartPolicy: String, Sendable, CaseIterable {
  /// Always.
  case permanent
  /// Unless it exited with status 0.
  case transient
  /// Never.
  case temporary
}

/// One entry of `services`: a name that view models know and the plugin that serves it first.
package struct ServiceConfiguration: Sendable, Equatable {
  package var name: String
  package var plugin: String
  package var requestDeadline: Duration
  package var drainDeadline: Duration

  package init(
    name: String, plugin: String, requestDeadline: Duration = .seconds(10), drainDeadline: Duration = .seconds(5)
  ) {
    self.name = name
    self.plugin = plugin
    self.requestDeadline = requestDeadline
    self.drainDeadline = drainDeadline
  }
}

/// One entry of `viewModels`: an instance of a registered type.
package struct ViewModelConfiguration: Sendable, Equatable {
  package var name: String
  package var type: String
  /// From the name that the view model's code uses to the name of the service's entry.
  package var services: [ServiceBinding]
  /// The entry has no list: the services are all there are, each by its own name.
  package var hasAllServices: Bool

  package init(name: String, type: String, services: [ServiceBinding] = [], hasAllServices: Bool = false) {
    self.name = name
    self.type = type
    self.services = services
    self.hasAllServices = hasAllServices
  }

  /// Whether the other entry differs in nothing but services that there are besides: an instance of this one serves on.
  func isExtended(by other: ViewModelConfiguration) -> Bool {
    hasAllServices && other.hasAllServices && type == other.type && services.allSatisfy(other.services.contains)
  }
}

/// What one view model calls a service, and which service it is.
package struct ServiceBinding: Sendable, Equatable {
  package var alias: String
  package var service: String
  package init(alias: String, service: String) {
    self.alias = alias
    self.service = service
  }
}

/// One entry of `presenters`: a plugin and the view models that it may see and send to.
package struct PresenterConfiguration: Sendable, Equatable {
  package var name: String
  package var plugin: String
  /// Names of view models, in the order in which they are attached; `*` in the file is written out here.
  package var viewModels: [String]
  /// Attached by the host as soon as the presenter is ready; else the presenter asks with `attach`.
  package var attachesAtStart: Bool

  package init(name: String, plugin: String, viewModels: [String], attachesAtStart: Bool = true) {
    self.name = name
    self.plugin = plugin
    self.viewModels = viewModels
    self.attachesAtStart = attachesAtStart
  }
}
