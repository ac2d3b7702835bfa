import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// A service plugin: a program that answers the operations of one service.
///
/// ```swift
/// import GreenroomPluginKit
///
/// struct Quote: Codable { var content: String; var author: String }
/// struct Configuration: Decodable { var greeting: String? }
///
/// @main struct Quotes {
///   static func main() async {
///     await Service("quotes", version: "1.0.0") { (configuration: Configuration) in
///       let greeting = configuration.greeting ?? "Hello"
///       ServiceOperation("random") { () async throws -> Quote in
///         Quote(content: greeting, author: "Anonymous")
///       }
///     }
///     .run()
///   }
/// }
/// ```
///
/// Standard output is taken by the wire: `print` and standard error are the plugin's log.
public struct Service: Sendable {
  /// What view models ask for, and the first half of the methods' names.
  public let name: String
  private let version: String
  private let parts: @Sendable (PluginDefinition.ConfigurationSource) async throws -> ServiceBuilder.Parts

  /// A service with configuration.
  ///
  /// - Parameters:
  ///   - name: the service's name, without a full stop.
  ///   - version: the plugin's version, for people.
  ///   - parts: builds the service from the `configuration` object of its entry; called once, before the plugin counts as
  ///     ready. A configuration that does not decode, or an error thrown here, refuses the start and exits with status 78.
  public init<Configuration: Decodable & Sendable>(
    _ name: String, version: String = "0",
    @ServiceBuilder parts: @escaping @Sendable (Configuration) async throws -> ServiceBuilder.Parts
  ) {
    self.init(name, version) { source in
      let configuration: Configuration = try source.decode()
      return try await parts(configuration)
    }
  }

  /// A service without configuration.
  public init(
    _ name: String, version: String = "0",
    @ServiceBuilder parts: @escaping @Sendable () async throws -> ServiceBuilder.Parts
  ) {
    self.init(name, version) { _ in try await parts() }
  }

  private init(
    _ name: String, _ version: String,
    parts: @escaping @Sendable (PluginDefinition.ConfigurationSource) async throws -> ServiceBuilder.Parts
  ) {
    precondition(
      !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: ".") },
      "BUG: \"\(name)\" is no name of a service")
    self.name = name
    self.version = version
    self.parts = parts
  }

  /// Serves the host on standard input and output until it closes them, then ends the program with status 0.
  ///
  /// Call it first and last in `main`. Open requests have 150 ms to end by themselves.
  public func run() async -> Never {
    exit(await PluginProgram.run(definition).rawValue)
  }

  /// The service as its session sees it.
  package var definition: PluginDefinition {
    PluginDefinition(role: .service) { [self] configuration, _ in
      let parts = try await parts(PluginDefinition.ConfigurationSource(configuration))
      let methods = parts.operations.map { "\(name).\($0.name)" }
      precondition(Set(methods).count == methods.count, "BUG: \(name): two operations have one name")
      precondition(parts.states.count <= 1, "BUG: \(name): state is declared twice")
      let idempotent = parts.operations.filter(\.isIdempotent).map { "\(name).\($0.name)" }
      var content = PluginContent(
        description: InitializeResult(
          plugin: PeerName(name: PluginProgram.name, version: version), provides: methods,
          capabilities: Capabilities(
            ping: true, state: parts.states.isEmpty ? nil : true, idempotent: idempotent.isEmpty ? nil : idempotent)))
      content.routes = zip(methods, parts.operations).map { PluginContent.Route(method: $0, run: $1.run) }
      if let state = parts.states.first {
        content.routes.append(
          PluginContent.Route(method: "\(MethodName.stateExport)") { _, _ in try await state.export() })
        content.routes.append(
          PluginContent.Route(method: "\(MethodName.stateImport)") { params, _ in
            try await state.restore(params)
            return Array("null".utf8)
          })
      }
      return content
    }
  }
}
