import GreenroomJSONLines
import GreenroomProtocol

#if canImport(Glibc)
  import Glibc
#endif

/// A presenter plugin: a program that shows outputs of view models and sends them inputs.
///
/// ```swift
/// import GreenroomPluginKit
///
/// @main struct Bell {
///   static func main() async {
///     await Presenter(presents: ["*"]) { host in
///       OnAttached { attachment in try host.post("viewDidAppear", to: attachment.viewModel) }
///       OnOutput { output in print(output.viewModel, output.name, output.seq) }
///     }
///     .run()
///   }
/// }
/// ```
///
/// Standard output is taken by the wire: `print` and standard error are the plugin's log. A presenter that shows text to
/// people has `"inherit": ["stdout"]` in its entry and writes to descriptor 3.
public struct Presenter: Sendable {
  private let presents: [String]
  private let version: String
  private let handlers:
    @Sendable (PluginDefinition.ConfigurationSource, HostLink) async throws -> PresenterBuilder.Handlers

  /// A presenter with configuration.
  ///
  /// - Parameters:
  ///   - presents: names of the view models that it can show; `*` for any.
  ///   - version: the plugin's version, for people.
  ///   - handlers: builds the presenter from the `configuration` object of its entry; called once, before the plugin
  ///     counts as ready. A configuration that does not decode, or an error thrown here, refuses the start and exits with
  ///     status 78.
  public init<Configuration: Decodable & Sendable>(
    presents: [String], version: String = "0",
    @PresenterBuilder handlers: @escaping @Sendable (Configuration, HostLink) async throws -> PresenterBuilder.Handlers
  ) {
    self.init(presents, version) { source, host in
      let configuration: Configuration = try source.decode()
      return try await handlers(configuration, host)
    }
  }

  /// A presenter without configuration.
  public init(
    presents: [String], version: String = "0",
    @PresenterBuilder handlers: @escaping @Sendable (HostLink) async throws -> PresenterBuilder.Handlers
  ) {
    self.init(presents, version) { _, host in try await handlers(host) }
  }

  private init(
    _ presents: [String], _ version: String,
    handlers:
      @escaping @Sendable (PluginDefinition.ConfigurationSource, HostLink) async throws
      -> PresenterBuilder.Handlers
  ) {
    self.presents = presents
    self.version = version
    self.handlers = handlers
  }

  /// Serves the host on standard input and output until it closes them, then ends the program with status 0.
  ///
  /// Call it first and last in `main`. What has come by then is still handled, for at most 150 ms.
  public func run() async -> Never {
    exit(await PluginProgram.run(definition).rawValue)
  }

  /// The presenter as its session sees it.
  package var definition: PluginDefinition {
    PluginDefinition(role: .presenter) { [self] configuration, host in
      let handlers = try await handlers(PluginDefinition.ConfigurationSource(configuration), host)
      var content = PluginContent(
        description: InitializeResult(
          plugin: PeerName(name: PluginProgram.name, version: version), presents: presents,
          capabilities: Capabilities(ping: true)))
      content.notified = { method, params in
        switch method {
        case .attached:
          let attachment = try Attachment(message: params)
          for handler in handlers.attached { try await handler.handle(attachment) }
        case .output:
          let output = try Output(message: params)
          for handler in handlers.output { try await handler.handle(output) }
        case .detached:
          let detachment = Detachment(try JSONDecoding.decode(DetachedParams.self, from: params[...]))
          for handler in handlers.detached { try await handler.handle(detachment) }
        }
      }
      return content
    }
  }
}
